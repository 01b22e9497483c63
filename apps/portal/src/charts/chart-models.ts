import { textWidth } from './end-labels.tsx';

/** The rows behind a chart: what its data table, its CSV file and assistive technology get. */
export interface ChartTable {
  readonly columns: readonly { readonly label: string; readonly align?: 'start' | 'end' }[];
  /**
   * The first cell names the row. Numbers are formatted on screen and plain in the file; null is 'nothing
   * there'.
   */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/**
 * A point of the drawing that can be read by keyboard and pointer; pixels from the top left of the drawing.
 */
export interface ReadablePoint {
  readonly x: number;
  readonly y: number;
  /** A whole sentence or phrase, e.g. '11/20/2025: 118%'. */
  readonly text: string;
}

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

/** One bar; `parts: null` is a period without a report, which is never zero. */
export interface StackedBar {
  /** Under the bar, e.g. '2025-11'. */
  readonly label: string;
  /** Under the label, e.g. 'to 11/20' for the running period. */
  readonly note?: string | undefined;
  /** From the baseline up; each names one of the series. */
  readonly parts: readonly { readonly series: string; readonly value: number }[] | null;
}

interface BarPart {
  readonly series: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
}
export interface BarModel {
  readonly label: string;
  readonly note: string | undefined;
  readonly parts: readonly BarPart[];
  /** Null for a period without a report. */
  readonly total: number | null;
}

/**
 * The parts of each bar with the heights between which they lie. Values below zero and not finite count as
 * not reported.
 */
export function toStackedBars(bars: readonly StackedBar[]): BarModel[] {
  return bars.map(({ label, note, parts }) => {
    const known = (parts ?? []).filter(({ value }) => Number.isFinite(value) && value >= 0);
    let height = 0;
    const stacked = known.map((part) => ({ ...part, from: height, to: (height += part.value) }));
    return { label, note, parts: stacked, total: known.length === 0 ? null : height };
  });
}

/** Where the label of each series stands: its part in the last bar that has it above zero. */
export function toSeriesPositions(
  bars: readonly BarModel[],
): Map<string, { readonly bar: number; readonly middle: number }> {
  const positions = new Map<string, { bar: number; middle: number }>();
  for (const [bar, { parts }] of bars.entries())
    for (const { series, from, to, value } of parts)
      if (value > 0) positions.set(series, { bar, middle: (from + to) / 2 });
  return positions;
}

/** Room between two names, px. */
const gap = 4;

/**
 * The names below bars in up to two lines each: in one where `step` px hold it, else taken apart at its last
 * space ('Jun' above '2026'). Names that still do not fit are left out at every other bar, counted from the
 * last.
 */
export function toBarNames(labels: readonly string[], step: number): readonly (readonly string[])[] {
  const fits = (lines: readonly string[]) => lines.every((line) => textWidth(line) + gap <= step);
  const whole = labels.map((label) => [label]);
  if (whole.every(fits)) return whole;
  const split = labels.map((label) => {
    const at = label.lastIndexOf(' ');
    return at < 0 ? [label] : [label.slice(0, at), label.slice(at + 1)];
  });
  if (split.every(fits)) return split;
  return split.map((lines, bar) => ((labels.length - 1 - bar) % 2 === 0 ? lines : []));
}
