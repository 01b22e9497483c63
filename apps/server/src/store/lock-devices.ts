import { type Kysely, sql } from 'kysely';
import { uuids } from './binary-array.ts';
import type { Database } from './database.ts';

/**
 * Locks the rows of devices until the transaction ends, in the order of their ids, so that no two wait for
 * each other. What is read before may be older than the lock: read them by a later statement.
 */
export async function lockDevices(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  await sql`select lock_devices(${uuids(deviceIds)})`.execute(trx);
}

/** Locks those of the devices that no other session has locked, until the transaction ends; returns them. */
export async function lockFreeDevices(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lock_free_devices(${uuids(deviceIds)}) as locked(id)`.execute(trx);
  return rows.map(({ id }) => id);
}
