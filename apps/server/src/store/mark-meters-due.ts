import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Has the lines of devices in open closes of meters worked out again; call it where something about their
 * meters is stated. Rows that are marked already are written again: their lines may be worked out at this
 * moment without it.
 */
export async function markMetersDue(db: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`
    update meter_close_device x set is_due = true from (
      select y.device_id, y.close_id from meter_close_device y join meter_close c on c.close_id = y.close_id
      where y.device_id = any(${[...deviceIds]}::uuid[]) and c.state = 'open'
      order by y.device_id, y.close_id for update of y
    ) l where x.device_id = l.device_id and x.close_id = l.close_id`.execute(db);
}
