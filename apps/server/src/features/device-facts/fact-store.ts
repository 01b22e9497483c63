import type { DeviceFacts, FactRow, FactView } from '@platen/contract/device-facts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf, toContains } from '../../device-list/distinct-texts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { inUse, organisationVisibleTo, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { markMetersDue } from '../../store/mark-meters-due.ts';
import { sqlPerson } from '../../store/person-of.ts';
import { retireDevice } from '../../store/retire-device.ts';

type Db = Kysely<Database>;

/** What of the dealer's, as far as the user sees it, has the asset number of `f` and `d` as well. */
const isDouble = (user: SignedInUser) => sql<boolean>`f.asset_number is not null and exists (
  select from device_fact g join device x on x.device_id = g.device_id
  where g.asset_number = f.asset_number and g.device_id <> d.device_id and ${dealerOf('x')} = ${dealerOf('d')}
    and x.device_id in (select d.device_id from device d where d.device_id = x.device_id and ${visibleTo(user)}))`;

/** The dealer within which asset numbers are unique. */
const dealerOf = (device: string): RawBuilder<string> => sql<string>`coalesce(
  (select k.dealer_id::text from organisation k where k.organisation_id = ${sql.ref(`${device}.organisation_id`)}),
  ${sql.ref(`${device}.dealer_number`)}, '')`;

/** Retired, and it reported on a later day. */
const reportsAgain = sql<boolean>`coalesce((d.updated_at at time zone 'utc')::date > d.retired_on, false)`;

const factItem = (user: SignedInUser) => sql`json_build_object(
  'assetNumber', f.asset_number, 'place', f.place, 'contact', f.contact, 'contract', f.contract, 'notes', f.notes,
  'weight', w.weight, 'retiredOn', to_char(d.retired_on, 'YYYY-MM-DD'), 'reportsAgain', ${reportsAgain},
  'version', coalesce(f.version, 0), 'changedBy', ${sqlPerson('f.changed_by')},
  'changedAt', to_char(f.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isDouble', ${isDouble(user)})`;

/** An organisation that the user may see; those above the own tree are not named. */
const organisationItem = (user: SignedInUser, id: RawBuilder<unknown>) => sql`(
  select json_build_object('organisationId', o.organisation_id, 'name', o.name, 'kind', o.kind)
  from organisation o where o.organisation_id = ${id} and ${
    // A user without an organisation, who sees the device, may read where it belongs.
    (user.organisationId ?? null) === null ? sql<boolean>`true` : organisationVisibleTo(user)
  })`;

const rowItems = (user: SignedInUser) => sql`
  d.device_id as "deviceId", d.serial, d.model, ${factItem(user)} as facts,
  ${organisationItem(user, sql`d.organisation_id`)} as organisation,
  p.organisation_id is not null as "byHand",
  json_build_object('dealerNumber', d.dealer_number, 'customerNumber', d.customer_number,
    'customerName', d.customer_name) as reported`;
const joined = sql`device d left join device_fact f on f.device_id = d.device_id
  left join device_weight w on w.device_id = d.device_id
  left join device_place p on p.device_id = d.device_id`;

export type StoredFacts = Omit<FactRow, 'probably'>;

/** One device, which the user was checked to see. */
export async function readFacts(db: Db, user: SignedInUser, deviceId: string): Promise<StoredFacts | undefined> {
  const { rows } = await sql<StoredFacts>`
    select ${rowItems(user)} from ${joined} where d.device_id = ${deviceId} and ${visibleTo(user)}`.execute(db);
  return rows[0];
}

const views: Readonly<Record<FactView, (user: SignedInUser) => RawBuilder<boolean>>> = {
  all: () => inUse,
  /** Of no customer or site: its dealer's, or the operator's. */
  notPlaced: () => sql<boolean>`${inUse} and not exists (select from organisation o
    where o.organisation_id = d.organisation_id and o.kind in ('customer', 'site'))`,
  byHand: () => sql<boolean>`${inUse} and p.organisation_id is not null`,
  doubles: (user) => sql<boolean>`${inUse} and ${isDouble(user)}`,
  withoutAsset: () => sql<boolean>`${inUse} and f.asset_number is null`,
  retired: () => sql<boolean>`d.retired_on is not null`,
  reportsAgain: () => reportsAgain,
};

/** The first three numbers of an IPv4 address: its network, as far as a rule of thumb goes. */
const networkOf = (device: string) =>
  sql`substring(${sql.ref(`${device}.address_text`)} from '(\\d+\\.\\d+\\.\\d+)\\.\\d+')`;

/**
 * The customer or site of its dealer to which more than half of the devices of the same collector belong
 * (OA-43); where there are any of the same network, those alone count. Of several alike none is guessed.
 */
const probably = (user: SignedInUser) => sql`case when not exists (select from organisation k
    where k.organisation_id = d.organisation_id and k.kind in ('customer', 'site')) then (
  select ${organisationItem(user, sql`most.id`)} from (
    select x.organisation_id as id, count(*) as devices, sum(count(*)) over () as of_collector,
      count(*) filter (where ${networkOf('x')} = ${networkOf('d')}) as near,
      sum(count(*) filter (where ${networkOf('x')} = ${networkOf('d')})) over () as of_network
    from device x join organisation k on k.organisation_id = x.organisation_id
    where x.collector_id = d.collector_id and k.kind in ('customer', 'site')
      and (d.organisation_id is null or d.organisation_id = any(k.path))
      and x.device_id in (select d.device_id from device d where d.device_id = x.device_id and ${visibleTo(user)})
    group by x.organisation_id order by near desc, devices desc limit 1) most
  where case when of_network > 0 then near * 2 > of_network else devices * 2 > of_collector end) end`;

export interface FactPage {
  readonly view: FactView;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the devices that the user may see, by serial number. */
export async function readFactPage(
  db: Db,
  user: SignedInUser,
  { view, search, offset, limit }: FactPage,
): Promise<{ rows: FactRow[]; hasMore: boolean; total: number }> {
  const pattern = toContains(search);
  const conditions = [
    visibleTo(user),
    views[view](user),
    ...(search === ''
      ? []
      : [
          sql<boolean>`(d.search_text like lower(${pattern}) or f.asset_number ilike ${pattern} or f.place ilike ${pattern}
            or f.contract ilike ${pattern})`,
        ]),
  ];
  const found = sql`from ${joined} where ${allOf(conditions)}`;
  const [page, counted] = await Promise.all([
    sql<FactRow>`
      select ${rowItems(user)}, ${probably(user)} as probably ${found}
      order by d.serial nulls last, d.device_id limit ${limit + 1} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  return {
    rows: page.rows.slice(0, limit),
    hasMore: page.rows.length > limit,
    total: counted.rows[0]?.total ?? 0,
  };
}

export type FactFields = Pick<
  DeviceFacts,
  'assetNumber' | 'place' | 'contact' | 'contract' | 'notes' | 'weight' | 'retiredOn'
>;

interface Written {
  readonly userId: string | null;
  readonly deviceId: string;
  readonly before: FactFields;
  readonly after: FactFields;
}

/** Writes facts of a device; each change has the next version. */
export async function writeFacts(db: Db, { userId, deviceId, before, after: facts }: Written): Promise<void> {
  const values = {
    asset_number: facts.assetNumber,
    place: facts.place,
    contact: facts.contact,
    contract: facts.contract,
    notes: facts.notes,
    changed_by: userId,
    changed_at: new Date(),
  };
  await db
    .insertInto('device_fact')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ ...values, version: sql`device_fact.version + 1` }),
    )
    .execute();
  await markMetersDue(db, [deviceId]);
  await writeStanding(db, { userId, deviceId, before, after: facts });
}

/** Weight and retirement decide what is work: the device is evaluated again. */
async function writeStanding(db: Db, { userId, deviceId, before, after }: Written): Promise<void> {
  const { weight, retiredOn } = after;
  if (retiredOn !== before.retiredOn) await retireDevice(db, deviceId, retiredOn);
  const isWeighed = weight !== before.weight;
  if (isWeighed && weight === null) await sql`delete from device_weight where device_id = ${deviceId}`.execute(db);
  if (isWeighed || retiredOn !== before.retiredOn)
    await sql`
      update evaluation set asked_at = clock_timestamp(), weight_version = weight_version + ${Number(isWeighed)}
      where entity_id = ${deviceId}`.execute(db);
  if (isWeighed && weight !== null)
    await sql`
      insert into device_weight (device_id, weight, reason, set_by, version)
      values (${deviceId}, ${weight}, '', ${userId},
        coalesce((select weight_version from evaluation where entity_id = ${deviceId}), 1))
      on conflict (device_id) do update set weight = excluded.weight, reason = excluded.reason,
        set_by = excluded.set_by, version = excluded.version`.execute(db);
}

/** Facts of the devices with these serial numbers that the user sees; a number may be that of several. */
export async function findBySerial(
  db: Db,
  user: SignedInUser,
  serials: readonly string[],
): Promise<(FactFields & { deviceId: string; serial: string })[]> {
  const { rows } = await sql<FactFields & { deviceId: string; serial: string }>`
    select d.device_id as "deviceId", d.serial, f.asset_number as "assetNumber", f.place, f.contact, f.contract, f.notes,
      w.weight, to_char(d.retired_on, 'YYYY-MM-DD') as "retiredOn"
    from device d left join device_fact f on f.device_id = d.device_id
      left join device_weight w on w.device_id = d.device_id
    where d.serial = any(${serials}::text[]) and ${visibleTo(user)}`.execute(db);
  return rows;
}
