import { type RawBuilder, sql } from 'kysely';

/**
 * SQL over `device d`: whether anything was reported in a period; `from` and `to` (exclusive) are SQL of type
 * timestamptz. Looks at the keys only, as a device that reports every quarter of an hour has thousands of
 * rows. Of readings only the UTC day is stored: they count on the day and in the month of its noon.
 */
export function reportedBetween(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  const withNoon = (time: RawBuilder<unknown>) => sql`((${time} at time zone 'utc') - interval '12 hours')`;
  return sql<boolean>`(exists (select from reading_day r where r.device_id = d.device_id
      and r.day >= ${withNoon(from)} and r.day < ${withNoon(to)})
    or exists (select from device_report r where r.device_id = d.device_id and r.clock_offset_s = 0
      and r.observed_at >= ${from} and r.observed_at < ${to}))`;
}
