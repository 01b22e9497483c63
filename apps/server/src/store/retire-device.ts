import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { endStops, watchDevices } from './device-watch.ts';
import { putIn, takeOut } from './fleet-totals.ts';

/**
 * Takes a device out of use from a day on (`YYYY-MM-DD`; null: it is in use again, OA-41). A retired device
 * is in no total (0550), and no silence of it counts (0551). `locks.groups` is held, and the row.
 */
export async function retireDevice(db: Kysely<Database>, deviceId: string, retiredOn: string | null): Promise<void> {
  await takeOut(db, [deviceId]);
  await endStops(db, [deviceId]);
  const { rows } = await sql<{ device_id: string; updated_at: Date; status: string }>`
    update device set retired_on = ${retiredOn}::date where device_id = ${deviceId}
    returning device_id, updated_at, status`.execute(db);
  await putIn(db, [deviceId]);
  await watchDevices(db, rows);
}
