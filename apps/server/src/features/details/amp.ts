import type { InputsOf } from '@platen/contract/figures';
import { reproduce } from '@platen/diagnosis/figures/reproduce';
import { toRise } from '@platen/diagnosis/figures/rise';
import { pageLimits } from '@platen/diagnosis/history/segments';
import { markPageSeries, type PageFacts } from '@platen/diagnosis/meters/page-series';
import { toDayNumber } from '../../device/periods.ts';

/** Total pages at the end of a day (`YYYY-MM-DD`, UTC); null where the day's report had no total. */
export type CounterDay = readonly [day: string, total: number | null];

export const neededDays = 14;

/** Days between the first and the last counter known. */
export function toHistoryDays(days: readonly CounterDay[]): number {
  const known = days.filter(([, total]) => total !== null);
  const [first, last] = [known[0], known.at(-1)];
  return first && last ? toDayNumber(last[0]) - toDayNumber(first[0]) : 0;
}

/**
 * Average monthly pages (PR-11): pages printed over the days of the history, for a month of 30.44 days,
 * whole. Days ascending. The counter is continued as in the ledger (`continueMeter`): where it falls or jumps
 * the step and its days are left out, the pages between the two sides of a misread count. Null with less than
 * 14 days, which are too few to estimate a month.
 */
export function toAverageMonthlyPages(days: readonly CounterDay[], facts: PageFacts): number | null {
  const inputs = toAverageInputs(days, facts);
  return inputs === undefined ? null : reproduce('monthlyAverage', inputs);
}

/** What the average is calculated from; undefined where there is none. */
export function toAverageInputs(days: readonly CounterDay[], facts: PageFacts): InputsOf<'monthlyAverage'> | undefined {
  const series = days.flatMap(([day, value]) => (value === null ? [] : [{ day: toDayNumber(day), value }]));
  markPageSeries(new Map([['pages.total', series]]), facts);
  const all = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const rise = toRise(series, pageLimits, all);
  return rise === undefined || rise.days < neededDays ? undefined : { kind: 'monthlyAverage', ...rise };
}
