import type { Day } from '../../history/day-reading.ts';
import { horizonDays } from './dates.ts';
import type { DaysLeft } from './urgency.ts';

/**
 * When a part is expected to fail, in whole days from its last reading. Dates and forecast series are both
 * made of it, so they cannot contradict each other.
 */
export interface EndDays extends DaysLeft {
  /** No more than 12 months from today (OQ-85): else no date is given. */
  readonly isInSight: boolean;
  /** Days from the last reading to the last point of a forecast: the end itself, or 12 months from today. */
  readonly forecast: number;
}

/**
 * Whole days from the last reading on, for a part that has not failed: never before today, nor before the day
 * after the reading.
 * @param to day of the last reading, at or before `today`
 * @param left may be infinite, where the device is not used
 */
export function toEndDays(to: Day, today: Day, left: DaysLeft): EndDays {
  const since = Math.max(0, today - to);
  const whole = (days: number) => Math.max(1, since, Math.round(days));
  const median = whole(left.median);
  const horizon = since + horizonDays;
  const isInSight = median <= horizon;
  // Ten years are as good as never, and can still be given as a date.
  const upper = Math.min(whole(left.upper), isInSight ? since + 10 * horizonDays : Infinity);
  return { median, lower: whole(left.lower), upper, isInSight, forecast: Math.min(median, horizon) };
}

const step = 7;

/**
 * Days of the points of a forecast: 0, 7, 14, … and its end, and the first day of the 80 % interval, on which
 * a bound meets the limit.
 */
export function forecastDays({ lower, forecast }: EndDays): readonly number[] {
  const weeks = Array.from({ length: Math.floor(forecast / step) + 1 }, (_, at) => at * step);
  return [...new Set([...weeks, Math.min(lower, forecast), forecast])].toSorted((one, other) => one - other);
}
