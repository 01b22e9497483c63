/** Counts by day of one kind; `count: null` is a day without a report. */
export interface StripRow {
  readonly key: string;
  readonly label: string;
  /** Figure before the bars; the sum of the known days if left out, null when no day is known. */
  readonly total?: number | null | undefined;
  /** `error`: bars above zero in the error colour, e.g. service calls. */
  readonly tone?: 'error' | undefined;
  readonly days: readonly { readonly date: string; readonly count: number | null }[];
}

export interface StripModel {
  /** The days of all rows, oldest first. */
  readonly dates: readonly string[];
  /** Highest count of any row: all rows are drawn on this one scale. */
  readonly most: number;
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly tone: 'error' | undefined;
    readonly total: number | null;
    /** By day as in `dates`; null without a report. */
    readonly counts: readonly (number | null)[];
  }[];
  /** Days on which no row has a report, as runs of places in `dates`. */
  readonly silent: readonly { readonly from: number; readonly to: number }[];
}

export function toDayStrip(rows: readonly StripRow[]): StripModel {
  const dates = [...new Set(rows.flatMap(({ days }) => days.map(({ date }) => date)))].sort();
  const counted = rows.map(({ key, label, tone, total, days }) => {
    const byDate = new Map(days.map(({ date, count }) => [date, count]));
    const counts = dates.map((date) => {
      const count = byDate.get(date) ?? null;
      return count !== null && Number.isFinite(count) && count >= 0 ? count : null;
    });
    const known = counts.filter((count) => count !== null);
    const sum = known.length === 0 ? null : known.reduce((all, count) => all + count, 0);
    return { key, label, tone, total: total === undefined ? sum : total, counts };
  });
  const silent: { from: number; to: number }[] = [];
  for (const index of dates.keys()) {
    if (counted.some(({ counts }) => counts[index] !== null)) continue;
    const run = silent.at(-1);
    if (run !== undefined && run.to === index - 1) run.to = index;
    else silent.push({ from: index, to: index });
  }
  const most = Math.max(1, ...counted.flatMap(({ counts }) => counts.map((count) => count ?? 0)));
  return { dates, most, rows: counted, silent };
}
