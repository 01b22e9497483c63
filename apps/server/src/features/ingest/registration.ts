import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Sender } from '../../identity/collector-scope.ts';
import { texts, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { locks } from '../../store/locks.ts';
import { type IdentityKey, toKeyText } from './identity-keys.ts';
import { readIdentity } from './read-identity.ts';
import { type Resolution, resolveDevices } from './resolve-devices.ts';

/** Another transaction changed what was read before; with the code of PostgreSQL for it, so that all is tried again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
  readonly code = '40001';
}

/**
 * Finds the device of each report, registering those seen for the first time. Must be the transaction's first work.
 *
 * Devices of which nothing is known within the sender's scope are registered by many transactions at once: the keys themselves
 * ensure that two deliveries of one new device make one device, and the second fails with 40001 and is to try again, `alone`. All
 * else (a key more for a known device, a MAC address that moves) is decided by one transaction at a time, which looks again when
 * its turn comes.
 */
export async function findDevices(
  trx: Transaction<Database>,
  reports: readonly { keys: readonly IdentityKey[] }[],
  sender: Sender,
  { alone }: { alone: boolean },
): Promise<Resolution> {
  const stored = await readIdentity(trx, reports, sender);
  const first = resolveDevices(reports, stored, sender.collectorId, newId);
  if (first.keys.length === 0) return first;
  if (!alone && first.keys.every((key) => first.created.has(key.deviceId) && !stored.known.has(toKeyText(key)))) {
    await sql`select pg_advisory_xact_lock_shared(${locks.registration})`.execute(trx);
    if ((await addKeys(trx, first)) < first.keys.length) throw new Overtaken('a device was registered meanwhile');
    return first;
  }
  await sql`select pg_advisory_xact_lock(${locks.registration})`.execute(trx);
  const second = resolveDevices(reports, await readIdentity(trx, reports, sender), sender.collectorId, newId);
  await writeKeys(trx, second);
  return second;
}

const toRows = ({ keys }: Resolution) => sql`
  unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))},
    ${uuids(keys.map((key) => key.deviceId))}, ${texts(keys.map((key) => key.realm))}) as said(kind, value, device_id, realm)`;

/** The number of keys that were new. In one order for all, so that two deliveries never wait for each other in a circle. */
async function addKeys(trx: Transaction<Database>, resolution: Resolution): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into device_identity (kind, value, device_id, realm) select * from ${toRows(resolution)}
    order by kind, value, realm
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function writeKeys(trx: Transaction<Database>, resolution: Resolution): Promise<void> {
  if (resolution.keys.length === 0) return;
  await sql`
    insert into device_identity (kind, value, device_id, realm) select * from ${toRows(resolution)}
    on conflict (kind, value, realm) do update set device_id = excluded.device_id`.execute(trx);
}
