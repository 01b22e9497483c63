import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type NatsServer, startNatsServer } from '../../../bench/src/lib/nats-server.ts';
import { type StoredMessage, startStoring } from '../src/features/ingest/stream/store-from-stream.ts';
import { createStoreMessage, type StoreMessageRequest } from '../src/features/ingest/stream/store-message.ts';
import { startJobs } from '../src/jobs/start-jobs.ts';
import { readSettings } from '../src/settings/settings.ts';
import { streamAddress } from '../src/settings/stream.ts';
import { openReportStream, type ReportStream, StreamTrouble } from '../src/stream/report-stream.ts';
import { createSilenceHold } from '../src/stream/silence-hold.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { hoursAgo, toReport } from './reports.ts';
import { silent } from './silent.ts';
import { hasNats } from './stream-site.ts';

const settings = readSettings({});
const soon = { timeout: 100_000 };

describe.skipIf(!hasNats)('storing what a stream has', () => {
  let nats: NatsServer;
  let database: TestDatabase;
  let collectorId: string;
  beforeAll(async () => {
    nats = await startNatsServer();
    database = await createTestDatabase();
    collectorId = await addCollector(database);
  });
  afterAll(async () => {
    await nats.stop();
    await database.close();
  });

  let stream: ReportStream;
  let storing: { stop(): Promise<void> } | undefined;
  const open = async (more: { mostBytes?: number } = {}) => {
    const address = streamAddress(nats.url);
    stream = openReportStream({ ...address, name: randomUUID(), mostBytes: 1e6, replicas: 1, log: silent, ...more });
    await vi.waitFor(() => expect(stream.mostBodyBytes).toBeGreaterThan(0), soon);
  };
  afterEach(async () => {
    await storing?.stop();
    await stream.stop();
  });
  const publish = (serials: readonly string[], more: Partial<StoreMessageRequest> = {}) => {
    const lines = serials.map((serial) => JSON.stringify(toReport(serial, hoursAgo(3))));
    const bytes = new Uint8Array(gzipSync(lines.join('\n')));
    const type = 'application/x-ndjson';
    return stream.publish({ collectorId, arrivedAt: new Date(), clockOffset: 0, type, bytes, ...more });
  };
  const begin = (store: (request: StoreMessageRequest) => ReturnType<ReturnType<typeof createStoreMessage>>) => {
    const stored: StoredMessage[] = [];
    storing = startStoring({ stream, store, db: database.db, log: silent, onStored: (one) => void stored.push(one) });
    return stored;
  };
  const untilEmpty = () => vi.waitFor(async () => expect((await stream.readStanding()).messages).toBe(0), soon);
  const readDevice = async (serial: string) => {
    const { rows } = await database.pool.query<{ received_at: Date; reports: number }>(
      `select received_at, (select count(*) from device_report r where r.device_id = d.device_id) as reports
       from device d where serial = $1`,
      [serial],
    );
    return rows[0];
  };

  test('AP-05: a message that comes again after it was stored is stored once', async () => {
    await open();
    await publish(['A1', 'A2']);
    const store = createStoreMessage(database.db, settings);
    let tries = 0;
    const stored = begin(async (request) => {
      const done = await store(request);
      tries += 1;
      // As when the server ends after its commit and before its answer to the stream.
      if (tries === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return done;
    });
    await untilEmpty();
    expect(tries).toBe(2);
    expect(stored).toMatchObject([{ dead: 0, results: [{ result: 'repeated' }, { result: 'repeated' }] }]);
    expect((await readDevice('A1'))?.reports).toBe(1);
  });

  test('AP-05: a report counts as received when it is stored, so that judging finds it however long it waited', async () => {
    await open();
    await publish(['B1'], { arrivedAt: hoursAgo(1) });
    await wait(50);
    const before = new Date();
    begin(createStoreMessage(database.db, settings));
    await untilEmpty();
    expect((await readDevice('B1'))?.received_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  test('AP-05: trouble of the database never makes a dead letter, other failures do after some tries', async () => {
    await open();
    await publish(['C1']);
    let tries = 0;
    const store = createStoreMessage(database.db, settings);
    begin(async (request) => {
      tries += 1;
      if (tries <= 7) throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
      return await store(request);
    });
    await untilEmpty();
    expect((await readDevice('C1'))?.reports).toBe(1);
    await storing?.stop();

    await publish(['C2']);
    const stored = begin(async () => await Promise.reject(new TypeError('a defect')));
    await untilEmpty();
    expect(stored).toMatchObject([{ dead: 1 }]);
    const { rows } = await database.pool.query('select reason, collector_id from dead_letter');
    expect(rows).toEqual([{ reason: 'a defect', collector_id: collectorId }]);
  }, 120_000);

  test('AP-05: a full stream drops nothing, and says that it is full', async () => {
    await open({ mostBytes: 2000 });
    const trouble = await (async () => {
      for (let n = 0; n < 100; n++) await publish([`D${n}`]);
    })().catch((error: unknown) => error);
    expect(trouble).toBeInstanceOf(StreamTrouble);
    expect(trouble).toMatchObject({ isFull: true });
    expect((await stream.readStanding()).messages).toBeGreaterThan(0);
  });

  test('AP-05: devices are not judged silent while reports wait longer than the limit or the stream is down, and are afterwards', async () => {
    await open();
    const store = createStoreMessage(database.db, { ...settings, offlineHours: 24 });
    await publish(['E1']);
    begin(store);
    await untilEmpty();
    await storing?.stop();
    await database.pool.query(`update device set updated_at = updated_at - interval '3 days' where serial = 'E1'`);
    await database.pool.query(
      `update device_watch set heard_at = heard_at - interval '3 days', look_at = '-infinity'
       where device_id = (select device_id from device where serial = 'E1')`,
    );
    await publish(['E2']);
    const lines: string[] = [];
    const log = { ...silent, warn: (_: object, text: string) => void lines.push(text) };
    const silence = createSilenceHold(stream, { lagSeconds: 1, log });
    await vi.waitFor(async () => expect(await silence.isHeld()).toBe(true), soon);
    expect(lines.join()).toContain('silence of devices is not judged');
    const readStatus = async () => {
      const { rows } = await database.pool.query<{ status: string }>(`select status from device where serial = 'E1'`);
      return rows[0]?.status;
    };
    const jobs = await startJobs({ store: database, settings, log: silent, silence });
    try {
      const untilRun = (task: string) =>
        vi.waitFor(async () => {
          const { rows } = await database.pool.query(
            `select from graphile_worker.jobs where task_identifier = $1 and locked_at is null and run_at <= now()`,
            [task],
          );
          expect(rows).toEqual([]);
        }, soon);
      await untilRun('offline');
      await untilRun('stopped');
      expect(await readStatus()).not.toBe('offline');
      begin(store);
      await untilEmpty();
      await vi.waitFor(async () => expect(await silence.isHeld()).toBe(false), soon);
      // As its schedule would: a run leaves out what another job is looking at in the same moment.
      await vi.waitFor(
        async () => {
          await database.pool.query(`select graphile_worker.add_job('offline', '{}'::json, job_key => 'offline')`);
          expect(await readStatus()).toBe('offline');
        },
        { ...soon, interval: 500 },
      );
    } finally {
      await jobs.stop();
    }
    await storing?.stop();
    await nats.kill();
    await vi.waitFor(async () => expect(await silence.isHeld()).toBe(true), soon);
    await nats.restart();
  }, 360_000);
});
