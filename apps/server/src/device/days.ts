import type { Day } from '@platen/diagnosis/history/day-reading';
import { dayMs } from '../base/time.ts';
import { addMonths, toMonth } from '../store/partitions.ts';

/** Days since 1970 of a `YYYY-MM-DD`. */
export const toDayNumber = (day: string): Day => Math.floor(Date.parse(day) / dayMs);

/** The day `count` days later; earlier if `count` is negative. */
export const addDays = (day: string, count: number): string =>
  new Date((toDayNumber(day) + count) * dayMs).toISOString().slice(0, 10);

/** The last `count` months (`YYYY-MM`), oldest first, the current one last (UTC). */
export const lastUtcMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addMonths(toMonth(now), n - count + 1));
