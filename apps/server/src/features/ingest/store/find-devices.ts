import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isInScope, type Sender } from '../../../identity/collector-scope.ts';
import { texts, uuids } from '../../../store/binary-array.ts';
import type { Database } from '../../../store/database.ts';
import { locks } from '../../../store/transactions.ts';
import { type KnownKey, type Resolution, resolveDevices, type StoredKeys } from '../merge/resolve-devices.ts';
import { type IdentityKey, toKeyText } from '../parse/parse-line.ts';

/**
 * Another transaction changed what this one has read. Has PostgreSQL's code for it (40001), so that the
 * transaction is retried.
 */
export class ConcurrentChange extends Error {
  override readonly name = 'ConcurrentChange';
  readonly code = '40001';
}

/**
 * Finds the device of each report, registering those seen for the first time. Must be the transaction's first
 * work.
 *
 * Devices with no known key in the sender's scope are registered by many transactions at once: the keys are
 * unique, so if two deliveries have the same new device, the second fails with 40001 and must be retried
 * `alone`. Anything else (an additional key of a known device, a MAC address that moves) is decided by one
 * transaction at a time, which reads the keys again after it has the lock.
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
    if ((await addKeys(trx, first)) < first.keys.length)
      throw new ConcurrentChange('a device was registered meanwhile');
    return first;
  }
  await sql`select pg_advisory_xact_lock(${locks.registration})`.execute(trx);
  const second = resolveDevices(reports, await readIdentity(trx, reports, sender), sender.collectorId, newId);
  await writeKeys(trx, second);
  return second;
}

const toRows = ({ keys }: Resolution) => sql`
  unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))},
    ${uuids(keys.map((key) => key.deviceId))}, ${texts(keys.map((key) => key.realm))}) as added(kind, value, device_id, realm)`;

/** Returns the number of keys that were new. Inserts in one order, so that two deliveries cannot deadlock. */
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

/** A stored key, its device and the owner of the device. */
interface IdentityRow {
  /** Position of the key in the query, from 1. */
  index: number;
  device_id: string;
  realm: string;
  /** For a MAC address all serial keys of its device, else null. */
  serials: string[] | null;
  /** False for a key of a device that was deleted. */
  exists: boolean;
  dealer_number: string | null;
  customer_number: string | null;
  owner_id: string | null;
  held_by: string | null;
}

/**
 * Reads the stored keys. One statement for known and unknown, own and foreign keys, so that all cost the
 * same. All serial keys of a device are read only for a MAC address. The kind is a filter and no condition:
 * in a table that is not analysed yet PostgreSQL takes it for rare, and reads the whole key index once for
 * each key.
 */
async function readIdentity(
  trx: Transaction<Database>,
  reports: readonly { keys: readonly IdentityKey[] }[],
  sender: Sender,
): Promise<StoredKeys> {
  const keys = [...new Map(reports.flatMap((report) => report.keys).map((key) => [toKeyText(key), key])).values()];
  const { rows } = await sql<IdentityRow>`
    select k.index::int, i.device_id, i.realm, case when i.kind = 'mac' then (
      select coalesce(array_agg(s.value) filter (where s.kind = 'serial'), '{}')
      from device_identity s where s.device_id = i.device_id
    ) end as serials, d.device_id is not null as exists, d.dealer_number, d.customer_number, d.owner_id, d.held_by
    from unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))}) with ordinality as k(kind, value, index)
    join device_identity i using (kind, value)
    left join device d on d.device_id = i.device_id`.execute(trx);
  return sortKeys(keys, rows, sender);
}

/**
 * Sorts the stored keys into those of the sender's own and of foreign devices. If several own devices have a
 * key, the order of preference is: not held, registered by the sender, first registered.
 */
function sortKeys(keys: readonly IdentityKey[], rows: readonly IdentityRow[], sender: Sender): StoredKeys {
  const known = new Map<string, KnownKey>();
  const foreign = new Set<string>();
  const realms = new Map<string, Set<string>>();
  const isPlain = rows.every((row) => row.realm === '' && row.held_by === null);
  const ranked = isPlain ? rows : rows.toSorted((a, b) => rank(a, sender) - rank(b, sender));
  for (const row of ranked) {
    const key = keys[row.index - 1];
    if (key === undefined) continue;
    const text = toKeyText(key);
    const taken = realms.get(text);
    if (taken === undefined) realms.set(text, new Set([row.realm]));
    else taken.add(row.realm);
    const isOwn = !row.exists || isInScope(sender, toOwner(row));
    if (!isOwn) foreign.add(text);
    else if (!known.has(text))
      known.set(text, { deviceId: row.device_id, serials: row.serials ?? [key.value], realm: row.realm });
  }
  return { known, foreign, realms };
}

const rank = (row: IdentityRow, { collectorId }: Sender): number =>
  Number(row.held_by !== null) * 4 + Number(row.owner_id !== collectorId) * 2 + Number(row.realm !== '');

/** The owner in a row of `device`. */
export const toOwner = (row: Pick<IdentityRow, 'dealer_number' | 'customer_number' | 'owner_id' | 'held_by'>) => ({
  dealerNumber: row.dealer_number,
  customerNumber: row.customer_number,
  ownerId: row.owner_id,
  heldBy: row.held_by,
});
