/** Total pages at the end of a day (`YYYY-MM-DD`, UTC); null where the day's report had no total. */
export type CounterDay = readonly [day: string, total: number | null];

export const neededDays = 14;
const daysOfMonth = 365.25 / 12;
const dayMs = 86_400_000;

/** Days between the first and the last counter known. */
export function toHistoryDays(days: readonly CounterDay[]): number {
  const known = days.filter(([, total]) => total !== null);
  const [first, last] = [known[0], known.at(-1)];
  return first && last ? toDays(first[0], last[0]) : 0;
}

/**
 * Average monthly pages (PR-11): pages printed over the days of the history, for a month of 30.44 days, whole.
 * Days ascending. Where the counter falls (a board was replaced) the step and its days are left out.
 * Null with less than 14 days: a week's pages say nothing of a month.
 */
export function toAverageMonthlyPages(days: readonly CounterDay[]): number | null {
  let pages = 0;
  let span = 0;
  let before: readonly [day: string, total: number] | undefined;
  for (const [day, total] of days) {
    if (total === null) continue;
    if (before && total >= before[1]) {
      pages += total - before[1];
      span += toDays(before[0], day);
    }
    before = [day, total];
  }
  return span < neededDays ? null : Math.round((pages / span) * daysOfMonth);
}

const toDays = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
