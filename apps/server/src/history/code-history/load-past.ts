import {
  type BreakSpan,
  type DevicePast,
  type PastVisit,
  toFirmwareChanges,
} from '@platen/diagnosis/code-history/change-context';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { loadFirmwareReadings } from './load-readings.ts';

type Db = Kysely<Database>;

/** What happened at a device since an instant besides changes of its codes (CH-05). */
export async function loadDevicePast(db: Db, deviceId: string, since: Date): Promise<DevicePast> {
  return {
    visits: await loadPastVisits(db, deviceId, since),
    firmware: toFirmwareChanges(await loadFirmwareReadings(db, deviceId, since)),
    breaks: await loadBreaks(db, deviceId, since),
  };
}

/**
 * Visits whose arrival at the device is known, ascending by it: as recorded (VR-01), by the newest revision
 * of each record; and a visit that is under way, from its beginning.
 */
export async function loadPastVisits(db: Db, deviceId: string, since: Date): Promise<PastVisit[]> {
  const { rows } = await sql<PastVisit>`
    select "visitId", round(extract(epoch from arrived) * 1000)::float8 as "arrivedAt",
      round(extract(epoch from "left") * 1000)::float8 as "leftAt", technician
    from (
      select v.visit_id as "visitId", coalesce((r.body ->> 'arrivedAt')::timestamptz, v.started_at) as arrived,
        (r.body ->> 'leftAt')::timestamptz as "left", coalesce(a.name, u.name) as technician
      from visit_device x join visit v using (visit_id)
      left join lateral (
        select body, recorded_by from visit_record r where r.device_id = x.device_id and r.visit_id = x.visit_id
        order by revision desc limit 1
      ) r on true
      left join app_user u on u.user_id = r.recorded_by
      left join app_user a on a.user_id = v.assignee
      where x.device_id = ${deviceId} and v.state in ('underWay', 'done')
        and (r.body is null and v.state = 'underWay' or r.body ? 'arrivedAt')
    ) visit
    where arrived is not null and coalesce("left", 'infinity') >= ${since}
    order by arrived, "visitId"`.execute(db);
  return rows;
}

/** Visits of a device that are still to come, by day. */
export async function loadPlannedVisits(
  db: Db,
  deviceId: string,
): Promise<{ visitId: string; day: string; assignee: string | null }[]> {
  const { rows } = await sql<{ visitId: string; day: string; assignee: string | null }>`
    select v.visit_id as "visitId", v.planned_day as day, u.name as assignee
    from visit_device x join visit v using (visit_id) left join app_user u on u.user_id = v.assignee
    where x.device_id = ${deviceId} and v.state = 'planned' and v.planned_day is not null
    order by v.planned_day, v.visit_id limit 10`.execute(db);
  return rows;
}

/** Breaks of the page counters, between the last counters of the day before and those of the day. */
async function loadBreaks(db: Db, deviceId: string, since: Date): Promise<BreakSpan[]> {
  const { rows } = await sql<BreakSpan>`
    select round(extract(epoch from before.observed_at) * 1000)::float8 as "lastBefore",
      round(extract(epoch from day.observed_at) * 1000)::float8 as "firstAfter", b.cause
    from (
      select distinct on (day) day, cause from counter_break
      where device_id = ${deviceId} and key like 'pages.%' and day >= ${since}::timestamptz::date order by day, cause
    ) b
    join counter_day day on day.device_id = ${deviceId} and day.day = b.day
    cross join lateral (
      select observed_at from counter_day c where c.device_id = ${deviceId} and c.day < b.day order by c.day desc limit 1
    ) before
    order by b.day`.execute(db);
  return rows;
}
