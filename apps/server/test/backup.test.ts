import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUsed } from '../src/store/embedded/start-embedded.ts';
import { toReport } from './reports.ts';
import { admin, type ServerProcess, startServerProcess } from './server-process.ts';

let folder: string;
let server: ServerProcess;
const started: ChildProcess[] = [];
const within = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-backup-'));
  chmodSync(folder, 0o755);
  server = await start('data');
});
afterAll(async () => {
  for (const child of started) await stop(child);
  rmSync(folder, { recursive: true, force: true });
});

async function start(data: string): Promise<ServerProcess> {
  const process = await startServerProcess(within(data));
  started.push(process.child);
  return process;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const acknowledged = new Set<string>();
let minute = 0;

/** Delivers without a pause and notes what was acknowledged. */
async function sendUntil(stopped: AbortSignal, key: string, sender: number): Promise<void> {
  const first = Date.now() - 20 * 24 * 3_600_000;
  while (!stopped.aborted) {
    minute += 1;
    const reports = Array.from({ length: 15 }, (_, i) =>
      toReport(`B${sender}-${i}`, new Date(first + minute * 60_000 + i)),
    );
    const answer = await fetch(`${server.url}/v1/ingest/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(reports.map((report) => JSON.stringify(report)).join('\n'))),
    });
    if (answer.status !== 200) continue;
    for (const { identity, observedAt } of reports)
      if (identity.serial?.state === 'measured') acknowledged.add(`${identity.serial.value} ${observedAt}`);
  }
}

async function asSuperuser<T extends object>(data: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: (await findUsed(within(data)))?.administrationUrl });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A command whose failure is wanted: its exit code and what it wrote to the error output. */
function fail(...args: string[]): Promise<string> {
  const cli = fileURLToPath(new URL('../bundle/cli/admin.js', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [cli, ...args], { env: { PATH: process.env['PATH'] ?? '' } }, (error, _, stderr) =>
      error === null ? reject(new Error('the command succeeded')) : resolve(stderr),
    );
  });
}

test('a backup made while deliveries run restores to a server with everything acknowledged before it began', {
  timeout: 300_000,
}, async () => {
  const { key } = await admin(within('data'), 'collectors', 'add', 'Backup site', '--everywhere');
  const stopped = new AbortController();
  const senders = [0, 1].map((sender) => sendUntil(stopped.signal, String(key), sender));
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(300);
  const before = new Set(acknowledged);
  const made = await admin(within('data'), 'backup', within('backup'));
  const during = acknowledged.size - before.size;
  stopped.abort();
  await Promise.all(senders);
  expect(during).toBeGreaterThan(0);
  expect(made).toMatchObject({ checksums: true, folder: within('backup') });
  expect(await asSuperuser('data', 'select count(*)::int as slots from pg_replication_slots')).toEqual([{ slots: 0 }]);

  await admin(within('unused'), 'restore', within('backup'), '--data', within('restored'));
  const restored = await start('restored');
  const rows = await asSuperuser<{ serial: string; observed_at: Date }>(
    'restored',
    'select serial, observed_at from device_report join device using (device_id)',
  );
  const there = new Set(rows.map((row) => `${row.serial} ${row.observed_at.toISOString()}`));
  expect([...before].filter((report) => !there.has(report))).toEqual([]);
  expect([...there].filter((report) => !acknowledged.has(report)).length).toBeLessThanOrEqual(30);

  // Every page of every table and index is read: its checksum, and the order of its entries.
  await asSuperuser('restored', 'create extension amcheck');
  const [{ indexes } = { indexes: 0 }] = await asSuperuser<{ indexes: number }>(
    'restored',
    `select count(bt_index_check(c.oid, true))::int as indexes from pg_class c join pg_am a on a.oid = relam
     where amname = 'btree' and relkind = 'i' and relpersistence = 'p'`,
  );
  expect(indexes).toBeGreaterThan(100);
  expect(
    await asSuperuser(
      'restored',
      `select * from pg_class c, verify_heapam(c.oid) where relkind in ('r', 't') and relpersistence = 'p'`,
    ),
  ).toEqual([]);

  // It goes on: the same key delivers, the sign-in accepts what the first server signed.
  server = restored;
  const more = new AbortController();
  const count = acknowledged.size;
  const sender = sendUntil(more.signal, String(key), 2);
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(count);
  more.abort();
  await sender;
  expect(readFileSync(within('restored/sign-in/keys.json'))).toEqual(readFileSync(within('data/sign-in/keys.json')));
  // Secrets of channels can be read again.
  expect(readFileSync(within('restored/secrets/key'))).toEqual(readFileSync(within('data/secrets/key')));
});

test('a restore refuses a folder that holds something, and a backup that is damaged or not whole', async () => {
  const copy = within('copy');
  const restore = (data: string) => fail('restore', copy, '--data', within(data));
  mkdirSync(within('taken'));
  writeFileSync(within('taken/file'), 'of somebody');
  expect(await fail('restore', within('backup'), '--data', within('taken'))).toContain('is not empty');
  expect(readdirSync(within('taken'))).toEqual(['file']);

  rmSync(copy, { recursive: true, force: true });
  await new Promise((resolve, reject) =>
    execFile('cp', ['-a', within('backup'), copy], (error) => (error === null ? resolve(0) : reject(error))),
  );
  appendFileSync(path.join(copy, 'data/PG_VERSION'), ' ');
  expect(await restore('fresh')).toContain('data/PG_VERSION has');
  writeFileSync(path.join(copy, 'data/PG_VERSION'), readFileSync(within('backup/data/PG_VERSION')));
  const control = readFileSync(path.join(copy, 'data/global/pg_control'));
  control.writeUInt8(control.readUInt8(100) ^ 1, 100);
  writeFileSync(path.join(copy, 'data/global/pg_control'), control);
  expect(await restore('fresh')).toContain('content of data/global/pg_control differs');
  rmSync(path.join(copy, 'data/global/pg_control'));
  expect(await restore('fresh')).toContain('data/global/pg_control is missing');
  rmSync(path.join(copy, 'manifest.json'));
  expect(await restore('fresh')).toContain('is not a whole backup');
  expect(existsSync(within('fresh'))).toBe(false);
});

test('a backup that is killed leaves no folder that looks whole, and the next one takes its place', {
  timeout: 120_000,
}, async () => {
  const cli = fileURLToPath(new URL('../bundle/cli/admin.js', import.meta.url));
  const child = execFile(process.execPath, [cli, 'backup', within('second')], {
    env: { PATH: process.env['PATH'] ?? '', PLATEN_DATA: within('data') },
  });
  await expect.poll(() => existsSync(within('second.partial/data')), { timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(within('second'))).toBe(false);
  expect(await fail('restore', within('second.partial'), '--data', within('fresh'))).toContain('is not a whole backup');
  await expect
    .poll(() => asSuperuser('data', 'select slot_name from pg_replication_slots'), { timeout: 60_000 })
    .toEqual([]);
  await admin(within('data'), 'backup', within('second'));
  expect(existsSync(within('second.partial'))).toBe(false);
  expect(existsSync(within('second/manifest.json'))).toBe(true);
});
