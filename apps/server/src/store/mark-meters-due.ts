import { type Kysely, sql } from 'kysely';
import { uuids } from './binary-array.ts';
import type { Database } from './database.ts';

/**
 * Has the lines of devices in open closes of meters worked out again; call it where something about their
 * meters is stated.
 */
export async function markMetersDue(db: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`select mark_meters_due(${uuids(deviceIds)})`.execute(db);
}
