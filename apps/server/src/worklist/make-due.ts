import { type Kysely, sql } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';

/** Has conditions of these devices worked out again; those that were never evaluated are due anyway. */
export async function makeDue(db: Kysely<Database>, deviceIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update evaluation set next_due = ${now}::timestamptz
    where entity_id = any(${uuids(deviceIds)}) and entity = 'device'`.execute(db);
}

/**
 * Has conditions of these entities worked out again, whatever is being worked out now; those that were never
 * evaluated are due anyway. Locks their evaluations in the order of the ids.
 */
export async function askAgain(db: Kysely<Database>, entityIds: readonly string[]): Promise<void> {
  if (entityIds.length > 0) await sql`select ask_evaluations(${uuids(entityIds)})`.execute(db);
}

/** Kinds of conditions that cost more before a meter close (WL-50). */
const hindering = ['stopped', 'counterBreak'];

/**
 * The same of the devices of a close whose conditions hinder it: their rows rise before it, and fall after
 * it. `before`: only of those last worked out before that time.
 */
export async function makeHinderedDue(db: Kysely<Database>, closeId: string, now: Date, before = now): Promise<void> {
  await sql`
    update evaluation set next_due = ${now}::timestamptz
    where entity = 'device' and evaluated_at < ${before}::timestamptz and entity_id in (
      select x.device_id from meter_close_device x join condition c on c.entity_id = x.device_id
      where x.close_id = ${closeId} and c.work <> 'resolved' and c.kind = any(${hindering}::text[]))`.execute(db);
}
