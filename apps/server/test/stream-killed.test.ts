import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type NatsServer, startNatsServer } from '../../../bench/src/lib/nats-server.ts';
import { findUsed } from '../src/store/embedded/start-embedded.ts';
import { kill } from './killed-processes.ts';
import { hoursAgo, toReport } from './reports.ts';
import { admin, type ServerProcess, startServerProcess } from './server-process.ts';
import { deliverTo, hasNats } from './stream-site.ts';

const senders = 3;
const reportsADelivery = 5;

describe.skipIf(!hasNats)('deliveries by a stream whose processes are killed', () => {
  let nats: NatsServer;
  let server: ServerProcess;
  let dataDirectory: string;
  let key: string;
  let start: () => Promise<ServerProcess>;
  beforeAll(async () => {
    nats = await startNatsServer();
    dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-stream-killed-'));
    start = () => startServerProcess(dataDirectory, { PLATEN_STREAM_URL: nats.url, PLATEN_STREAM_MB: '256' });
    server = await start();
    key = String((await admin(dataDirectory, 'collectors', 'add', 'Killed', '--everywhere'))['key']);
  }, 180_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGTERM');
    await ended;
    await nats.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }, 60_000);

  const postmaster = () =>
    Number(readFileSync(path.join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0]);

  test('AP-05: what was acknowledged is stored once after kill -9 of server, stream and database under load', {
    timeout: 240_000,
  }, async () => {
    const acknowledged = new Set<string>();
    const over = new AbortController();
    const send = async (sender: number): Promise<void> => {
      for (let n = 0; !over.signal.aborted; n++) {
        const serials = Array.from({ length: reportsADelivery }, (_, i) => `K${sender}-${n}-${i}`);
        const reports = serials.map((serial) => toReport(serial, hoursAgo(1)));
        // A delivery without an answer is sent again, as collectors do.
        for (;;) {
          const answer = await deliverTo(server.url, reports, key).catch(() => undefined);
          if (answer?.status === 200) break;
          if (over.signal.aborted) return;
          await wait(50);
        }
        for (const serial of serials) acknowledged.add(serial);
        await wait(5);
      }
    };
    const sending = Array.from({ length: senders }, (_, sender) => send(sender));
    const underLoad = async () => {
      const before = acknowledged.size;
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 50), { timeout: 60_000 });
    };
    await underLoad();
    await nats.kill();
    await wait(200);
    await nats.restart();
    await underLoad();
    process.kill(postmaster(), 'SIGKILL');
    await underLoad();
    await kill(server.child);
    server = await start();
    await underLoad();
    // Both at once, with messages on their way.
    await Promise.all([kill(server.child), nats.kill()]);
    await nats.restart();
    server = await start();
    await underLoad();
    over.abort();
    await Promise.all(sending);

    const used = await findUsed(dataDirectory);
    const client = new Client({ connectionString: used?.url });
    await client.connect();
    try {
      const read = async () => {
        const { rows } = await client.query<{ serial: string; n: number }>(
          'select serial, count(*)::int as n from device_report join device using (device_id) group by serial',
        );
        return new Map(rows.map(({ serial, n }) => [serial, n]));
      };
      const missing = async () => {
        const stored = await read();
        return [...acknowledged].filter((serial) => !stored.has(serial));
      };
      // What a killed server had taken comes again after half a minute.
      await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: 90_000, interval: 500 });
      expect([...(await read())].filter(([, n]) => n !== 1)).toEqual([]);
      const { rows } = await client.query('select reports, reason from dead_letter');
      expect(rows).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
