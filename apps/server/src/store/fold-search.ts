import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { bigints, texts } from './binary-array.ts';
import { createTextCounter, type TextCount } from './count-texts.ts';
import type { Database } from './database.ts';
import { readInOneSnapshot } from './device-ranges.ts';
import { inTransaction, locks } from './transactions.ts';

export type Trx = Transaction<Database>;

/** Changes folded in one transaction. */
const changesAtOnce = 10_000;
/** Devices read at one go, while calls of users wait for the process. */
const devicesAtOnce = 1000;
/** Rows written by one statement. */
const rowsAtOnce = 20_000;

/** Names a cell; `search_cell.cell` is its digest. */
const cellName = sql`group_ids::text || case when is_held then 'held' else '' end`;
const hash = sql`hashtextextended(search_text, 0)::numeric`;

/** Whether no other transaction folds or counts, until this one ends. */
export const isAlone = async (trx: Trx): Promise<boolean> => {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${locks.searchTotals}) as got`.execute(
    trx,
  );
  return rows[0]?.got === true;
};

/** Adds the changes to the totals (0730). One at a time; returns false where another is at it. */
export async function foldSearch(db: Kysely<Database>): Promise<boolean> {
  for (;;) {
    const folded = await inTransaction(db, async (trx) => ((await isAlone(trx)) ? await foldSome(trx) : undefined));
    if (folded === undefined) return false;
    if (folded < changesAtOnce) return true;
  }
}

async function foldSome(trx: Trx): Promise<number> {
  const { rows } = await sql<{ text: string; cell: string; devices: number; changes: number }>`
    with gone as (
      delete from search_change where change_id in (select change_id from search_change limit ${sql.lit(changesAtOnce)})
      returning search_text, group_ids, is_held, devices
    ), cells as (
      insert into search_cell as c (cell, group_ids, is_held, devices, digest)
      select md5(${cellName})::uuid, group_ids, is_held, sum(devices), sum(devices * ${hash}) from gone group by group_ids, is_held
      on conflict (cell) do update set devices = c.devices + excluded.devices, digest = c.digest + excluded.digest
    )
    select search_text as text, ${cellName} as cell, sum(devices)::int as devices, count(*)::int as changes
    from gone group by search_text, group_ids, is_held`.execute(trx);
  const { rows: longer } = await sql<{ text: string }>`select text from search_text`.execute(trx);
  const counter = createTextCounter(longer.map(({ text }) => text));
  for (const [n, { text, cell, devices }] of rows.entries()) {
    if (devices !== 0) counter.add(text, cell, devices);
    if (n % devicesAtOnce === 0) await setImmediate();
  }
  await writeTotals(trx, counter.counts());
  return rows.reduce((sum, { changes }) => sum + changes, 0);
}

export async function writeTotals(trx: Trx, counted: Iterable<TextCount>): Promise<void> {
  const counts = [...counted];
  for (let from = 0; from < counts.length; from += rowsAtOnce) {
    const some = counts.slice(from, from + rowsAtOnce);
    await sql`
      insert into search_total as t (text, cell, devices)
      select text, md5(cell)::uuid, devices from unnest(${texts(some.map(({ text }) => text))},
        ${texts(some.map(({ cell }) => cell))}, ${bigints(some.map(({ devices }) => devices))}) as x(text, cell, devices)
      on conflict (text, cell) do update set devices = t.devices + excluded.devices`.execute(trx);
    const fewer = some.filter(({ devices }) => devices < 0);
    if (fewer.length > 0)
      await sql`
        delete from search_total t using unnest(${texts(fewer.map(({ text }) => text))},
          ${texts(fewer.map(({ cell }) => cell))}) as x(text, cell)
        where t.text = x.text and t.cell = md5(x.cell)::uuid and t.devices = 0`.execute(trx);
  }
}

/**
 * Compares the totals with the devices, and counts all again where they differ or were never counted: as
 * after an older server has written during an update. Returns whether it counted; undefined where another is
 * at it. `atOnce`: devices of a range.
 */
export async function recountSearch(db: Kysely<Database>, atOnce?: number): Promise<boolean | undefined> {
  return await inTransaction(db, async (trx) => {
    // The snapshot of each statement begins behind the lock.
    if (!(await isAlone(trx))) return undefined;
    if (await isRight(trx, atOnce)) return false;
    await countAll(trx);
    return true;
  });
}

interface Sum {
  readonly cell: string;
  readonly devices: number;
  /** A number with more digits than JSON may hold. */
  readonly digest: string;
}

/** Groups and texts of all devices against the cells: reads every device once. */
async function isRight(trx: Trx, atOnce?: number): Promise<boolean> {
  const { rows } = await sql`select from search_state`.execute(trx);
  if (rows.length === 0) return false;
  const sums = new Map<string, { devices: number; digest: bigint }>();
  const ranges = readInOneSnapshot<Sum>(trx, {
    first: sql`
      select ${cellName} as cell, sum(devices) as devices, sum(digest)::text as digest from (
        select group_ids, is_held, -devices as devices, -devices * ${hash} as digest from search_change
        union all
        select group_ids, is_held, -devices, -digest from search_cell
      ) known group by 1`,
    ofRange: (range) => sql`
      select ${cellName} as cell, count(*) as devices, sum(${hash})::text as digest from (
        select d.group_ids, d.held_by is not null as is_held, d.search_text from device d
        where d.retired_on is null and ${range(sql`d.device_id`)}
      ) searched group by group_ids, is_held`,
    atOnce,
  });
  for await (const rows of ranges)
    for (const { cell, devices, digest } of rows) {
      const sum = sums.get(cell);
      sums.set(cell, {
        devices: (sum?.devices ?? 0) + devices,
        digest: (sum?.digest ?? 0n) + BigInt(digest),
      });
    }
  return [...sums.values()].every(({ devices, digest }) => devices === 0 && digest === 0n);
}

/** Longer texts that are counted at most: those that many devices have, and the latest that were searched. */
const mostTexts = 800;

/**
 * Begins to count a text of three characters or more (0732), found by `pattern`: reads every device once.
 * Returns false where another folds or counts, or nothing was counted yet.
 */
export async function countText(db: Kysely<Database>, text: string, pattern: string): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    if (!(await isAlone(trx))) return false;
    const { numAffectedRows } = await sql`
      insert into search_text (text, added_at) select lower(${text}), now() where exists (select from search_state)
      on conflict do nothing`.execute(trx);
    if (numAffectedRows !== 1n) return false;
    await writeTotals(trx, await countByCell(trx, text, pattern));
    await forgetOldTexts(trx);
    return true;
  });
}

/** Forgets the texts of three characters or more that were counted first, where they are too many. */
export async function forgetOldTexts(trx: Trx): Promise<void> {
  await sql`
    with gone as (
      delete from search_text where text in (
        select text from search_text order by added_at desc, text offset ${sql.lit(mostTexts)})
      returning text)
    delete from search_total t using gone where t.text = gone.text`.execute(trx);
}

/** Devices with the pattern, less the changes that are not folded yet, which readers add. */
async function countByCell(trx: Trx, text: string, pattern: string): Promise<TextCount[]> {
  const { rows: typed } = await sql<{ lowered: string }>`select lower(${text}) as lowered`.execute(trx);
  const contains = sql<boolean>`search_text collate "C" like lower(${pattern})`;
  const byCell = new Map<string, number>();
  const ranges = readInOneSnapshot<{ cell: string; devices: number }>(trx, {
    first: sql`
      select ${cellName} as cell, -sum(devices) as devices from search_change where ${contains} group by group_ids, is_held`,
    ofRange: (range) => sql`
      select ${cellName} as cell, count(*) as devices from (
        select d.group_ids, d.held_by is not null as is_held from device d
        where d.retired_on is null and ${contains} and ${range(sql`d.device_id`)}
      ) found group by group_ids, is_held`,
  });
  for await (const rows of ranges)
    for (const { cell, devices } of rows) byCell.set(cell, (byCell.get(cell) ?? 0) + devices);
  const lowered = typed[0]?.lowered ?? '';
  return [...byCell]
    .filter(([, devices]) => devices !== 0)
    .map(([cell, devices]) => ({ text: lowered, cell, devices }));
}

interface Cell {
  readonly groups: string;
  readonly isHeld: boolean;
  devices: number;
  digest: bigint;
}

interface Searched {
  readonly text: string;
  /** Name of its cell. */
  readonly cell: string;
  readonly devices: number;
}

interface SearchedCell extends Searched {
  readonly groups: string;
  readonly isHeld: boolean;
  readonly hash: string;
}

/**
 * All searched texts in one snapshot, some at a time, with turns of others between; changes that are not
 * folded yet are taken out, since readers add them.
 */
export const readSearched = (trx: Trx): AsyncGenerator<readonly Searched[]> => readEach<Searched>(trx, sql``);

const ofCell = sql`, group_ids::text as groups, is_held as "isHeld", (${hash})::text as hash`;

async function* readEach<Row>(trx: Trx, more: RawBuilder<unknown>): AsyncGenerator<readonly Row[]> {
  await sql`
    declare searched no scroll cursor for
    select search_text as text, ${cellName} as cell, devices ${more}
    from (select search_text, group_ids, held_by is not null as is_held, 1 as devices from device where retired_on is null
      union all select search_text, group_ids, is_held, -devices from search_change) t`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(devicesAtOnce)} from searched`.execute(trx);
    yield rows;
    if (rows.length < devicesAtOnce) return;
    await setImmediate();
  }
}

async function countAll(trx: Trx): Promise<void> {
  const counter = createTextCounter();
  const cells = new Map<string, Cell>();
  for await (const rows of readEach<SearchedCell>(trx, ofCell))
    for (const { text, cell: name, groups, isHeld, devices, hash: ofText } of rows) {
      counter.add(text, name, devices);
      const cell = cells.get(name) ?? { groups, isHeld, devices: 0, digest: 0n };
      cell.devices += devices;
      cell.digest += BigInt(devices) * BigInt(ofText);
      cells.set(name, cell);
    }
  await sql`delete from search_total`.execute(trx);
  await sql`delete from search_text`.execute(trx);
  await sql`delete from search_cell`.execute(trx);
  await writeCells(trx, [...cells.values()]);
  await writeTotals(trx, counter.counts());
  await sql`
    insert into search_state (counted_at) values (now())
    on conflict (is_only) do update set counted_at = excluded.counted_at`.execute(trx);
}

const writeCells = (trx: Trx, cells: readonly Cell[]) =>
  sql`
  insert into search_cell (cell, group_ids, is_held, devices, digest)
  select md5(${cellName})::uuid, group_ids, is_held, devices, digest from (
    select groups::int[] as group_ids, is_held::boolean, devices, digest::numeric
    from unnest(${texts(cells.map(({ groups }) => groups))}, ${texts(cells.map(({ isHeld }) => String(isHeld)))},
      ${bigints(cells.map(({ devices }) => devices))}, ${texts(cells.map(({ digest }) => String(digest)))})
      as x(groups, is_held, devices, digest)) c`.execute(trx);
