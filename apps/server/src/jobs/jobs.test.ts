import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { everywhere } from '../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { hoursAgo, toItems, toReport } from '../../test/reports.ts';
import { silent } from '../../test/silent.ts';
import { createLogger } from '../base/logger.ts';
import { deliver } from '../features/ingest/receive/deliver.ts';
import { addMonths, ensurePartitions, listPartitions, toMonth } from '../store/partitions.ts';
import { createJobMetrics } from './job-metrics.ts';
import { markOffline } from './offline.ts';
import { dropOld, makePartitions } from './retention.ts';
import { startJobs } from './start-jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const send = (serial: string, observedAt: Date, detectedErrors: string[] = []) =>
  deliver(
    database.db,
    toItems([toReport(serial, observedAt, { status: { hrDeviceStatus: 'running', detectedErrors } })]),
    { collectorId: v7(), scope: everywhere, now: new Date(), offlineHours: 48, readingMonths: 13, eventMonths: 24 },
  );
const device = (serial: string) =>
  database.db.selectFrom('device').selectAll().where('serial', '=', serial).executeTakeFirstOrThrow();

/** The clock of this process shows two seconds before the last full minute and goes on from there. */
function setClockBeforeFullMinute(): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: now - (now % 60_000) - 2000 });
}

/** Jobs of this name that have not been done. */
async function countWaiting(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = ${name}`.execute(database.db);
  return rows[0]?.count ?? 0;
}

describe('jobs', () => {
  test('DL-25: a silent device goes offline with the silence as first reason, one that was heard does not', async () => {
    await send('J1', hoursAgo(30), ['jammed']);
    await send('J2', hoursAgo(1));
    const before = await device('J1');
    expect(before.status).toBe('error');
    expect(await markOffline(database.db, new Date(), 24)).toBe(1);
    const after = await device('J1');
    expect(after).toMatchObject({ status: 'offline', status_rank: 3, reported_status: 'error' });
    expect(after.status_reasons).toEqual([
      { source: 'noReport', severity: 'warning', code: '30', since: before.updated_at.toISOString() },
      ...before.status_reasons,
    ]);
    expect((await device('J2')).status).toBe('normal');
    expect(await markOffline(database.db, new Date(), 24)).toBe(0);
  });

  test('DL-25: with a longer time allowed a device comes back as it was', async () => {
    await send('J3', hoursAgo(30), ['jammed']);
    const before = await device('J3');
    await markOffline(database.db, new Date(), 24);
    await markOffline(database.db, new Date(), 48);
    expect(await device('J3')).toEqual(before);
  });

  test('AP-05: months past their retention are dropped, the others are pastRetention', async () => {
    const now = new Date();
    const month = toMonth(now);
    const old = [-30, -25, -24, -14, -13].map((count) => addMonths(month, count));
    await ensurePartitions(
      database.db,
      old.flatMap((of) =>
        (['device_report', 'counter_day', 'device_error'] as const).map((table) => ({ table, month: of })),
      ),
    );
    await makePartitions(database.db, now);
    await dropOld(database.db, now, { readingMonths: 13, eventMonths: 24 });
    const pastRetention = (await listPartitions(database.db)).filter(
      (partition) => partition.month < addMonths(month, -12),
    );
    const text = pastRetention.map((partition) => `${partition.table} ${partition.month}`).sort();
    expect(text).toEqual(
      [
        `counter_day ${addMonths(month, -13)}`,
        `device_report ${addMonths(month, -13)}`,
        ...[-24, -14, -13].map((count) => `device_error ${addMonths(month, count)}`),
      ].sort(),
    );
    // A dropped month can be made again.
    await ensurePartitions(database.db, [{ table: 'counter_day', month: addMonths(month, -14) }]);
  });

  test('AP-05: a delivery makes the months it needs, also when many do at once', async () => {
    const months = Array.from({ length: 6 }, () => addMonths(toMonth(new Date()), -7));
    await Promise.all(
      months.map((month) => ensurePartitions(database.db.withSchema('public'), [{ table: 'counter_day', month }])),
    );
    expect((await listPartitions(database.db)).filter((partition) => partition.month === months[0])).toHaveLength(1);
  });

  test('AP-05: a claim to a foreign device is opened, logged and counted within a minute', async () => {
    const sendAs = (dealerNumber: string) =>
      deliver(database.db, toItems([toReport('J4', hoursAgo(1), { site: { dealerNumber } })]), {
        collectorId: v7(),
        scope: { places: [{ dealerNumber }] },
        now: new Date(),
        offlineHours: 48,
        readingMonths: 13,
        eventMonths: 24,
      });
    const lines: string[] = [];
    const registry = new Registry();
    setClockBeforeFullMinute();
    const jobs = await startJobs({
      store: database,
      settings: { offlineHours: 48, readingMonths: 13, eventMonths: 24 },
      log: createLogger('warn', { write: (line: string) => void lines.push(line) }),
      metrics: createJobMetrics(registry, database.db),
    });
    try {
      // The run at start finds nothing yet; that of the next minute does.
      await expect.poll(() => countWaiting('claims'), { timeout: 60_000 }).toBe(0);
      await sendAs('D-1');
      await sendAs('D-2');
      await expect.poll(() => lines.length, { timeout: 90_000 }).toBe(1);
      const [claim] = await database.db.selectFrom('device_claim').selectAll().execute();
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        claim: { claimId: claim?.claim_id, deviceId: claim?.device_id, rivalDeviceId: claim?.rival_device_id },
        msg: 'a collector key reported a device of another key',
      });
      expect(await registry.metrics()).toMatch(/^platen_device_claims_opened_total 1$/m);
    } finally {
      vi.useRealTimers();
      await jobs.stop();
    }
  }, 120_000);

  test('AP-05: started jobs make partitions and sweep at once, and stop', async () => {
    await sql`update device set status = 'normal', updated_at = ${hoursAgo(100)} where serial = 'J2'`.execute(
      database.db,
    );
    await sql`update device_watch set heard_at = ${hoursAgo(100)}, is_watched = true
      where device_id = (select device_id from device where serial = 'J2')`.execute(database.db);
    const jobs = await startJobs({
      store: database,
      settings: { offlineHours: 48, readingMonths: 13, eventMonths: 24 },
      log: silent,
    });
    await expect.poll(async () => (await device('J2')).status, { timeout: 60_000 }).toBe('offline');
    await jobs.stop();
  });

  test('AP-05: a job that never ends does not keep the server from ending', async () => {
    const lines: string[] = [];
    const holder = await database.pool.connect();
    try {
      await holder.query('begin; lock table device in access exclusive mode');
      const jobs = await startJobs({
        store: database,
        settings: { offlineHours: 48, readingMonths: 13, eventMonths: 24 },
        log: createLogger('warn', { write: (line: string) => void lines.push(line) }),
        stopMs: 500,
      });
      await expect
        .poll(
          async () =>
            (
              await sql<{ count: number }>`select count(*)::int as count from pg_locks
                where relation = 'device'::regclass and not granted`.execute(database.db)
            ).rows[0]?.count,
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0);
      await jobs.stop();
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ msg: 'the jobs did not end in time and are abandoned' }),
      );
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
