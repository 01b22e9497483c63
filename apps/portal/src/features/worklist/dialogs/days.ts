import { toIsoDay } from '../../../device/figures.ts';

/** The local day that comes this number of days after the given instant, as `YYYY-MM-DD`. */
export function dayAfter(now: Date, days: number): string {
  return toIsoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12));
}

/** Whether a typed day is a day between two others, both included. */
export const isBetween = (day: string, first: string, last: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= first && day <= last;

/** Hour at which a snooze until a day ends, in the viewer's zone. */
const morning = 8;

/** The morning of a day, as an instant. */
export const morningOf = (day: string): Date => new Date(`${day}T${String(morning).padStart(2, '0')}:00:00`);
