import { dayMs } from '@platen/contract/constants';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import { toDate } from '../components/part-life/dates.ts';
import type { Instant } from './model.ts';

// When something is expected, in days that count from a day (UTC): that of the judgement in what is stored,
// the present one wherever the facts are used.

export type DueFacts = Pick<ConditionFacts, 'days' | 'range' | 'asOf'>;

const utcDayOf = (at: Instant): number => Math.floor(at / dayMs);

/** The day from which the days of a judgement count. */
export const asOfDay = (at: Instant): string => toDate(utcDayOf(at));

/** The facts with days that count from the day of this instant; without a day of their own as they are. */
export function factsAt<F extends DueFacts>(facts: F, now: Instant): F {
  const { days, range, asOf } = facts;
  const age = asOf === undefined ? 0 : utcDayOf(now) - Date.parse(asOf) / dayMs;
  if (age <= 0) return facts;
  return {
    ...facts,
    ...(days === undefined ? {} : { days: days - age }),
    ...(range === undefined ? {} : { range: { lower: range.lower - age, upper: range.upper - age } }),
    asOf: asOfDay(now),
  };
}
