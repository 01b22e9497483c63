import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { dayMs } from '../base/time.ts';
import { addMonths, ensurePartitions, partitionedTableNames, toMonth } from '../store/partitions.ts';
import { reportTimes } from '../store/report-times.ts';
import { thinReports } from './thin-reports.ts';
import { loadPast } from './trials/past-inputs.ts';

let database: TestDatabase;
const now = new Date();
const old = addMonths(toMonth(now), -3);
const whole = addMonths(toMonth(now), -2);
const collector = newId();
/** Reports every hour with its meters packed; the same with meters that are not; once a day. */
const [hourly, unpacked, daily] = [newId(), newId(), newId()];

beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(
    database.db,
    [old, whole].flatMap((month) => partitionedTableNames.map((table) => ({ table, month }))),
  );
});
afterAll(() => database.close());

const report = (id: string, at: string, columns: { received?: string; matters?: string; meters?: string } = {}) =>
  database.pool.query(
    `insert into device_report (device_id, observed_at, digest, received_at, collector_id, matters, meters)
     values ($1, $2, 7, $3, $4, string_to_array($5, ' '), $6)`,
    [id, at, columns.received ?? at, collector, columns.matters ?? null, columns.meters ?? null],
  );
const stored = async (id: string, month = old) => {
  const { rows } = await database.pool.query<{ at: string; also: number[] | null }>(
    `select to_char(observed_at at time zone 'UTC', 'DD HH24:MI') as at, also_at as also from device_report
     where device_id = $1 and to_char(observed_at at time zone 'UTC', 'YYYY-MM') = $2 order by observed_at`,
    [id, month],
  );
  return rows;
};
const timesOf = async (id: string) => {
  const { rows } = await sql<{ at: string }>`
    select to_char(times.at at time zone 'UTC', 'DD HH24:MI') as at from device_report r
      cross join lateral ${reportTimes} as times where r.device_id = ${id} order by 1`.execute(database.db);
  return rows.map(({ at }) => at);
};
const hours = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${String(from + n).padStart(2, '0')}:30`);
const analyze = () => database.owner.query('analyze device_report, reading_day, counter_day');

/** Hours of the second day in which one device did not report. */
const isSilent = (hour: number) => hour >= 12 && hour < 17;

/** Two days of hourly reports in each of both months, and a day that is read once of each. */
async function fill(): Promise<void> {
  for (const month of [old, whole])
    for (const day of ['10', '11']) {
      for (const [n, hour] of hours(0, 23).entries()) {
        if (day === '10' || !isSilent(n)) await report(hourly, `${month}-${day}T${hour}:29Z`, { meters: '{}' });
        await report(unpacked, `${month}-${day}T${hour}:29Z`, { meters: '{}' });
      }
      await report(daily, `${month}-${day}T08:00Z`);
      for (const id of [hourly, unpacked, daily])
        await database.pool.query('insert into reading_day (device_id, day) values ($1, $2)', [id, `${month}-${day}`]);
    }
  await database.pool.query(
    `insert into device (device_id, serial, status, status_rank, reported_status, created_at, updated_at, received_at)
     values ($1, 'THIN', 'normal', 4, 'normal', now(), now(), now())`,
    [hourly],
  );
  await database.pool.query(
    `insert into device_error (device_id, occurred_at, code, category) values ($1, $2, 'E100', 'x')`,
    [hourly, `${old}-10T04:10:20Z`],
  );
  await database.pool.query(
    `insert into meter_chain (device_id, place, packed_until, looked_at) values ($1, 1, $2, now())`,
    [hourly, `${toMonth(now)}-01`],
  );
}

/** The reports that trials of rules ask for, to the minute. */
async function tried(id: string): Promise<number[]> {
  const day = (at: string) => Date.parse(`${old}-${at}`) / dayMs;
  const [past] = await loadPast(
    database.db,
    [id],
    [
      { metric: 'silence', comparison: 'atLeast', value: 5 },
      { metric: 'deviceCodes', subject: 'E1*', comparison: 'atLeast', value: 1, windowHours: 3 },
    ],
    { span: { from: day('01'), to: day('28'), now: now.getTime() }, offlineHours: 48, judgedOf: () => [] },
  );
  return past?.().inputs.reports.map((at) => Math.floor(at / 60_000)) ?? [];
}

test('AP-05: of a month before the last two the last report of a day stays; it knows when the others came', async () => {
  await fill();
  const before = await timesOf(hourly);
  expect(before).toHaveLength(86);
  expect(await thinReports(database.db, now)).toEqual([]);
  await analyze();
  expect(await thinReports(database.db, now)).toEqual([old]);
  const also = hours(0, 22).map((_, hour) => 60 * hour + 30);
  expect(await stored(hourly)).toEqual([
    { at: '10 23:30', also },
    { at: '11 23:30', also: also.filter((_, hour) => !isSilent(hour)) },
  ]);
  expect(await timesOf(hourly)).toEqual(before);
  expect(await stored(daily)).toEqual([
    { at: '10 08:00', also: null },
    { at: '11 08:00', also: null },
  ]);
  expect(await stored(hourly, whole)).toHaveLength(43);
});

test('BT-02: trials ask for the same reports of a thinned month, to the minute', async () => {
  const asked = await tried(hourly);
  const minute = (at: string) => Date.parse(`${old}-${at}Z`) / 60_000;
  // Both ends of a silence, the report with which an error became known, and the first three hours after.
  for (const at of ['11T11:30', '11T17:30', '10T04:30', '10T07:30']) expect(asked).toContain(minute(at));
  for (const at of ['10T05:30', '11T14:30']) expect(asked).not.toContain(minute(at));
});

test('LG-02: what the ledger has not packed yet stays', async () => {
  expect(await stored(unpacked)).toHaveLength(48);
  await database.pool.query(`delete from device_report where device_id = $1`, [unpacked]);
});

test('AP-05: a month that is thin is left alone; reports that come late of it are taken in and stay', async () => {
  await analyze();
  expect(await thinReports(database.db, now)).toEqual([]);
  const { rows } = await database.owner.query(
    `select has_table_privilege('platen_app', c.oid, 'insert') as writes, pg_get_constraintdef(k.oid) as check
     from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c'
     where c.relname = $1`,
    [`device_report_${old.replace('-', '')}`],
  );
  // As a partition that was made: reached through its table alone.
  expect(rows).toEqual([{ writes: false, check: null }]);
  await report(hourly, `${old}-10T05:15Z`, { received: now.toISOString() });
  for (let minute = 10; minute < 60; minute++) await report(daily, `${old}-13T10:${minute}Z`);
  await analyze();
  expect(await thinReports(database.db, now)).toEqual([old]);
  expect((await stored(hourly)).map(({ at }) => at)).toEqual(['10 05:15', '10 23:30', '11 23:30']);
  expect((await stored(hourly))[1]?.also).toHaveLength(23);
});

test('AR-01: the last report of a day that speaks of supplies stays next to one that does not', async () => {
  for (const minute of [10, 20, 30]) await report(daily, `${old}-20T09:${minute}Z`, { matters: 'supply:black=low' });
  for (let minute = 10; minute < 60; minute++) await report(daily, `${old}-20T11:${minute}Z`, { matters: '-supplies' });
  await analyze();
  expect(await thinReports(database.db, now)).toEqual([old]);
  expect((await stored(daily)).map(({ at }) => at).filter((at) => at.startsWith('20'))).toEqual([
    '20 09:30',
    '20 11:59',
  ]);
});

test('AP-05: a report that comes while a month is copied is there after the exchange, which gives way to a reader', async () => {
  const late = newId();
  for (let minute = 10; minute < 60; minute++) await report(late, `${old}-05T10:${minute}Z`);
  await analyze();
  const reader = await database.pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select 1 from device_report limit 1');
    const thinning = thinReports(database.db, now);
    while (!(await isCopied(late))) await wait(5);
    await report(late, `${old}-06T10:00Z`, { received: now.toISOString() });
    await reader.query('commit');
    expect(await thinning).toEqual([old]);
  } finally {
    reader.release();
  }
  expect((await stored(late)).map(({ at }) => at)).toEqual(['05 10:59', '06 10:00']);
});

/** Whether the month's new table has the rows of a device; it waits for the reader then. */
async function isCopied(id: string): Promise<boolean> {
  const table = `device_report_${old.replace('-', '')}_thin`;
  const { rows } = await database.owner.query(`select to_regclass('${table}') as it`);
  if (rows[0]?.it === null) return false;
  return (await database.owner.query(`select from ${table} where device_id = $1`, [id])).rows.length > 0;
}

test('AP-05 OA-04: the copy of a run that was interrupted goes, whatever became of its month', async () => {
  const gone = addMonths(old, -20);
  await sql`select begin_thinning(${gone})`.execute(database.db);
  const copies = async () =>
    (await sql`select from pg_class where relname like 'device_report_%_thin'`.execute(database.db)).rows.length;
  expect(await copies()).toBe(1);
  await thinReports(database.db, now);
  expect(await copies()).toBe(0);
});
