import { can } from '@platen/contract/rights';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../identity/visibility.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';

type Db = Kysely<Database>;

/** A condition with what it is about. */
interface AboutEntity {
  readonly rowId: string;
  readonly entity: 'device' | 'collector' | 'customer';
  readonly conditionId: string;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
}

/** What the owner of a channel sees of the entity of a condition. */
export interface Share {
  /** Of a collector; null: the owner may not know it. */
  readonly name: string | null;
  readonly customerName: string | null;
  /** Devices of a collector or customer that a limited owner sees; null: no limit. */
  readonly devices: number | null;
}

/**
 * Of collectors and customers what the owner sees, by their devices. Each kind is read by itself: one
 * statement for all would follow their rows into the devices, which a cluster refuses (0965).
 */
export async function readShares(
  db: Db,
  owner: SignedInUser,
  rows: readonly AboutEntity[],
): Promise<(row: AboutEntity) => Share> {
  const collectors = rows.filter(({ entity }) => entity === 'collector').map(({ rowId }) => rowId);
  const customers = rows.filter(({ entity }) => entity === 'customer');
  const names = await readCollectorNames(db, owner, collectors);
  const customerNames = await readCustomerNames(
    db,
    owner,
    customers.flatMap(({ customerNumber }) => customerNumber ?? []),
  );
  const counts = owner.seesAll
    ? new Map<string, number>()
    : new Map([
        ...(await countByCollector(db, owner, collectors)),
        ...(await countMembers(
          db,
          owner,
          customers.map(({ conditionId }) => conditionId),
        )),
      ]);
  return ({ rowId, entity, conditionId, customerNumber, customerName }) => ({
    name: names.get(rowId) ?? null,
    customerName: entity === 'customer' ? (customerNames.get(customerNumber ?? '') ?? null) : customerName,
    devices:
      owner.seesAll || entity === 'device' ? null : (counts.get(entity === 'collector' ? rowId : conditionId) ?? 0),
  });
}

type Found<Value> = Promise<ReadonlyMap<string, Value>>;

async function readCollectorNames(db: Db, owner: SignedInUser, ids: readonly string[]): Found<string> {
  if (ids.length === 0) return new Map();
  const mayName = collectorVisibleTo(owner, can(owner, 'seeCollectors') ? 'some' : 'own');
  const { rows } = await sql<{ id: string; name: string }>`
    select c.collector_id as id, c.name from collector c
    where c.collector_id = any(${uuids(ids)}) and ${mayName}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readCustomerNames(db: Db, owner: SignedInUser, numbers: readonly string[]): Found<string | null> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ number: string; name: string | null }>`
    select d.customer_number as number, max(d.customer_name) as name from device d
    where d.customer_number = any(${[...numbers]}::text[]) and ${visibleTo(owner)} group by d.customer_number`.execute(
    db,
  );
  return new Map(rows.map(({ number, name }) => [number, name]));
}

/** Visible devices by collector. */
async function countByCollector(db: Db, owner: SignedInUser, ids: readonly string[]): Found<number> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; n: number }>`
    select d.collector_id as id, count(*)::int as n from device d
    where d.collector_id = any(${uuids(ids)}) and ${visibleTo(owner)} group by d.collector_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Visible devices whose conditions these hold, by condition. */
async function countMembers(db: Db, owner: SignedInUser, conditionIds: readonly string[]): Found<number> {
  if (conditionIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; n: number }>`
    select m.inhibited_by as id, count(distinct m.entity_id)::int as n
    from condition m join device d on d.device_id = m.entity_id
    where m.inhibited_by = any(${uuids(conditionIds)}) and ${visibleTo(owner)} group by m.inhibited_by`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
