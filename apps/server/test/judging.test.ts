import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toReport } from './reports.ts';
import { admin, type ServerProcess, startServerProcess } from './server-process.ts';

let dataDirectory: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-judging-'));
  server = await startServerProcess(dataDirectory);
}, 180_000);
afterAll(async () => {
  await stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}, 60_000);

async function stop(): Promise<void> {
  if (server.child.exitCode !== null || server.child.signalCode !== null) return;
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await ended;
}

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

async function send(key: string, from: number, count: number, observedAt: Date): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => JSON.stringify(toReport(`J${from + at}`, observedAt)));
  const answer = await fetch(`${server.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(answer.status).toBe(200);
}

const soon = { timeout: 45_000, interval: 250 };

describe('a server as shipped', () => {
  test('judges reports within a minute, in its thread; says so in its figures; goes on after a kill, and stops cleanly', async () => {
    const { key } = await admin(dataDirectory, 'collectors', 'add', 'Judging', '--everywhere');
    await send(String(key), 0, 40, new Date(Date.now() - 7_200_000));
    await expect.poll(() => figure('platen_judge_devices_total{result="judged"}'), soon).toBeGreaterThanOrEqual(40);
    await expect.poll(() => figure('platen_judge_waiting_devices'), soon).toBe(0);
    // A first fleet is learned from at once.
    await expect.poll(() => figure('platen_fit_last_timestamp_seconds'), soon).toBeGreaterThan(1_700_000_000);
    expect(await figure('platen_judge_failing_devices')).toBe(0);
    expect(await admin(dataDirectory, 'judge', '--all', '--wait')).toMatchObject({ devices: 40, failing: 0 });

    await send(String(key), 0, 60, new Date(Date.now() - 3_600_000));
    const killed = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await killed;
    server = await startServerProcess(dataDirectory);
    await expect.poll(() => figure('platen_judge_waiting_devices'), soon).toBe(0);
    expect(await admin(dataDirectory, 'judge')).toMatchObject({ devices: 60 });
    await stop();
    expect(server.child.exitCode).toBe(0);
    expect(server.output()).not.toMatch(/"level":"(error|fatal)"/);
  }, 240_000);
});
