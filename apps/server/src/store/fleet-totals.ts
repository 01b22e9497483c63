import { type Kysely, type RawBuilder, sql } from 'kysely';
import { uuids } from './binary-array.ts';
import type { Database } from './database.ts';
import { readInOneSnapshot } from './device-ranges.ts';
import { noteTexts } from './search-totals.ts';
import { inTransaction, locks } from './transactions.ts';

/** What devices of a cell have in common. */
const cell = sql.raw('group_ids, dealer_number, dealer_name, is_held');
/** In the place of the collector that holds a device. */
const heldBy = '00000000-0000-0000-0000-000000000000';

/**
 * Cells of the fleet (0550), to stand in a statement as `device d` does: the same conditions on groups and
 * dealers hold. Held devices have cells of their own, so that a delivery writes the same rows for them as for
 * any new device; retired ones are in none. `devices` and `stopped` must be summed.
 */
export const cells = sql`(
  select ${cell}, case when is_held then '${sql.raw(heldBy)}'::uuid end as held_by, null::date as retired_on, devices, stopped
  from (
    select ${cell}, devices, stopped from fleet_total
    union all
    select ${cell}, devices, stopped from fleet_total_change
  ) known)`;

/** The number of devices, or of stopped ones, in the cells for which a condition on `cells d` holds. */
export const sumOfCells = (what: 'devices' | 'stopped', where: RawBuilder<boolean>) =>
  sql<{ total: number }>`select coalesce(sum(d.${sql.ref(what)}), 0)::bigint as total from ${cells} d where ${where}`;

/** Digest of the groups of `device d` or `cells d`, as in the index `device_by_cell_status` (0790). */
export const digestOfGroups = sql<string>`hash_array_extended(d.group_ids, 0)`;

export interface CountedDevices {
  total: number;
  /** All devices, whether the user sees them or not; undefined where devices were counted. */
  fleet?: number;
  /** Different sets of groups that these devices have. */
  cells?: number;
}

/** The number of devices for which a condition on `cells d` holds, and that of the fleet. */
export const countByCells = (where: RawBuilder<boolean>) =>
  sql<CountedDevices>`select coalesce(sum(d.devices) filter (where ${where}), 0)::bigint as total,
    coalesce(sum(d.devices), 0)::bigint as fleet, count(distinct ${digestOfGroups}) filter (where ${where}) as cells from ${cells} d`;

/** One row for each cell that differs; `changes` has the columns of a cell with signed numbers. */
const noteChanges = (changes: RawBuilder<unknown>) => sql`
  insert into fleet_total_change (${cell}, devices, stopped)
  select ${cell}, sum(devices), sum(stopped) from (${changes}) change
  group by ${cell} having sum(devices) <> 0 or sum(stopped) <> 0`;

const cellOfDevice = sql`d.group_ids, d.dealer_number, d.dealer_name, d.held_by is not null as is_held`;

/** What of devices is about to change: `stopped` leaves groups and searched texts as they are. */
type Changing = 'all' | 'stopped';

const noteAsTheyAre = (deviceIds: readonly string[], sign: 1 | -1, changing: Changing) => sql`
  with seen as materialized (
    select ${cellOfDevice}, ${sql.lit(sign)} as devices, ${sql.lit(sign)} * d.is_stopped::int as stopped, d.search_text
    from device d where d.device_id = any(${uuids(deviceIds)}) and d.retired_on is null
  )${changing === 'all' ? sql`, noted as (${noteTexts(sql`seen`)})` : sql``}
  ${noteChanges(sql`select ${cell}, devices, stopped from seen`)}`;

/**
 * Takes devices out of the totals, before something changes to which cell they belong, whether they have
 * stopped, or what of them is searched (0730). The transaction holds `locks.groups` (shared will do) and,
 * from an earlier statement on, the rows.
 */
export async function takeOut(
  trx: Kysely<Database>,
  deviceIds: readonly string[],
  changing: Changing = 'all',
): Promise<void> {
  if (deviceIds.length > 0) await noteAsTheyAre(deviceIds, -1, changing).execute(trx);
}

/**
 * Puts devices into the totals as they are now: new ones, and those that were taken out for the same change.
 */
export async function putIn(
  trx: Kysely<Database>,
  deviceIds: readonly string[],
  changing: Changing = 'all',
): Promise<void> {
  if (deviceIds.length > 0) await noteAsTheyAre(deviceIds, 1, changing).execute(trx);
}

/** What is noted of a device in use that moved from groups to others. */
export interface MovedDevice {
  readonly is_held: boolean;
  readonly is_stopped: boolean;
  readonly dealer_number: string | null;
  readonly dealer_name: string | null;
  readonly search_text: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Moves devices between cells. The totals lie on the coordinator of a cluster, devices on its shards: one
 * statement cannot change both (0968).
 */
export async function noteMoves(trx: Kysely<Database>, moved: readonly MovedDevice[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    with moved as materialized (
      select m.*, case when side.sign < 0 then m.before else m.after end as group_ids, side.sign as devices,
        side.sign * m.is_stopped::int as stopped
      from json_to_recordset(${JSON.stringify(moved)}::json) as m(is_held boolean, is_stopped boolean,
        dealer_number text, dealer_name text, search_text text, before int[], after int[])
      cross join (values (-1), (1)) side(sign)
    ), noted as (${noteTexts(sql`moved`)})
    ${noteChanges(sql`select ${cell}, devices, stopped from moved`)}`.execute(trx);
}

/** Notes that devices, which were not, are stopped. The transaction holds their rows and `locks.groups`. */
export async function noteStopped(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  await noteChanges(sql`
    select ${cellOfDevice}, 0 as devices, 1 as stopped from device d where d.device_id = any(${uuids(deviceIds)})`).execute(
    trx,
  );
}

const cellKey = sql`md5(jsonb_build_array(group_ids, dealer_number, dealer_name)::text || case when is_held then 'held' else '' end)::uuid`;

/** Adds the changes to the totals. One at a time; returns false where another is at it. */
export async function foldTotals(db: Kysely<Database>): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    if (!(await isAlone(trx))) return false;
    await sql`
      with gone as (delete from fleet_total_change returning ${cell}, devices, stopped)
      insert into fleet_total as t (cell, ${cell}, devices, stopped)
      select ${cellKey}, ${cell}, sum(devices), sum(stopped) from gone group by ${cell}
      on conflict (cell) do update set devices = t.devices + excluded.devices, stopped = t.stopped + excluded.stopped`.execute(
      trx,
    );
    await sql`delete from fleet_total where devices = 0 and stopped = 0`.execute(trx);
    return true;
  });
}

async function isAlone(trx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${locks.totals}) as got`.execute(trx);
  return rows[0]?.got === true;
}

interface CountedCell {
  readonly group_ids: readonly number[];
  readonly dealer_number: string | null;
  readonly dealer_name: string | null;
  readonly is_held: boolean;
  readonly devices: number;
  readonly stopped: number;
}

/**
 * Counts the fleet and corrects totals that differ, as after an older server has written during an update.
 * Reads every device once, in one snapshot; what others change meanwhile is in neither and adds up as before.
 * Returns the number of cells that were wrong; undefined where another is at it. `atOnce`: devices of a
 * range.
 */
export async function recountTotals(db: Kysely<Database>, atOnce?: number): Promise<number | undefined> {
  return await inTransaction(db, async (trx) => {
    // The snapshot begins behind the lock.
    if (!(await isAlone(trx))) return undefined;
    const counted = new Map<string, CountedCell>();
    const ranges = readInOneSnapshot<CountedCell>(trx, {
      first: sql`
        select group_ids, dealer_number, dealer_name, held_by is not null as is_held, -devices as devices, -stopped as stopped
        from ${cells} known`,
      ofRange: (range) => sql`
        select ${cellOfDevice}, count(*) as devices, count(*) filter (where d.is_stopped) as stopped
        from device d where d.retired_on is null and ${range(sql`d.device_id`)}
        group by d.group_ids, d.dealer_number, d.dealer_name, d.held_by is not null`,
      atOnce,
    });
    for await (const rows of ranges)
      for (const row of rows) {
        const name = JSON.stringify([row.group_ids, row.dealer_number, row.dealer_name, row.is_held]);
        const sum = counted.get(name);
        counted.set(name, sum === undefined ? row : addTo(sum, row));
      }
    const wrong = [...counted.values()].filter(({ devices, stopped }) => devices !== 0 || stopped !== 0);
    if (wrong.length === 0) return 0;
    await noteChanges(sql`
      select * from json_to_recordset(${JSON.stringify(wrong)}::json)
        as x(group_ids int[], dealer_number text, dealer_name text, is_held boolean, devices int, stopped int)`).execute(
      trx,
    );
    return wrong.length;
  });
}

const addTo = (sum: CountedCell, { devices, stopped }: CountedCell): CountedCell => ({
  ...sum,
  devices: sum.devices + devices,
  stopped: sum.stopped + stopped,
});
