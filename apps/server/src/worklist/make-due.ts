import { type Kysely, sql } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';

/** Has conditions of these devices worked out again; those that were never evaluated are due anyway. */
export async function makeDue(db: Kysely<Database>, deviceIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update evaluation set next_due = ${now}::timestamptz
    where entity_id = any(${uuids(deviceIds)}) and entity = 'device'`.execute(db);
}
