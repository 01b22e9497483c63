import type { NeedBasis, RegionKind } from '@platen/contract/parts-needed';
import type { AskedMoments } from '@platen/diagnosis/parts-needed/demand';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf } from '../../device-list/distinct-texts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { inUse, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/** Which devices of the user, and what the regions are. */
export interface NeedSelection {
  readonly user: SignedInUser;
  readonly groupId: number;
  readonly by: RegionKind;
  /** Undefined: all of them. */
  readonly region: string | undefined;
}

/** Judged longer ago than this a need says nothing of the quarter to come. */
const oldestDays = 28;

const needs = sql`device_need n on n.device_id = d.device_id and n.judged_on > current_date - ${sql.raw(String(oldestDays))}
  and cardinality(n.items) > 0`;

/** What a device needs, a row for each item; `asked` is null where an earlier version judged. */
const unnested = sql`cross join lateral unnest(n.items, n.means, n.variances, n.bases, n.asked)
  as u(item, mean, variance, basis, asked)`;
const sums = sql`sum(u.mean)::float8 as mean, sum(u.variance)::float8 as variance, coalesce(sum(u.asked), 0)::int as asked`;

/** Text of the region of `device d`; of groups a row each: `g` must be joined. */
const regionColumns: Readonly<Record<RegionKind, RawBuilder<string>>> = {
  dealer: sql`coalesce(d.dealer_number, '')`,
  customer: sql`coalesce(d.customer_number, '')`,
  group: sql`coalesce(g.group_id::text, '')`,
};
const regionNames: Readonly<Record<RegionKind, RawBuilder<string | null>>> = {
  dealer: sql`max(d.dealer_name)`,
  customer: sql`max(d.customer_name)`,
  group: sql`max(g.name)`,
};

/**
 * The groups of a device that the user is in, for who sees all every group: the name of another group is
 * nothing that its user should learn of.
 */
function joinGroups({ by, user }: NeedSelection): RawBuilder<unknown> {
  if (by !== 'group') return sql``;
  const own = user.groups.map(({ groupId }) => groupId);
  const shown = user.seesAll ? sql`true` : sql`g.group_id = any(${own}::int[])`;
  return sql`left join device_group g on g.group_id = any(d.group_ids) and ${shown}`;
}

/** The condition on `device d`, visibility first; by groups none is counted twice. */
function toWhere(selection: NeedSelection): RawBuilder<boolean> {
  const { user, groupId, by, region } = selection;
  const visible = sql<boolean>`${visibleTo(user, groupId)} and ${inUse}`;
  if (region === undefined) return visible;
  if (by !== 'group') return allOf([visible, sql<boolean>`${regionColumns[by]} = ${region}`]);
  const own = user.groups.map((group) => group.groupId);
  if (region === '')
    return allOf([
      visible,
      user.seesAll ? sql<boolean>`d.group_ids = '{}'` : sql<boolean>`not d.group_ids && ${own}::int[]`,
    ]);
  const id = /^\d{1,9}$/.test(region) ? Number(region) : -1;
  return allOf([visible, visibleTo(user, id === 0 ? -1 : id)]);
}

/** Sums over devices; pieces that rest on each basis. */
export interface SumRow extends AskedMoments {
  readonly series: string | null;
  readonly item: string;
  readonly devices: number;
  readonly date: number;
  readonly life: number;
  readonly rate: number;
}

/** Sums by series and item over the devices of the selection. */
export async function readSums(db: Db, selection: NeedSelection): Promise<SumRow[]> {
  const of = (basis: NeedBasis) => sql`coalesce(sum(u.mean) filter (where u.basis = ${sql.lit(basis)}), 0)::float8`;
  const { rows } = await sql<SumRow>`
    select d.series, u.item, count(*) as devices, ${sums},
      ${of('date')} as date, ${of('life')} as life, ${of('rate')} as rate
    from device d join ${needs}
    ${unnested}
    where ${toWhere(selection)}
    group by d.series, u.item`.execute(db);
  return rows;
}

export interface CountRow {
  readonly all: number;
  readonly counted: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** How many devices there are, how many count, and the days on which those were judged. */
export async function readCounts(db: Db, selection: NeedSelection): Promise<CountRow> {
  const { rows } = await sql<CountRow>`
    select count(*) as "all", count(n.device_id) as counted, min(n.judged_on)::text as "from", max(n.judged_on)::text as "to"
    from device d left join ${needs} where ${toWhere(selection)}`.execute(db);
  return rows[0] ?? { all: 0, counted: 0, from: null, to: null };
}

export interface RegionRow {
  readonly region: string;
  readonly name: string | null;
  readonly devices: number;
}

/** The regions of the selection, whichever of them is chosen, with the most devices first. */
export async function readRegions(
  db: Db,
  selection: NeedSelection,
  limit: number,
): Promise<{ regions: RegionRow[]; count: number }> {
  const { by } = selection;
  const { rows } = await sql<RegionRow & { count: number }>`
    select ${regionColumns[by]} as region, ${regionNames[by]} as name, count(*) as devices, count(*) over () as count
    from device d ${joinGroups(selection)} where ${toWhere({ ...selection, region: undefined })}
    group by 1 order by devices desc, region limit ${limit}`.execute(db);
  return { regions: rows.map(({ region, name, devices }) => ({ region, name, devices })), count: rows[0]?.count ?? 0 };
}

/** One part of devices of these series; null: those whose series is not known. */
export interface PartOf {
  readonly item: string;
  readonly series: string | null;
}

const ofPart = ({ item, series }: PartOf) =>
  sql<boolean>`u.item = ${item} and u.mean > 0 and d.series is not distinct from ${series}::text`;

export interface DeviceRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerName: string | null;
  readonly customerNumber: string | null;
  readonly expected: number;
  readonly basis: NeedBasis;
  readonly isAsked: boolean;
}

/** The devices that will need a part most likely. */
export async function readDevices(
  db: Db,
  selection: NeedSelection,
  part: PartOf,
  limit: number,
): Promise<{ devices: DeviceRow[]; count: number }> {
  const { rows } = await sql<DeviceRow & { count: number }>`
    select d.device_id as "deviceId", d.serial, d.model, d.customer_name as "customerName",
      d.customer_number as "customerNumber", u.mean::float8 as expected, u.basis,
      coalesce(u.asked, 0) > 0 as "isAsked", count(*) over () as count
    from device d join ${needs} ${unnested}
    where ${toWhere(selection)} and ${ofPart(part)}
    order by u.mean desc, d.serial, d.device_id limit ${limit}`.execute(db);
  return { devices: rows, count: rows[0]?.count ?? 0 };
}

export interface PartRegionRow extends RegionRow, AskedMoments {}

/** Sums of a part by region, the most needed first. */
export async function readPartRegions(
  db: Db,
  selection: NeedSelection,
  part: PartOf,
  limit: number,
): Promise<{ regions: PartRegionRow[]; count: number }> {
  const { by } = selection;
  const { rows } = await sql<PartRegionRow & { count: number }>`
    select ${regionColumns[by]} as region, ${regionNames[by]} as name, count(*) as devices,
      ${sums}, count(*) over () as count
    from device d join ${needs} ${unnested} ${joinGroups(selection)}
    where ${toWhere(selection)} and ${ofPart(part)}
    group by 1 order by mean desc, region limit ${limit}`.execute(db);
  return { regions: rows, count: rows[0]?.count ?? 0 };
}
