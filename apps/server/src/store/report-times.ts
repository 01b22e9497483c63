import { type RawBuilder, sql } from 'kysely';
import { addMonths, toMonth } from './partitions.ts';

/** Whole months before the present one in which every report is stored. */
const wholeMonths = 2;

/** The first month in which every report is stored; of earlier ones the last of a day stays (0820). */
export const firstWholeMonth = (now: Date): string => addMonths(toMonth(now), -wholeMonths);

/** Times of the reports that a row of `device_report r` represents: its own, the others to the minute. */
export const reportTimes: RawBuilder<unknown> = sql`(
  select coalesce(date_trunc('day', r.observed_at, 'UTC') + minute * interval '1 minute', r.observed_at) as at
  from unnest(array_prepend(null, r.also_at)) as minute)`;
