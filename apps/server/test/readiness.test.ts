import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUsed } from '../src/store/embedded/start-embedded.ts';
import { callServer } from './rolling-load.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/**
 * A small disk of its own, so that it can be filled: needs root and a kernel that mounts; else the database
 * is set read-only.
 */
let isSmallDisk = false;
let dataDirectory: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-readiness-'));
  chmodSync(dataDirectory, 0o755);
  isSmallDisk = mountDisk();
  if (!isSmallDisk)
    console.warn('no small disk can be mounted here: a read-only database is used instead of a full one');
  server = await startServerProcess(dataDirectory, { PLATEN_DRAIN_MS: '5000', PLATEN_LOG_LEVEL: 'info' });
}, 180_000);
afterAll(async () => {
  if (server.child.exitCode === null && server.child.signalCode === null) {
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
  }
  if (isSmallDisk) execFileSync('umount', ['--lazy', dataDirectory]);
  rmSync(dataDirectory, { recursive: true, force: true });
}, 60_000);

function mountDisk(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=755', 'tmpfs', dataDirectory], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Appends to a file until its disk is full, whatever the database writes meanwhile. */
function fillDisk(file: string): void {
  for (const size of [2 ** 20, 4096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) appendFileSync(file, block);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
};
const stopped = { status: 503, body: { status: 'the database takes no writes' } };
const good = { status: 200, body: { status: 'OK' } };

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new Client({ connectionString: (await findUsed(dataDirectory))?.administrationUrl });
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter database platen set default_transaction_read_only = ${value}`);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'platen'`,
  );
  await client.end();
}

test('AC-25: readyz says 503 while the disk is full and 200 again once there is room', async () => {
  expect(await ready()).toEqual(good);
  const ballast = path.join(dataDirectory, 'ballast');
  if (isSmallDisk) fillDisk(ballast);
  else await setReadOnly('on');
  await expect.poll(ready, { timeout: 60_000, interval: 500 }).toEqual(stopped);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  if (isSmallDisk) truncateSync(ballast, 0);
  else await setReadOnly('off');
  await expect.poll(ready, { timeout: 60_000, interval: 500 }).toEqual(good);
});

test('AC-25: at SIGTERM readyz says stopping while calls are still served; then the process ends with 0', async () => {
  const exit = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await expect.poll(ready, { timeout: 4500, interval: 50 }).toEqual({ status: 503, body: { status: 'stopping' } });
  // A call as one that a balancer sent before it asked; its connection is not to be used again.
  const agent = new Agent({ keepAlive: true });
  const served = await callServer(`${server.url}/v1/users/me`, { agent });
  expect([served.status, JSON.parse(served.text)]).toMatchObject([401, { errorCode: 201004 }]);
  expect(served.headers.connection).toBe('close');
  agent.destroy();
  expect(await exit).toEqual([0, null]);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('OQ-121: every line that the server has written is JSON, those of libraries too', async () => {
  await wait(100);
  const lines = server.output().trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !/^\{"level":.*\}$/.test(line))).toEqual([]);
});
