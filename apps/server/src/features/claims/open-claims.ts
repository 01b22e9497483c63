import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction, locks } from '../../store/transactions.ts';

/** A report of a foreign device that a person has to decide about. */
export interface OpenedClaim {
  claimId: string;
  /** The device that holds the report, and the one that it seems to be. */
  deviceId: string;
  rivalDeviceId: string;
  collectorId: string;
  rivalCollectorId: string | null;
}

/** Devices of one transaction: deliveries that wait for it do so for some milliseconds. */
const batch = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Opens a claim for each held device that has none, in small transactions; `onOpened` gets those of each once
 * it is committed. Deliveries do not open claims themselves: the additional work would tell the sender that a
 * serial number is known. What is missing after a failure is opened by the next run.
 */
export async function openClaims(
  db: Kysely<Database>,
  now: Date,
  onOpened: (claims: readonly OpenedClaim[]) => void = () => undefined,
): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const from: string = after;
    const { claims, last } = await inTransaction(db, async (trx) => await openBatch(trx, from, now));
    if (claims.length > 0) onOpened(claims);
    after = last;
  }
}

/** Does the same in the transaction of a caller, which holds `locks.registration`. */
export async function openClaimsWithin(trx: Transaction<Database>, now: Date): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) after = (await openBatch(trx, after, now)).last;
}

/** A key that a held device has in common with another device. */
interface SharedKey {
  readonly id: string;
  readonly rivalId: string;
  /** Of the keys of the held device; 1: the strongest. */
  readonly strength: number;
  readonly hasRealm: boolean;
}

interface Holder {
  readonly id: string;
  readonly ownerId: string | null;
  readonly heldBy: string | null;
}

/**
 * The rival is a device with the same key: of the held device's keys the strongest (order of
 * `toIdentityKeys`), of several devices with it one that is not held itself, then the first there was.
 */
function chooseRival(keys: readonly SharedKey[], holders: ReadonlyMap<string, Holder>): Holder | undefined {
  const found = keys.flatMap((key) => {
    const rival = holders.get(key.rivalId);
    return rival === undefined ? [] : [{ ...key, rival, isHeld: rival.heldBy !== null }];
  });
  const [best] = found.toSorted(
    (one, other) =>
      one.strength - other.strength ||
      Number(one.isHeld) - Number(other.isHeld) ||
      Number(one.hasRealm) - Number(other.hasRealm) ||
      (one.rivalId < other.rivalId ? -1 : 1),
  );
  return best?.rival;
}

/** Keys that these devices have in common with others. */
async function readSharedKeys(trx: Transaction<Database>, ids: readonly string[]): Promise<SharedKey[]> {
  const { rows } = await sql<SharedKey>`
    select own.device_id as id, other.device_id as "rivalId", other.realm <> '' as "hasRealm",
      (dense_rank() over (partition by own.device_id order by own.kind = 'mac',
        case left(own.value, 1) when 'e' then 1 when 'm' then 2 else 3 end, own.value))::int as strength
    from device_identity own
    join device_identity other on other.kind = own.kind and other.value = own.value and other.device_id <> own.device_id
    where own.device_id = any(${uuids(ids)})`.execute(trx);
  return rows;
}

async function readHolders(trx: Transaction<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
  const { rows } = await sql<Holder>`
    select device_id as id, owner_id as "ownerId", held_by as "heldBy" from device
    where device_id = any(${uuids(ids)})`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The next devices behind an id. `last` is undefined when there are no more. */
async function openBatch(
  trx: Transaction<Database>,
  after: string,
  now: Date,
): Promise<{ claims: OpenedClaim[]; last: string | undefined }> {
  // A decision moves keys from one device to another and holds this lock alone.
  await sql`select pg_advisory_xact_lock_shared(${locks.registration})`.execute(trx);
  const { rows: held } = await sql<{ device_id: string }>`
    select device_id from device d
    where held_by is not null and device_id > ${after}::uuid
      and not exists (select from device_claim c where c.device_id = d.device_id)
    order by device_id limit ${batch}`.execute(trx);
  if (held.length === 0) return { claims: [], last: undefined };
  const ids = held.map(({ device_id }) => device_id);
  const keys = await readSharedKeys(trx, ids);
  const holders = await readHolders(trx, [...new Set([...ids, ...keys.map(({ rivalId }) => rivalId)])]);
  const opened = ids.flatMap((id) => {
    const collectorId = holders.get(id)?.heldBy ?? null;
    const rival = chooseRival(
      keys.filter((key) => key.id === id),
      holders,
    );
    return collectorId === null || rival === undefined ? [] : [{ id, collectorId, rival }];
  });
  const { rows: claims } = await sql<OpenedClaim>`
    insert into device_claim (device_id, claim_id, rival_device_id, collector_id, rival_collector_id, opened_at)
    select id, claim_id, rival_id, collector_id, rival_collector_id, ${now}::timestamptz
    from unnest(${uuids(opened.map(({ id }) => id))}, ${uuids(opened.map(() => newId()))},
      ${uuids(opened.map(({ rival }) => rival.id))}, ${uuids(opened.map(({ collectorId }) => collectorId))},
      ${uuids(opened.map(({ rival }) => rival.ownerId))}) as r(id, claim_id, rival_id, collector_id, rival_collector_id)
    order by id
    on conflict (device_id) do nothing
    returning claim_id as "claimId", device_id as "deviceId", rival_device_id as "rivalDeviceId",
      collector_id as "collectorId", rival_collector_id as "rivalCollectorId"`.execute(trx);
  return { claims, last: held.length < batch ? undefined : ids.at(-1) };
}
