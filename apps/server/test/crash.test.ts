import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOwner } from '../src/store/embedded/owner.ts';
import { preparePlaces } from '../src/store/embedded/places.ts';
import { readRunning } from '../src/store/embedded/postmaster.ts';
import { isAlive } from '../src/store/embedded/process.ts';
import { findUsed } from '../src/store/embedded/start-embedded.ts';
import { toReport } from './reports.ts';
import { admin, buildServer, type ServerProcess, startServerProcess } from './server-process.ts';

let dataDirectory: string;
let server: ServerProcess;
beforeAll(async () => {
  await buildServer();
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-crash-'));
  chmodSync(dataDirectory, 0o755);
  server = await startServerProcess(dataDirectory);
});
afterAll(async () => {
  if (server.child.exitCode === null && server.child.signalCode === null) {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
  rmSync(dataDirectory, { recursive: true, force: true });
});

const postmaster = () => readRunning(preparePlaces(dataDirectory, readOwner()).data)?.pid ?? 0;
const acknowledged = new Set<string>();
const unexpected: string[] = [];
const start = Date.now() - 20 * 24 * 3_600_000;
let minute = 0;

/** Sends batch after batch, and remembers what was acknowledged, until told to stop. */
async function sendUntil(stopped: AbortSignal, key: string, sender: number): Promise<void> {
  while (!stopped.aborted) {
    minute += 1;
    const reports = Array.from({ length: 15 }, (_, i) =>
      toReport(`K${sender}-${i % 10}`, new Date(start + minute * 60_000 + i)),
    );
    const answered = await fetch(`${server.url}/v1/ingest/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(reports.map((report) => JSON.stringify(report)).join('\n'))),
    }).catch(() => undefined);
    if (answered?.status === 200)
      for (const report of reports)
        if (report.identity.serial?.state === 'measured')
          acknowledged.add(`${report.identity.serial.value} ${report.observedAt}`);
    // Anything else is a database away for the moment, never a broken server.
    if (![undefined, 200, 503].includes(answered?.status))
      unexpected.push(`${answered?.status} ${await answered?.text()}`);
    if (answered?.status !== 200) await wait(20);
  }
}

async function readKept(): Promise<Set<string>> {
  const client = new Client({ connectionString: await findUsed(dataDirectory) });
  await client.connect();
  const { rows } = await client.query<{ serial: string; observed_at: Date }>(
    'select serial, observed_at from device_report join device using (device_id)',
  );
  await client.end();
  return new Set(rows.map((row) => `${row.serial} ${row.observed_at.toISOString()}`));
}

const crashes: Record<string, () => Promise<void>> = {
  'the server': async () => {
    const old = server;
    old.child.kill('SIGKILL');
    await once(old.child, 'exit');
    server = await startServerProcess(dataDirectory);
  },
  'the database': async () => {
    const old = postmaster();
    process.kill(old, 'SIGKILL');
    await expect.poll(() => ![0, old].includes(postmaster()), { timeout: 60_000 }).toBe(true);
  },
  'the database, with a session that hangs': async () => {
    const client = new Client({ connectionString: await findUsed(dataDirectory) });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const [hung, old] = [rows[0]?.pid ?? 0, postmaster()];
    process.kill(hung, 'SIGSTOP');
    process.kill(old, 'SIGKILL');
    await expect.poll(() => ![0, old].includes(postmaster()), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => isAlive(hung), { timeout: 60_000 }).toBe(false);
  },
  'both at once': async () => {
    const old = server;
    process.kill(postmaster(), 'SIGKILL');
    old.child.kill('SIGKILL');
    await once(old.child, 'exit');
    server = await startServerProcess(dataDirectory);
  },
};

test('AP-05: after kill -9 of the server, the database or both in the middle of ingest nothing acknowledged is lost', {
  timeout: 300_000,
}, async () => {
  const { key } = await admin(dataDirectory, 'collectors', 'add', 'Crash site');
  for (const [what, crash] of [...Object.entries(crashes), ...Object.entries(crashes)]) {
    const stopped = new AbortController();
    const senders = [0, 1, 2].map((sender) => sendUntil(stopped.signal, String(key), sender));
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 100);
    await wait(Math.random() * 40);
    await crash();
    // It takes reports again, and has all that it said it had.
    const after = acknowledged.size;
    await expect
      .poll(() => acknowledged.size, { timeout: 60_000, message: `reports are taken after a crash of ${what}` })
      .toBeGreaterThan(after + 45);
    stopped.abort();
    await Promise.all(senders);
    const kept = await readKept();
    expect({ what, unexpected, lost: [...acknowledged].filter((report) => !kept.has(report)) }).toEqual({
      what,
      unexpected: [],
      lost: [],
    });
  }
});

test('a server that is killed leaves no database process behind, and one that is asked to stop ends by itself', {
  timeout: 120_000,
}, async () => {
  const orphan = postmaster();
  server.child.kill('SIGKILL');
  await expect.poll(() => isAlive(orphan), { timeout: 60_000 }).toBe(false);
  server = await startServerProcess(dataDirectory);
  const running = postmaster();
  server.child.kill('SIGTERM');
  expect(await once(server.child, 'exit')).toEqual([0, null]);
  expect(isAlive(running)).toBe(false);
});
