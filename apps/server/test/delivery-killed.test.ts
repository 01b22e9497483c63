import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addChannel } from '@platen/contract/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKeys, signToken } from '../src/identity/development/keys.ts';
import { readSettings } from '../src/settings/settings.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { leaveBehind, startTroubledReceiver, type TroubledReceiver, waitForAll } from './killed-deliveries.ts';
import { kill } from './killed-processes.ts';
import { toReport } from './reports.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { agreeForAll } from './test-app.ts';
import { fault, minute } from './worklist-devices.ts';

/** Each takes seconds, nearly all of them the start of the server; `sending-killed.test.ts` kills often. */
const kills = 2;
const devicesARound = 10;
const key = 'key-of-a-test';
/** Links in messages begin with it; the port is another after each start. */
const publicUrl = 'https://platen.example';

let database: TestDatabase;
let dataDirectory: string;
let server: ServerProcess;
let token: string;
let receiver: TroubledReceiver;
let secret = '';

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-delivery-'));
  chmodSync(dataDirectory, 0o755);
  await addCollector(database, { key });
  receiver = await startTroubledReceiver(() => secret);
  await start();
  await agreeForAll(database);
  const hook = { kind: 'webhook', owner: 'organisation', name: 'ERP', address: receiver.url };
  const made = addChannel.answer.parse(await call('POST', '/v1/channels', { ...hook, language: 'en-us', zone: 'UTC' }));
  secret = made.secret ?? '';
  const form = { name: 'All', scope: {}, leastPriority: 'P4', events: ['opened'], when: { at: 'once' }, quiet: null };
  await call('PUT', `/v1/channels/${made.channel.channelId}/subscriptions`, { subscriptions: [form], version: 1 });
}, 180_000);
afterAll(async () => {
  await kill(server.child);
  receiver.close();
  await database.close();
  rmSync(dataDirectory, { recursive: true, force: true });
}, 60_000);

async function start(): Promise<void> {
  const started = await startServerProcess(dataDirectory, {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    PLATEN_USER_RATE: '1000000',
    PLATEN_WEBHOOK_ALLOW: '127.0.0.0/8',
    PLATEN_PUBLIC_URL: publicUrl,
  });
  const keys = await readKeys(dataDirectory);
  if (keys === undefined) throw new Error('the server made no keys');
  const settings = readSettings({ PLATEN_PUBLIC_URL: publicUrl, PLATEN_DATA: dataDirectory });
  const signed = await signToken(settings, keys, 'service', 3600);
  [server, token] = [started, signed];
}

async function call(method: string, address: string, body: object): Promise<unknown> {
  const answer = await fetch(`${server.url}${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const value: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${JSON.stringify(value)}`);
  return value;
}

/** Devices that are down; repeated until a server that lives has taken them. */
async function breakDown(serials: readonly string[]): Promise<void> {
  const began = Date.now();
  for (const minutes of [60, 45]) {
    const lines = serials.map((serial) => {
      const site = { customerNumber: serial, customerName: serial, dealerNumber: 'D-7' };
      return JSON.stringify(toReport(serial, new Date(began - minutes * minute), { ...fault, site }));
    });
    for (;;) {
      const answer = await fetch(`${server.url}/v1/ingest/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      }).catch(() => undefined);
      if (answer?.ok === true) break;
      await wait(25);
    }
  }
  await database.pool.query(
    `select graphile_worker.add_job('judge', '{}'::json, job_key => 'judge', max_attempts => 3)`,
  );
}

test('DE-16 FG-08: a server killed between a change and its sending loses no message; a repeat carries the id and the words of the first', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  const serials: string[] = [];
  for (let done = 0; done < kills; done++) {
    const round = Array.from({ length: devicesARound }, (_, n) => `K${done}-${n}`);
    serials.push(...round);
    await breakDown(round);
    // While messages are on their way, or at any time before.
    const before = receiver.received.size;
    const until = Date.now() + (done % 3 === 0 ? 60_000 : Math.random() * 4000);
    while (Date.now() < until && receiver.received.size === before) await wait(2);
    await kill(server.child);
    await leaveBehind(database);
    await start();
  }
  expect(await waitForAll(database, receiver.received, serials)).toEqual(new Set(serials));
});
