import { tryRule } from '@platen/contract/rule-trials';
import { alertRule } from '@platen/contract/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { addCollector } from './collectors.ts';
import { runJobs } from './jobs.ts';
import { hoursAgo, toReport } from './reports.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

let platen: TestApp;
let clock = Date.now();
const key = 'key-of-the-ruled-site';
const hourMs = 3_600_000;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_USER_RATE: '1000000', PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addCollector(platen.database, { name: 'site', key });
  await post('/v1/ingest/reports', {
    reports: ['RULED-1', 'RULED-2'].map((serial) =>
      toReport(serial, hoursAgo(1), { source: { kind: 'collector', name: 'x', version: '1', address: serial } }),
    ),
  });
});
afterAll(() => platen.close());
beforeEach(() => platen.database.pool.query('update alert_rule set enabled = false'));

async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${platen.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'OK' }]);
}

/** A status of a round that read three printers, at the time of the test. */
async function status(failing: readonly string[]): Promise<void> {
  const now = new Date().toISOString();
  const round = { targets: 200, notPrinters: 9, silent: 190, failed: 0, incomplete: 0, notKept: 0 };
  await post('/v1/ingest/status', {
    name: 'x',
    version: '1',
    startedAt: now,
    sentAt: now,
    everyMs: hourMs,
    queue: { reports: 0, bytes: 0, refused: 0 },
    round: { startedAt: now, endedAt: now, printers: 4 - failing.length, ...round },
    failures: failing.map((target) => ({ target, kind: 'silent', reason: 'no answer', since: now })),
    findings: [],
  });
  for (const set of ['collector set last_contact_at', 'collector_status set received_at'])
    await platen.database.pool.query(`update ${set} = $1`, [new Date(clock)]);
}

const send = async (path: string, body: unknown): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', ...(await platen.bearer('service')) };
  const answer = await fetch(`${platen.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return answer.json();
};
const formOf = (test: object) => ({
  name: 'Site',
  note: '',
  scope: {},
  tests: [test],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'P3',
  whoCanAct: 'manager',
  inWorklist: true,
});
async function switchOn(tested: object): Promise<string> {
  const { ruleId, version } = alertRule.parse(Object(await send('/v1/rules', { form: formOf(tested) })).rule);
  await send(`/v1/rules/${ruleId}/enable`, { version, untried: true });
  return ruleId;
}
const evaluate = async (laterMs = 61_000) => {
  clock += laterMs;
  await evaluateDue(platen.database.db, { now: () => new Date(clock), offlineHours: 480 });
};
/** On how many devices a rule has a running condition. */
async function running(ruleId: string): Promise<number> {
  const { rows } = await platen.database.pool.query(
    `select 1 from condition where left(subject, 36) = $1 and work <> 'resolved'`,
    [ruleId],
  );
  return rows.length;
}

test('AR-04 AR-10 AR-20: a rule about failing addresses opens on the devices of the collector and clears with its next status, without a report of theirs', async () => {
  await status([]);
  const ruleId = await switchOn({ metric: 'collectorFailures', comparison: 'above', value: 20, clear: 15 });
  await evaluate();
  expect(await running(ruleId)).toBe(0);
  await status(['RULED-9']);
  await evaluate();
  expect(await running(ruleId)).toBe(2);
  await status([]);
  await evaluate();
  expect(await running(ruleId)).toBe(0);
});

test('AR-10 AR-20: the silence of the collector opens by time alone and ends with its next contact', async () => {
  await status([]);
  const ruleId = await switchOn({ metric: 'collectorSilence', comparison: 'atLeast', value: 5 });
  await evaluate();
  await evaluate(4 * hourMs);
  expect(await running(ruleId)).toBe(0);
  await evaluate(hourMs);
  expect(await running(ruleId)).toBe(2);
  await status([]);
  await evaluate();
  expect(await running(ruleId)).toBe(0);
});

test('AR-08: of a device without a collector the missing value fires where the rule says so, live and on the past', async () => {
  await status([]);
  await addDevices(platen.database, [{ model: 'ALONE', updated_at: new Date(clock) }]);
  const silence = { metric: 'collectorSilence', comparison: 'atLeast', value: 5 };
  const unknown = await switchOn(silence);
  const missing = await switchOn({ ...silence, missingFires: true });
  await evaluate();
  expect([await running(unknown), await running(missing)]).toEqual([0, 1]);
  const asked = send('/v1/rules/try', { form: formOf({ ...silence, missingFires: true }), days: 14 });
  while ((await platen.database.pool.query('select 1 from job')).rows.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await runJobs(platen.database);
  const answer = tryRule.answer.parse(await asked);
  expect([answer.result.devices, answer.result.firingNow]).toEqual([1, 1]);
});
