import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everywhere } from '../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { hoursAgo, toItems, toReport } from '../../test/reports.ts';
import { deliver } from '../features/ingest/receive/deliver.ts';
import { dropPartitions, ensurePartitions, listPartitions } from './partitions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const months = ['2019-11', '2019-12'];
const names = ['reading_day_201911', 'reading_day_201912'];
const listOld = async () =>
  (await listPartitions(database.db)).filter(({ table, month }) => table === 'reading_day' && months.includes(month));

/** A report of another device each time; its day is written into the table that loses months. */
const send = (number: number) =>
  deliver(database.db, toItems([toReport(`DROP${number}`, hoursAgo(1))]), {
    collectorId: v7(),
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });

test('AP-05: while a long reader holds the table, a drop gives way: other readers and the ingest go on', async () => {
  const { db, pool } = database;
  await ensurePartitions(
    db,
    months.map((month) => ({ table: 'reading_day' as const, month })),
  );
  const long = await pool.connect();
  const short = await pool.connect();
  try {
    await long.query('begin');
    await long.query('select count(*) from reading_day');
    // A reader that is not ready to wait: a drop that waits longer than this for its lock fails the test.
    await short.query('set lock_timeout = 2000');
    const over = new AbortController();
    const dropping = dropPartitions(db, 'reading_day', '2020-01').finally(() => over.abort());
    let rounds = 0;
    for (; !over.signal.aborted; rounds++) {
      await short.query('select count(*) from reading_day');
      const results = await send(rounds);
      expect(results.map(({ result }) => result)).toEqual(['stored']);
    }
    expect(rounds).toBeGreaterThan(1);
    expect(await dropping).toEqual([]);
    expect(await listOld()).toHaveLength(2);

    await long.query('commit');
    expect((await dropPartitions(db, 'reading_day', '2020-01')).sort()).toEqual(names);
    expect(await listOld()).toEqual([]);
  } finally {
    await long.query('rollback');
    for (const session of [long, short]) session.release(true);
  }
});

test('AP-05: two servers drop the same months at once: each month once, none fails', async () => {
  const { db } = database;
  await ensurePartitions(
    db,
    months.map((month) => ({ table: 'reading_day' as const, month })),
  );
  const dropped = await Promise.all([1, 2, 3].map(() => dropPartitions(db, 'reading_day', '2020-01')));
  expect(dropped.flat().sort()).toEqual(names);
  expect(await listOld()).toEqual([]);
});
