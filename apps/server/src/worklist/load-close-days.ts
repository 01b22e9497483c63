import { type Kysely, sql } from 'kysely';
import { dayMs, toDayText } from '../base/time.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';

/**
 * The day (`YYYY-MM-DD`) on which the next meter close of each device is due (LG-30, WL-50): the last of its
 * period, and once that has passed today, until the period is closed.
 */
export async function loadCloseDays(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select x.device_id as id, min(c.last_day)::text as day
    from meter_close_device x join meter_close c on c.close_id = x.close_id
    where x.device_id = any(${uuids(deviceIds)}) and c.state = 'open' group by x.device_id`.execute(db);
  const today = toDayText(Math.floor(now.getTime() / dayMs));
  return new Map(rows.map(({ id, day }) => [id, day < today ? today : day]));
}
