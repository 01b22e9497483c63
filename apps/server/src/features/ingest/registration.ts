import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { texts, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { locks } from '../../store/locks.ts';
import type { IdentityKey } from './identity-keys.ts';
import { type KnownKey, type Resolution, resolveDevices, toKeyText } from './resolve-devices.ts';

/** Another delivery was first to register one of the devices; said as PostgreSQL says it, so that all is tried again. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
  readonly code = '40001';
}

/**
 * Finds the device of each report, registering those seen for the first time. Must be the transaction's first work.
 *
 * Devices of which nothing at all is known are registered by many transactions at once: the keys themselves see to it that two
 * deliveries of one new device make one device, and who comes second fails with 40001 and is to try again, `alone`. All else
 * (a key more for a known device, a MAC address that moves) is decided by one transaction at a time, which looks again when
 * its turn comes.
 */
export async function findDevices(
  trx: Transaction<Database>,
  reports: readonly { keys: readonly IdentityKey[] }[],
  { alone }: { alone: boolean },
): Promise<Resolution> {
  const known = await readKeys(trx, reports);
  const first = resolveDevices(reports, known, newId);
  if (first.keys.length === 0) return first;
  if (!alone && first.keys.every((key) => first.created.has(key.deviceId) && !known.has(toKeyText(key)))) {
    await sql`select pg_advisory_xact_lock_shared(${locks.registration})`.execute(trx);
    if ((await addKeys(trx, first)) < first.keys.length) throw new Overtaken('a device was registered meanwhile');
    return first;
  }
  await sql`select pg_advisory_xact_lock(${locks.registration})`.execute(trx);
  const second = resolveDevices(reports, await readKeys(trx, reports), newId);
  await writeKeys(trx, second);
  return second;
}

/**
 * All serial keys of a device are asked for only where a MAC address is to be trusted. The kind is a filter and no condition:
 * in a table not analysed yet PostgreSQL takes it for rare, and reads the whole key index once for each key asked.
 */
async function readKeys(
  trx: Transaction<Database>,
  reports: readonly { keys: readonly IdentityKey[] }[],
): Promise<Map<string, KnownKey>> {
  const keys = [...new Map(reports.flatMap((report) => report.keys).map((key) => [toKeyText(key), key])).values()];
  const { rows } = await sql<{ place: number; device_id: string; serials: string[] | null }>`
    select k.place::int, i.device_id, case when i.kind = 'mac' then (
      select coalesce(array_agg(s.value) filter (where s.kind = 'serial'), '{}')
      from device_identity s where s.device_id = i.device_id
    ) end as serials
    from unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))}) with ordinality as k(kind, value, place)
    join device_identity i using (kind, value)`.execute(trx);
  return new Map(
    rows.flatMap(({ place, device_id: deviceId, serials }) => {
      const key = keys[place - 1];
      return key === undefined ? [] : [[toKeyText(key), { deviceId, serials: serials ?? [key.value] }] as const];
    }),
  );
}

/** How many keys were new. In one order for all, so that two deliveries never wait for each other in a circle. */
async function addKeys(trx: Transaction<Database>, { keys }: Resolution): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into device_identity (kind, value, device_id)
    select * from unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))},
      ${uuids(keys.map((key) => key.deviceId))}) as said(kind, value, device_id)
    order by kind, value
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function writeKeys(trx: Transaction<Database>, { keys }: Resolution): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into device_identity (kind, value, device_id)
    select * from unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))},
      ${uuids(keys.map((key) => key.deviceId))})
    on conflict (kind, value) do update set device_id = excluded.device_id`.execute(trx);
}
