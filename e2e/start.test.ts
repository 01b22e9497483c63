import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRules } from '@platen/contract/rules';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../bench/src/lib/free-port.ts';
import { runToEnd } from './lib/processes.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

let data: string;
let env: NodeJS.ProcessEnv;
let url: string;
const started: { child: ChildProcess; closed: Promise<void> }[] = [];

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'platen-start-'));
  const port = await findFreePort();
  env = { ...process.env, PLATEN_DATA: data, PLATEN_PORT: String(port) };
  url = `http://localhost:${port}`;
});

afterAll(async () => {
  for (const { child, closed } of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await closed;
  }
  await rm(data, { recursive: true, force: true });
});

/** A few devices of the fleet in addition to the eight printers: the same as three hundred, in less time. */
const machines = 12;
/** Ten times what a start takes on two idle cores: a busy machine is no failure. */
const startMs = 400_000;

test('GE-22: one command shows the demonstration and its living worklist; a kill -9 hinders nothing; Ctrl-C ends all of it', async () => {
  const first = await start();
  expect(first.printed()).toContain(`Platen is running at ${url}`);
  expect(first.printed()).toContain('dealer');

  // When the start is over, the fleet has reported its history. The printers arrive by SNMP, collector,
  // delivery.
  const token = await runToEnd(join(root, 'apps/server/bundle/cli/token.js'), ['service'], env);
  const call = (path: string, body?: object) =>
    fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  await call('/v1/termsOfUse', { version: '1.0.1' });
  const total = async () => (await call('/v1/devices')).headers.get('total-count');
  await expect.poll(total, { timeout: 60_000 }).toBe(String(8 + machines));

  // It was learned from and judged by that: the figures shown do not change in the first minutes.
  expect(first.printed()).toMatch(/Learning from the fleet …\n(.*\n)*? {2}done/);
  expect(await figure('platen_fit_last_timestamp_seconds')).toBeGreaterThan(0);

  // Simulated people have agreed to the terms and worked on the list, each as a user of its own.
  expect(first.printed()).toMatch(/service people go through the worklist …\n(.*\n)*? {2}ready/);
  const users = await runToEnd(join(root, 'apps/server/bundle/cli/admin.js'), ['users', 'list', '--json'], env);
  const simulated = JSON.parse(users).users.filter(({ subject }: { subject: string }) =>
    subject.startsWith('simulated-'),
  );
  expect(simulated.filter(({ lastLoginAt }: { lastLoginAt: string | null }) => lastLoginAt !== null)).toHaveLength(3);

  // One of them wrote rules: no screen is empty, and what is on was tried.
  const readRules = async () => listRules.answer.parse(await (await call('/v1/rules')).json()).rules;
  const rules = await readRules();
  expect(rules.map(({ rule }) => [rule.template, rule.enabled, rule.madeBy?.name])).toEqual([
    ['heavyJamming', true, 'Dana Weber'],
    ['sameCode', true, 'Dana Weber'],
    ['totalCrosses', false, 'Dana Weber'],
  ]);

  // So does what the collector says of itself.
  const readByCollector = async () =>
    (await (await call('/v1/collectors')).json()).collectors[0]?.status?.round?.printers;
  await expect.poll(readByCollector, { timeout: 120_000, interval: 1000 }).toBe(8);

  first.child.kill('SIGKILL');
  await first.closed;
  await expect.poll(isUp, { timeout: 60_000 }).toBe(false);

  // Reports that were delivered before are not stored again.
  const second = await start();
  expect(await total()).toBe(String(8 + machines));
  expect((await readRules()).map(({ rule }) => rule.ruleId)).toEqual(rules.map(({ rule }) => rule.ruleId));
  expect(await readFile(join(data, 'logs', 'fleet.log'), 'utf8')).toMatch(/: 0 stored, \d+ there before, 0 refused/);
  second.child.kill('SIGINT');
  await second.closed;
  expect(await isUp()).toBe(false);
  expect(await childrenOf(data)).toEqual([]);
}, 1_000_000);

async function start(): Promise<{ child: ChildProcess; closed: Promise<void>; printed: () => string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--devices', String(machines)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  started.push({ child, closed });
  let ended = false;
  child.once('close', () => (ended = true));
  const isStarted = () => ended || text.includes('Ctrl-C stops everything.');
  const inTime = await vi.waitUntil(isStarted, { timeout: startMs, interval: 200 }).catch(() => false);
  if (!inTime) throw new Error(`npm start was not ready within ${startMs / 1000} s:\n${text}`);
  if (ended) throw new Error(`npm start ended:\n${text}`);
  return { child, closed, printed: () => text };
}

async function figure(name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
}

const isUp = () =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Command lines of processes that still name the data folder. */
async function childrenOf(folder: string): Promise<string[]> {
  const list = await new Promise<string>((resolve, reject) => {
    const ps = spawn('ps', ['-eo', 'args'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    ps.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    ps.once('error', reject);
    ps.once('close', () => resolve(out));
  });
  return list.split('\n').filter((line) => line.includes(folder));
}
