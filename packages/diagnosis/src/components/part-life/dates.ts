import { dayMs } from '@platen/contract/constants';
import type { Day } from '../../history/day-reading.ts';

/** Predictions reach 12 months (OQ-85). */
export const horizonDays = 365;

const dates = new Map<Day, string>();
/** Some twenty years of dates. */
const mostDates = 8000;

/**
 * `YYYY-MM-DD` of a day. Each is put together once: the answers of a fleet speak of the same days again and
 * again.
 */
export function toDate(day: Day): string {
  const whole = Math.floor(day);
  const known = dates.get(whole);
  if (known !== undefined) return known;
  if (dates.size >= mostDates) dates.clear();
  const date = new Date(whole * dayMs).toISOString().slice(0, 10);
  dates.set(whole, date);
  return date;
}
/** `YYYY-MM` of a day. */
export const toMonth = (day: Day): string => toDate(day).slice(0, 7);
