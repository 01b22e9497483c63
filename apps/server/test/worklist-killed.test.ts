import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { jobAccepted } from '@platen/contract/jobs';
import { actOnWorklist } from '@platen/contract/worklist';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKeys, signToken } from '../src/identity/development/keys.ts';
import type { SignedInUser } from '../src/identity/signed-in-user.ts';
import { readSettings } from '../src/settings/settings.ts';
import { locks } from '../src/store/transactions.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { kill } from './killed-processes.ts';
import { toReport } from './reports.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { agreeForAll } from './test-app.ts';
import { addCalls } from './worklist-world.ts';

/** `PLATEN_TEST_KILLS=1000` for a long run. */
const kills = Number(process.env['PLATEN_TEST_KILLS'] ?? 3);
/** Devices of each round, in which the server is killed again and again. */
const devicesARound = 12;
const key = 'key-of-a-test';
const minuteMs = 60_000;

let database: TestDatabase;
let dataDirectory: string;
let server: ServerProcess;
let token: string;
const over = new AbortController();

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-killed-'));
  chmodSync(dataDirectory, 0o755);
  await addCollector(database, { key });
  await start();
  await agreeForAll(database);
}, 180_000);
afterAll(async () => {
  over.abort();
  await kill(server.child);
  await database.close();
  rmSync(dataDirectory, { recursive: true, force: true });
}, 60_000);

async function start(): Promise<void> {
  const started = await startServerProcess(dataDirectory, {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    PLATEN_USER_RATE: '1000000',
  });
  const keys = await readKeys(dataDirectory);
  if (keys === undefined) throw new Error('the server made no keys');
  const settings = readSettings({ PLATEN_PORT: new URL(started.url).port, PLATEN_DATA: dataDirectory });
  const signed = await signToken(settings, keys, 'service', 3600);
  // Together: calls read both.
  [server, token] = [started, signed];
}

/** The answer to a call, which is repeated as it is while the server is away. */
async function call(address: string, headers: Record<string, string>, toBody: () => string): Promise<unknown> {
  while (!over.signal.aborted) {
    const answer = await fetch(`${server.url}${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${headers['key'] ?? token}`, ...headers },
      body: toBody(),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer !== undefined && text !== undefined) {
      if (answer.ok) return JSON.parse(text);
      if (answer.status < 500 && answer.status !== 429) throw new Error(`${address}: ${answer.status} ${text}`);
    }
    await wait(25);
  }
  throw new Error(`${address}: the test ended before the server answered`);
}

const code = 'C371';
/** What these devices report, `minutes` before the round began. */
const deliver = (serials: readonly string[], began: number, minutes: number) =>
  call('/v1/ingest/reports', { key, 'content-type': 'application/x-ndjson' }, () =>
    serials
      .map((serial) =>
        JSON.stringify(
          toReport(serial, new Date(began - minutes * minuteMs), {
            // A customer each: what many devices of one have together would hide the conditions of each.
            site: { customerNumber: serial, customerName: serial, dealerNumber: 'D-7' },
            status: { hrDeviceStatus: 'down', detectedErrors: [], deviceCode: code },
          }),
        ),
      )
      .join('\n'),
  );

/** Makes the server judge, and then evaluate, at once instead of at its next look. */
const judgeNow = () =>
  database.pool.query(`select graphile_worker.add_job('judge', '{}'::json, job_key => 'judge', max_attempts => 3)`);

interface Target {
  readonly conditionId: string;
  readonly version: number;
}

/** The condition of a device, once the server has opened it. */
async function findCondition(serial: string): Promise<Target> {
  for (;;) {
    const { rows } = await database.pool.query<Target>(
      `select condition_id as "conditionId", version from condition where serial = $1 and subject = $2`,
      [serial, code],
    );
    if (rows[0] !== undefined) return rows[0];
    await wait(50);
  }
}

const steps = [
  { action: 'acknowledge' },
  { action: 'note', note: 'asked the customer' },
  { action: 'snooze', untilWorse: true, reason: 'waitingForPart' },
  { action: 'wake' },
  { action: 'assign', assignee: null },
  { action: 'resolve', reason: 'fixed' },
] as const;

interface Answered {
  readonly actionId: string;
  readonly conditionId: string;
  readonly change: string;
}

/** Does one step; returns what the server answered as done, undefined where the state does not allow it. */
async function act(serial: string, step: (typeof steps)[number]): Promise<Answered | undefined> {
  for (;;) {
    const target = await findCondition(serial);
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ ...step, items: [target] });
    const { actionId, results } = actOnWorklist.answer.parse(await call('/v1/worklist/actions', headers, () => body));
    const result = results[0]?.code;
    if (result === 0) return { actionId, conditionId: target.conditionId, change: step.action };
    if (result === 202003) return undefined;
    // Changed meanwhile by an evaluation: read again.
    expect(result).toBe(202002);
  }
}

/** What happens with a device of a number: steps in an order of its own, and a report between two of them. */
async function live(serial: string, n: number, began: number): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (let step = 0; step < steps.length; step++) {
    if (step === n % steps.length) await deliver([serial], began, 30);
    const chosen = steps[(n * 5 + step * (1 + (n % 5))) % steps.length];
    const done = chosen && (await act(serial, chosen));
    if (done !== undefined) answered.push(done);
  }
  return answered;
}

/** Conditions and history of a device, without what differs between two devices. */
async function readPast(serial: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ past: unknown }>(
    `select json_agg(json_build_array(c.subject, c.work, c.signal, c.resolution, c.regressions, c.assignee,
       (select json_agg(json_build_array(e.change, e.work_from, e.work_to, e.user_id is not null) order by e.at, e.event_id)
        from condition_event e where e.entity_id = c.entity_id and e.condition_id = c.condition_id)) order by c.subject, c.opened_at) as past
     from condition c where c.serial = $1`,
    [serial],
  );
  return rows[0]?.past;
}

interface Round {
  readonly answered: readonly Answered[];
  /** Conditions and history by device. */
  readonly pasts: readonly unknown[];
}

const serialsOf = (name: string) => Array.from({ length: devicesARound }, (_, n) => `${name}-${n}`);

/** Devices go down, and people work on all of them at the same time. */
async function runRound(name: string): Promise<Round> {
  const began = Date.now();
  const serials = serialsOf(name);
  for (const minutes of [60, 45]) await deliver(serials, began, minutes);
  await judgeNow();
  const answered = await Promise.all(serials.map((serial, n) => live(serial, n, began)));
  return { answered: answered.flat(), pasts: await Promise.all(serials.map(readPast)) };
}

/**
 * Once a transaction evaluates: that of the job, or that of an action. After 20 s or with the end of the
 * round in any case: a short one may lie between two looks, and none may follow.
 */
async function evaluating(isOver: () => boolean = () => false): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end && !isOver(); ) {
    const { rowCount } = await database.pool.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.locktype = 'advisory' and l.classid = $1`,
      [locks.evaluating],
    );
    if (rowCount !== 0) return;
    await wait(1);
  }
}

/** When the server is killed, in turn: while conditions open, while people act, and at any time of both. */
const moments = [
  (_name: string, isOver: () => boolean) => evaluating(isOver).then(() => wait(Math.random() * 20)),
  (name: string) => findCondition(`${name}-0`).then(() => wait(Math.random() * 1000)),
  () => wait(Math.random() * 3000),
];

test('FG-08 WL-02 GE-07 GE-14: a server killed while conditions open and people act loses no step and makes none twice', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  const undisturbed = await runRound('undisturbed');
  const answered = [...undisturbed.answered];
  const done = { kills: 0, rounds: 1 };
  while (done.kills < kills) {
    const name = `killed-${done.rounds}`;
    const round = { isOver: false };
    const killing = async () => {
      do {
        await moments[done.kills % moments.length]?.(name, () => round.isOver);
        await kill(server.child);
        await start();
        done.kills += 1;
      } while (!round.isOver && done.kills < kills);
    };
    const [lived] = await Promise.all([runRound(name).finally(() => (round.isOver = true)), killing()]);
    expect([name, ...lived.pasts]).toEqual([name, ...undisturbed.pasts]);
    answered.push(...lived.answered);
    done.rounds += 1;
  }

  const opened = await database.pool.query(`select from condition_event where change = 'opened'`);
  expect(opened.rowCount).toBe(done.rounds * devicesARound);
  const { rows } = await database.pool.query<Answered>(
    `select action_id as "actionId", condition_id as "conditionId", change from condition_event where user_id is not null`,
  );
  const sorted = (list: readonly Answered[]) => list.map((one) => JSON.stringify(one)).toSorted();
  // Every action that was answered is there once, and no other.
  expect(sorted(rows)).toEqual(sorted(answered));
  expect(undisturbed.answered.length).toBeGreaterThan(devicesARound * 3);
});

test('GE-13 FG-08: a job whose server is killed at a step is taken over: each condition is done once', {
  timeout: 180_000,
}, async () => {
  const { rows } = await database.pool.query<SignedInUser>(
    `select user_id as "userId", subject, name, role, sees_all as "seesAll" from app_user where subject = 'service'`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no user');
  const serials = Array.from({ length: 60 }, (_, n) => `JOB-${n}`);
  const matters = ['noise', 'slow', 'network', 'colour', 'paperJam'];
  await addCalls(database, { user: { ...row, groups: [] }, devices: serials.map((serial) => ({ serial })), matters });
  const { rows: items } = await database.pool.query<Target>(
    `select condition_id as "conditionId", version from condition where serial = any($1)`,
    [serials],
  );
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const body = JSON.stringify({ action: 'note', note: 'asked the customer', items });
  const { jobId } = jobAccepted.parse(await call('/v1/worklist/actions', headers, () => body));
  const progress = async () => {
    const found = await database.pool.query<{ done: number; state: string }>(
      'select done, state from job where job_id = $1',
      [jobId],
    );
    return found.rows[0];
  };
  await expect.poll(async () => (await progress())?.done, { interval: 2, timeout: 60_000 }).toBeGreaterThan(0);
  await evaluating();
  await kill(server.child);
  const { done } = (await progress()) ?? {};
  expect(done).toBeLessThan(items.length);
  await start();
  await expect.poll(progress, { timeout: 90_000 }).toEqual({ done: items.length, state: 'done' });
  const { rows: made } = await database.pool.query<{ steps: number; conditions: number; notes: number }>(
    `select (select count(*)::int from condition_event where change = 'note' and condition_id = any($1)) as steps,
       (select count(distinct condition_id)::int from condition_event where change = 'note' and condition_id = any($1)) as conditions,
       (select count(*)::int from device_note n join device d using (device_id) where d.serial = any($2)) as notes`,
    [items.map(({ conditionId }) => conditionId), serials],
  );
  expect(made).toEqual([{ steps: items.length, conditions: items.length, notes: serials.length }]);
});
