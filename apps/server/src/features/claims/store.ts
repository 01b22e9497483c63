import type { ClaimDecision } from '@platen/contract/device-merges';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy, managesCollectors, visibleTo } from '../../identity/visibility.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { watchDevices } from '../../store/device-watch.ts';
import { putIn, takeOut } from '../../store/fleet-totals.ts';
import { lockDevices } from '../../store/lock-devices.ts';

/** A report of a device outside the scope of its key: the device that holds it and the one it seems to be. */
export interface ClaimRow {
  readonly claimId: string;
  readonly openedAt: Date;
  readonly held: ClaimedDevice;
  readonly rival: ClaimedDevice;
  readonly isOneDealer: boolean;
  /** First and last report that is held (UTC). */
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly decision: ClaimDecision | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly fromDay: string | null;
}

export interface ClaimedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly macAddress: string | null;
  readonly model: string | null;
  readonly dealerNumber: string | null;
  readonly customerNumber: string | null;
  /** Name of the collector that registered it. */
  readonly collector: string | null;
}

interface DeviceRecord {
  readonly device: ClaimedDevice;
  readonly dealerId: string | null;
}

/** Records of devices, each with the name of the collector that registered it, by device id. */
export async function readRecords(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, DeviceRecord>> {
  const { rows } = await sql<ClaimedDevice & Pick<DeviceRecord, 'dealerId'>>`
    select d.device_id as "deviceId", d.serial, d.mac_address as "macAddress", d.model, d.dealer_number as "dealerNumber",
      d.customer_number as "customerNumber", c.name as collector, o.dealer_id as "dealerId"
    from device d left join collector c on c.collector_id = d.owner_id
      left join organisation o on o.organisation_id = d.organisation_id
    where d.device_id = any(${uuids(ids)})`.execute(db);
  return new Map(rows.map(({ dealerId, ...device }) => [device.deviceId, { device, dealerId }]));
}

interface StoredClaim extends Omit<ClaimRow, 'held' | 'rival' | 'isOneDealer'> {
  readonly deviceId: string;
  readonly rivalId: string;
  /** Names of the collectors as they were when the claim was opened. */
  readonly collector: string | null;
  readonly rivalCollector: string | null;
}

async function select(db: Kysely<Database>, rest: RawBuilder<unknown>): Promise<ClaimRow[]> {
  const { rows } = await sql<StoredClaim>`
    select c.claim_id as "claimId", c.opened_at as "openedAt", c.device_id as "deviceId", c.rival_device_id as "rivalId",
      hc.name as collector, rc.name as "rivalCollector",
      (select min(observed_at) from device_report r where r.device_id = c.device_id) as "firstAt",
      (select max(observed_at) from device_report r where r.device_id = c.device_id) as "lastAt",
      c.decision, c.decided_at as "decidedAt", c.decided_by as "decidedBy", c.from_day as "fromDay"
    from device_claim c
      left join collector hc on hc.collector_id = c.collector_id
      left join collector rc on rc.collector_id = c.rival_collector_id
    ${rest}`.execute(db);
  // The rival may lie on another shard.
  const records = await readRecords(
    db,
    rows.flatMap(({ deviceId, rivalId }) => [deviceId, rivalId]),
  );
  return rows.flatMap(({ deviceId, rivalId, collector, rivalCollector, ...claim }) => {
    const [held, rival] = [records.get(deviceId), records.get(rivalId)];
    if (held === undefined || rival === undefined) return [];
    const isOneDealer = held.device.dealerNumber === rival.device.dealerNumber && held.dealerId === rival.dealerId;
    return [
      {
        ...claim,
        held: { ...held.device, collector },
        rival: { ...rival.device, collector: rivalCollector },
        isOneDealer,
      },
    ];
  });
}

interface Selection {
  /** Those that were decided as well. */
  readonly all?: boolean;
  readonly limit: number;
  readonly offset?: number;
  /** Those that this user may decide; left out: any. */
  readonly user?: SignedInUser;
}

export async function listClaims(
  db: Kysely<Database>,
  { all = false, limit, offset = 0, user }: Selection,
): Promise<ClaimRow[]> {
  const which = sql`${decidedBy(user)} and ${all ? sql`true` : sql`c.decided_at is null`}`;
  return await select(db, sql`where ${which} order by c.opened_at, c.claim_id limit ${limit} offset ${offset}`);
}

export async function findClaim(
  db: Kysely<Database>,
  claimId: string,
  user?: SignedInUser,
): Promise<ClaimRow | undefined> {
  return (await select(db, sql`where c.claim_id = ${claimId} and ${decidedBy(user)}`))[0];
}

/** How many claims wait for this user. */
export async function countOpenClaims(db: Kysely<Database>, user: SignedInUser): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_claim c where c.decided_at is null and ${decidedBy(user)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The condition on `device_claim c` for those that the user may decide: who manages all collectors any;
 * others those between a device that they see and a collector of the own tree.
 */
const decidedBy = (user: SignedInUser | undefined): RawBuilder<boolean> =>
  user === undefined || managesCollectors(user)
    ? sql<boolean>`true`
    : sql<boolean>`c.rival_device_id in (select d.device_id from device d where ${visibleTo(user)})
      and c.collector_id in (select c.collector_id from collector c where ${collectorManagedBy(user)})`;

export interface LockedClaim {
  deviceId: string;
  rivalId: string;
  collectorId: string;
  decision: ClaimDecision | null;
  /** Day (UTC) of the first report that is held. */
  firstDay: string | null;
}

/** Locks a claim and the rows of its two devices, in the order of their ids as deliveries do. */
export async function lockClaim(trx: Transaction<Database>, claimId: string): Promise<LockedClaim | undefined> {
  // Its device is its shard: a row is locked by both.
  const found = await sql<{ id: string }>`
    select device_id as id from device_claim where claim_id = ${claimId}`.execute(trx);
  const [{ id } = { id: null }] = found.rows;
  const { rows } = await sql<LockedClaim>`
    select device_id as "deviceId", rival_device_id as "rivalId", collector_id as "collectorId", decision,
      (select (min(observed_at) at time zone 'UTC')::date from device_report r where r.device_id = c.device_id) as "firstDay"
    from device_claim c where device_id = ${id} and claim_id = ${claimId} for update`.execute(trx);
  const [claim] = rows;
  if (claim !== undefined) await lockDevices(trx, [claim.deviceId, claim.rivalId]);
  return claim;
}

/** Makes a held device visible, as its new owner's; with a day, one whose history begins there. */
export async function release(trx: Transaction<Database>, deviceId: string, fromDay: string | null): Promise<void> {
  await takeOut(trx, [deviceId]);
  const { rows } = await sql<{ device_id: string; updated_at: Date; status: string }>`
    update device set held_by = null, history_from = ${fromDay}::date where device_id = ${deviceId}
    returning device_id, updated_at, status`.execute(trx);
  await putIn(trx, [deviceId]);
  await watchDevices(trx, rows);
}

/**
 * Gives the serial numbers of the rival to the held device and takes all keys from the rival. Where both have
 * a key the held device takes the rival's place among the devices with it.
 */
export async function takeOverKeys(trx: Transaction<Database>, { deviceId, rivalId }: LockedClaim): Promise<void> {
  const { rows: given } = await sql<{ kind: string; value: string; realm: string }>`
    delete from device_identity where device_id = ${rivalId} returning kind, value, realm`.execute(trx);
  const keys = JSON.stringify(given);
  const keysOf = sql`json_to_recordset(${keys}::json) as k(kind text, value text, realm text)`;
  await sql`
    update device_identity i set realm = k.realm from ${keysOf}
    where i.device_id = ${deviceId} and i.kind = k.kind and i.value = k.value`.execute(trx);
  await sql`
    insert into device_identity (kind, value, realm, device_id)
    select kind, value, realm, ${deviceId} from ${keysOf}
    where kind = 'serial' and not exists (
      select from device_identity i where i.device_id = ${deviceId} and i.kind = k.kind and i.value = k.value)
    on conflict do nothing`.execute(trx);
}

/** Other open claims to the same device now are claims to the one that took its place. */
export async function redirectClaims(
  trx: Transaction<Database>,
  { deviceId, rivalId, collectorId }: LockedClaim,
): Promise<void> {
  await sql`
    update device_claim set rival_device_id = ${deviceId}, rival_collector_id = ${collectorId}
    where rival_device_id = ${rivalId} and device_id <> ${deviceId} and decided_at is null`.execute(trx);
}

/** Deletes what is stored of a device from before a day (UTC). */
export async function cutBefore(trx: Transaction<Database>, deviceId: string, day: string): Promise<void> {
  for (const [table, column] of [
    ['counter_day', 'day'],
    ['reading_day', 'day'],
    ['device_replacement', 'replaced_on'],
    ['counter_break', 'day'],
  ] as const)
    await sql`delete from ${sql.table(table)} where device_id = ${deviceId} and ${sql.ref(column)} < ${day}::date`.execute(
      trx,
    );
  for (const [table, column] of [
    ['device_report', 'observed_at'],
    ['device_error', 'occurred_at'],
    ['section_reading', 'read_at'],
    ['code_note', 'first_after'],
    ['code_proposal', 'proposed_at'],
  ] as const)
    await sql`
      delete from ${sql.table(table)}
      where device_id = ${deviceId} and ${sql.ref(column)} < (${day}::date)::timestamp at time zone 'UTC'`.execute(trx);
  await sql`
    delete from section_version v where v.device_id = ${deviceId} and not exists (
      select from reading_day r where r.device_id = v.device_id and v.digest = case v.section
        when 'codes' then r.codes_digest when 'firmware' then r.firmware_digest else r.network_digest end)
    and not exists (
      select from section_reading s where s.device_id = v.device_id and s.section = v.section and s.digest = v.digest)`.execute(
    trx,
  );
  await sql`
    update device_section set body = (
      select coalesce(json_agg(e order by place), '[]') from json_array_elements(body) with ordinality as listed(e, place)
      where (e ->> 'occurredAt')::timestamptz >= (${day}::date)::timestamp at time zone 'UTC')
    where device_id = ${deviceId} and section = 'errors'`.execute(trx);
  // The text is another now: without its digest the next report is compared with nothing and written.
  await sql`
    update section_provenance set provenance = jsonb_set(provenance, '{sections,errors,1}', '""')
    where device_id = ${deviceId} and provenance -> 'sections' ? 'errors'`.execute(trx);
}

export async function closeClaim(
  trx: Transaction<Database>,
  claimId: string,
  { decision, actor, now, fromDay }: { decision: ClaimDecision; actor: string; now: Date; fromDay: string | null },
): Promise<void> {
  await trx
    .updateTable('device_claim')
    .set({ decision, decided_at: now, decided_by: actor, from_day: fromDay })
    .where('claim_id', '=', claimId)
    .execute();
}
