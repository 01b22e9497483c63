import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { addChannel } from '@platen/contract/channels';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKeys, signToken } from '../src/identity/development/keys.ts';
import { readSettings } from '../src/settings/settings.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { toReport } from './reports.ts';
import { buildServer, type ServerProcess, startServerProcess } from './server-process.ts';
import { agreeForAll } from './test-app.ts';
import { fault, minute } from './worklist-devices.ts';

/** `PLATEN_TEST_KILLS=1000` for a long run. */
const kills = Number(process.env['PLATEN_TEST_KILLS'] ?? 2);
const devicesARound = 10;
const key = 'key-of-a-test';
/** Links in messages begin with it; the port is another after each start. */
const publicUrl = 'https://platen.example';

let database: TestDatabase;
let dataDirectory: string;
let server: ServerProcess;
let token: string;
let receiver: Server;
let secret: string;
/** Bodies that arrived, by the id of their message. */
const received = new Map<string, string[]>();

beforeAll(async () => {
  await buildServer();
  database = await createTestDatabase();
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-delivery-'));
  chmodSync(dataDirectory, 0o755);
  await addCollector(database, { key });
  receiver = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await start();
  await agreeForAll(database);
  const { port } = receiver.address() as AddressInfo;
  const hook = { kind: 'webhook', owner: 'organisation', name: 'ERP', address: `http://127.0.0.1:${port}/hook` };
  const made = addChannel.answer.parse(await call('POST', '/v1/channels', { ...hook, language: 'en-us', zone: 'UTC' }));
  secret = made.secret ?? '';
  const form = { name: 'All', scope: {}, leastPriority: 'P4', events: ['opened'], when: { at: 'once' }, quiet: null };
  await call('PUT', `/v1/channels/${made.channel.channelId}/subscriptions`, { subscriptions: [form], version: 1 });
}, 180_000);
afterAll(async () => {
  await kill();
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
  rmSync(dataDirectory, { recursive: true, force: true });
}, 60_000);

/** Takes its time; of the first tries some are taken without an answer, and some are refused. */
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  new Webhook(secret).verify(body, headers);
  const id = headers['webhook-id'] ?? '';
  const former = received.get(id) ?? [];
  received.set(id, [...former, body]);
  await wait(20);
  const luck = former.length === 0 ? received.size % 5 : 0;
  if (luck === 1) response.destroy();
  else response.writeHead(luck === 2 ? 503 : 204).end();
}

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

async function kill(): Promise<void> {
  if (server.child.exitCode !== null || server.child.signalCode !== null) return;
  const ended = once(server.child, 'exit');
  server.child.kill('SIGKILL');
  await ended;
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

const countOf = async (statement: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${statement}`);
  return rows[0]?.n ?? 0;
};

test('DE-16 FG-08: a server killed between a change and its sending loses no message; a repeat carries the id and the words of the first', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  const serials: string[] = [];
  for (let done = 0; done < kills; done++) {
    const round = Array.from({ length: devicesARound }, (_, n) => `K${done}-${n}`);
    serials.push(...round);
    await breakDown(round);
    // While messages are on their way, or at any time before.
    const before = received.size;
    const until = Date.now() + (done % 3 === 0 ? 60_000 : Math.random() * 4000);
    while (Date.now() < until && received.size === before) await wait(2);
    await kill();
    // No server lives: what was being sent counts as left behind at once, not only after a minute.
    await database.pool.query(`update delivery set due_at = now() where state = 'sending'`);
    await start();
  }
  const readAccepted = async () => {
    // The pauses after a second failed try are minutes.
    await database.pool.query(`update delivery set due_at = now() where state = 'failed'`);
    return await countOf(`delivery where state = 'accepted'`);
  };
  await expect.poll(readAccepted, { timeout: 90_000, interval: 500 }).toBe(serials.length);

  const opened = await countOf(`condition_event where change = 'opened'`);
  expect(opened).toBe(serials.length);
  expect(await countOf('delivery')).toBe(opened);
  // One id for each condition, however often it was tried; a repeat says the same.
  expect(received.size).toBe(opened);
  const bodies = [...received.values()].flatMap((one) => [...new Set(one)]);
  expect(bodies).toHaveLength(opened);
  expect(new Set(bodies.map((body) => /"serial":"([^"]+)"/.exec(body)?.[1]))).toEqual(new Set(serials));
  const tries = [...received.values()].flat().length;
  expect(tries).toBeGreaterThan(opened);
});
