import type { FactRow, FactView } from '@platen/contract/device-facts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf, toContains } from '../../device-list/distinct-texts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { inUse, organisationVisibleTo, visibleTo } from '../../identity/visibility.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { sqlPerson } from '../../store/person-of.ts';
import { readProbable, toNetwork } from './probable-organisation.ts';

type Db = Kysely<Database>;

/** Devices `d` with facts `f`, weight `w`, place `p` and the organisation `own` that they belong to. */
const joined = sql`device d left join device_fact f on f.device_id = d.device_id
  left join device_weight w on w.device_id = d.device_id
  left join device_place p on p.device_id = d.device_id
  left join organisation own on own.organisation_id = d.organisation_id`;

/** The dealer of `d` within which asset numbers are unique. */
const dealer = sql<string>`coalesce(own.dealer_id::text, d.dealer_number, '')`;

/** Asset numbers of devices that the user sees, with what they are unique within. */
const numbered = (user: SignedInUser) => sql`device_fact f join device d on d.device_id = f.device_id
  left join organisation own on own.organisation_id = d.organisation_id
  where f.asset_number is not null and ${visibleTo(user)}`;

/** Retired, and it reported on a later day. */
const reportsAgain = sql<boolean>`coalesce((d.updated_at at time zone 'utc')::date > d.retired_on, false)`;

const factItem = sql`json_build_object(
  'assetNumber', f.asset_number, 'place', f.place, 'contact', f.contact, 'contract', f.contract, 'notes', f.notes,
  'weight', w.weight, 'retiredOn', to_char(d.retired_on, 'YYYY-MM-DD'), 'reportsAgain', ${reportsAgain},
  'version', coalesce(f.version, 0), 'changedBy', ${sqlPerson('f.changed_by')},
  'changedAt', to_char(f.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * What is above the own tree is not named; a user without an organisation may read where a device belongs.
 */
const mayName = (user: SignedInUser): RawBuilder<boolean> =>
  (user.organisationId ?? null) === null ? sql<boolean>`true` : organisationVisibleTo(user);

const isPlaced = sql<boolean>`coalesce(own.kind in ('customer', 'site'), false)`;

const rowItems = (user: SignedInUser) => sql`
  d.device_id as "deviceId", d.serial, d.model, ${factItem} as facts,
  (select json_build_object('organisationId', o.organisation_id, 'name', o.name, 'kind', o.kind)
    from organisation o where o.organisation_id = d.organisation_id and ${mayName(user)}) as organisation,
  p.organisation_id is not null as "byHand",
  json_build_object('dealerNumber', d.dealer_number, 'customerNumber', d.customer_number,
    'customerName', d.customer_name) as reported,
  ${dealer} as dealer, d.collector_id as "collectorId", d.organisation_id as "organisationId",
  d.address_text as address, ${isPlaced} as "isPlaced"`;

interface StoredRow extends Omit<FactRow, 'facts' | 'probably'> {
  readonly facts: Omit<FactRow['facts'], 'isDouble'>;
  readonly dealer: string;
  readonly collectorId: string | null;
  readonly organisationId: string | null;
  readonly address: string | null;
  readonly isPlaced: boolean;
}

export type StoredFacts = Omit<FactRow, 'probably'>;

/** One device, which the user was checked to see. */
export async function readFacts(db: Db, user: SignedInUser, deviceId: string): Promise<StoredFacts | undefined> {
  const rows = await readRows(db, user, [deviceId]);
  const isDouble = await readDoubles(db, user, rows);
  return rows.map((row) => toFacts(row, isDouble(row)))[0];
}

/** In the order of their ids here. */
async function readRows(db: Db, user: SignedInUser, ids: readonly string[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${rowItems(user)} from ${joined} where d.device_id = any(${uuids(ids)}) and ${visibleTo(user)}`.execute(db);
  const found = new Map(rows.map((row) => [row.deviceId, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const toFacts = (row: StoredRow, isDouble: boolean): StoredFacts => {
  const {
    dealer: _dealer,
    collectorId: _collector,
    organisationId: _id,
    address: _address,
    isPlaced: _is,
    ...shown
  } = row;
  return { ...shown, facts: { ...row.facts, isDouble } };
};

/** Which of these have an asset number that another device of the dealer has, as far as the user sees it. */
async function readDoubles(
  db: Db,
  user: SignedInUser,
  devices: readonly StoredRow[],
): Promise<(row: StoredRow) => boolean> {
  const numbers = devices.flatMap(({ facts }) => facts.assetNumber ?? []);
  if (numbers.length === 0) return () => false;
  const { rows } = await sql<{ key: string }>`
    select n.key from (
      select json_build_array(f.asset_number, ${dealer})::text as key from ${numbered(user)}
        and f.asset_number = any(${numbers}::text[])) n
    group by n.key having count(*) > 1`.execute(db);
  const doubles = new Set(rows.map(({ key }) => JSON.stringify(JSON.parse(key))));
  return ({ facts, dealer: of }) => doubles.has(JSON.stringify([facts.assetNumber, of]));
}

const views: Readonly<Record<FactView, (user: SignedInUser) => RawBuilder<boolean>>> = {
  all: () => inUse,
  /** Of no customer or site: its dealer's, or the operator's. */
  notPlaced: () => sql<boolean>`${inUse} and not exists (select from organisation o
    where o.organisation_id = d.organisation_id and o.kind in ('customer', 'site'))`,
  byHand: () => sql<boolean>`${inUse} and p.organisation_id is not null`,
  doubles: (user) => sql<boolean>`${inUse} and d.device_id in (
    select n.device_id from (
      select d.device_id, count(*) over (partition by f.asset_number, ${dealer}) as devices from ${numbered(user)}) n
    where n.devices > 1)`,
  withoutAsset: () => sql<boolean>`${inUse} and f.asset_number is null`,
  retired: () => sql<boolean>`d.retired_on is not null`,
  reportsAgain: () => reportsAgain,
};

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
  // What is shown of them is made behind the order: made for each, it would be sorted along.
  const [page, counted] = await Promise.all([
    sql<{ id: string }>`
      select d.device_id as id ${found}
      order by d.serial nulls last, d.device_id limit ${limit + 1} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  const rows = await readRows(
    db,
    user,
    page.rows.slice(0, limit).map(({ id }) => id),
  );
  const [isDouble, toProbable] = await Promise.all([
    readDoubles(db, user, rows),
    readProbable(
      db,
      { visible: visibleTo(user), mayName: mayName(user) },
      rows.filter((row) => !row.isPlaced),
    ),
  ]);
  return {
    rows: rows.map((row) => ({
      ...toFacts(row, isDouble(row)),
      probably: row.isPlaced ? null : toProbable({ ...row, network: toNetwork(row.address) }),
    })),
    hasMore: page.rows.length > limit,
    total: counted.rows[0]?.total ?? 0,
  };
}
