import { sql, type Transaction } from 'kysely';
import { isInScope, type Sender } from '../../identity/collector-scope.ts';
import { texts } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { type IdentityKey, toKeyText } from './identity-keys.ts';
import type { KnownKey, StoredKeys } from './resolve-devices.ts';

/** A device that has one of the keys asked for, and to whom it belongs. */
export interface IdentityRow {
  place: number;
  device_id: string;
  realm: string;
  /** Of a MAC address: all serial keys of its device. */
  serials: string[] | null;
  /** False: a key left behind by a device that is no longer there. */
  exists: boolean;
  dealer_number: string | null;
  customer_number: string | null;
  owner_id: string | null;
  held_by: string | null;
}

/**
 * What the store has of these keys. One statement for known and unknown, own and foreign ones, so that none costs more than another.
 * All serial keys of a device are asked for only where a MAC address is to be trusted. The kind is a filter and no condition:
 * in a table not analysed yet PostgreSQL takes it for rare, and reads the whole key index once for each key asked.
 */
export async function readIdentity(
  trx: Transaction<Database>,
  reports: readonly { keys: readonly IdentityKey[] }[],
  sender: Sender,
): Promise<StoredKeys> {
  const keys = [...new Map(reports.flatMap((report) => report.keys).map((key) => [toKeyText(key), key])).values()];
  const { rows } = await sql<IdentityRow>`
    select k.place::int, i.device_id, i.realm, case when i.kind = 'mac' then (
      select coalesce(array_agg(s.value) filter (where s.kind = 'serial'), '{}')
      from device_identity s where s.device_id = i.device_id
    ) end as serials, d.device_id is not null as exists, d.dealer_number, d.customer_number, d.owner_id, d.held_by
    from unnest(${texts(keys.map((key) => key.kind))}, ${texts(keys.map((key) => key.value))}) with ordinality as k(kind, value, place)
    join device_identity i using (kind, value)
    left join device d on d.device_id = i.device_id`.execute(trx);
  return sortKeys(keys, rows, sender);
}

/**
 * Sorts the devices found into the sender's own and foreign ones. Of several own devices with one key a held one is the last
 * choice; before that the one the sender registered, then the first there was.
 */
export function sortKeys(keys: readonly IdentityKey[], rows: readonly IdentityRow[], sender: Sender): StoredKeys {
  const known = new Map<string, KnownKey>();
  const foreign = new Set<string>();
  const realms = new Map<string, Set<string>>();
  const isPlain = rows.every((row) => row.realm === '' && row.held_by === null);
  const ranked = isPlain ? rows : rows.toSorted((a, b) => rank(a, sender) - rank(b, sender));
  for (const row of ranked) {
    const key = keys[row.place - 1];
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

/** To whom a row of `device` belongs. */
export const toOwner = (row: Pick<IdentityRow, 'dealer_number' | 'customer_number' | 'owner_id' | 'held_by'>) => ({
  dealerNumber: row.dealer_number,
  customerNumber: row.customer_number,
  ownerId: row.owner_id,
  heldBy: row.held_by,
});
