import { jobAccepted } from '@platen/contract/jobs';
import { type TrialAnswer, trialAnswer } from '@platen/contract/rule-trials';
import { readRule } from '@platen/contract/rules';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { everywhere } from './collectors.ts';
import { findDeviceId } from './device-ids.ts';
import { runJobs } from './jobs.ts';
import { toItems, toReport } from './reports.ts';
import { addGroup, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

const dayMs = 86_400_000;
let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_USER_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
  for (const [serial, percents] of Object.entries({
    'TRIAL-1': [60, 40, 19, 15, 80, 70, 18, 17],
    'TRIAL-2': [50, 49, 48, 47, 46, 45, 44, 43],
  }))
    await report(serial, percents);
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.pool.query('delete from job');
});

/** A level of black toner at noon of each of the last days, the last of them yesterday. */
async function report(serial: string, percents: readonly number[], colour: 'black' | 'cyan' = 'black') {
  const today = Math.floor(Date.now() / dayMs);
  const reports = percents.map((value, index) => {
    const at = new Date((today - percents.length + index) * dayMs + dayMs / 2);
    return toReport(serial, at, {
      supplies: [{ index: '1', tonerColor: colour, percent: { state: 'measured', value } }],
    });
  });
  await deliver(platen.database.db, toItems(reports), {
    collectorId: newId(),
    scope: everywhere,
    now: new Date(),
    offlineHours: 480,
    readingMonths: 13,
    eventMonths: 24,
  });
  return await findDeviceId(platen.database, reports[0]);
}

const send = async (subject: string, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(await platen.bearer(subject)) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, value };
};
const formOf = (more: object = {}) => ({
  name: 'Low',
  note: '',
  scope: {},
  tests: [{ metric: 'supplyPercent', subject: 'black', comparison: 'below', value: 20, clear: 25 }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'P3',
  whoCanAct: 'technician',
  inWorklist: true,
  ...more,
});

/** Tries a rule while a server works its jobs. */
async function tryRule(body: object, subject = 'service'): Promise<TrialAnswer> {
  const asked = send(subject, 'POST', '/v1/rules/try', body);
  const state = { isOver: false };
  void asked.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    await runJobs(platen.database);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { status, value } = await asked;
  expect([status, value]).toMatchObject([200, {}]);
  return trialAnswer.parse(value);
}

test('BT-01 BT-03 BT-07 BT-14: a rule as written is tried on the past, and nothing but an audit entry is written', async () => {
  const { result, comparison } = await tryRule({ form: formOf(), days: 10 });
  expect(result).toMatchObject({
    canBeTried: true,
    days: 10,
    times: 2,
    devices: 1,
    firingNow: 1,
    isByDay: true,
    afterwards: null,
    sample: null,
    coverage: { inScope: 2, tried: 2, reporting: 2, daysWith: 18 },
    worst: [{ serial: 'TRIAL-1', times: 2 }],
    customers: [{ name: 'Harbour Library', times: 2, devices: 1 }],
    followed: { visits: null },
  });
  expect(comparison).toBeNull();
  expect(result.examples).toMatchObject([
    {
      serial: 'TRIAL-1',
      subject: 'black',
      steps: [
        { change: 'opened', tests: [{ value: 19 }] },
        { change: 'cleared', tests: [{ value: 80 }] },
        { change: 'opened', tests: [{ value: 18 }] },
      ],
    },
  ]);
  expect(result.otherwise.value.find(({ value }) => value === 20)).toMatchObject({ times: 2, devices: 1 });
  expect(Math.min(...result.otherwise.value.map(({ times }) => times))).toBe(0);
  const { rows } = await platen.database.pool.query<{ detail: object }>(
    `select detail from audit_entry where action = 'rules try' order by audit_id desc limit 1`,
  );
  expect(rows).toMatchObject([{ detail: { devices: 2, days: 10, scope: {} } }]);
  const written = await platen.database.pool.query('select 1 from condition union all select 1 from alert_rule');
  expect(written.rows).toEqual([]);
});

test('BT-03: where no device in scope has the value, it cannot be tried, which is not "would not fire"', async () => {
  const tests = [{ metric: 'supplyPercent', subject: 'cyan', comparison: 'below', value: 20, clear: 25 }];
  const { result } = await tryRule({ form: formOf({ tests }), days: 10 });
  expect(result).toMatchObject({ canBeTried: false, times: 0, coverage: { inScope: 2, reporting: 0 }, followed: null });
  const empty = await tryRule({ form: formOf({ scope: { models: ['none'] } }) });
  expect(empty.result).toMatchObject({ canBeTried: false, days: 90, coverage: { inScope: 0, tried: 0 } });
});

test('BT-11: two forms are compared, with the devices that one of them alone names', async () => {
  const tests = [{ metric: 'supplyPercent', subject: 'black', comparison: 'below', value: 48, clear: 55 }];
  const { result, comparison } = await tryRule({ form: formOf({ tests }), against: formOf(), days: 10 });
  expect(result.devices).toBe(2);
  expect(comparison).toMatchObject({
    against: { devices: 1 },
    onlyTried: { count: 1, devices: [{ serial: 'TRIAL-2' }] },
    onlyAgainst: { count: 0 },
  });
});

test('GE-05 BT-03: only devices that the user sees are tried; who may not write rules tries none', async () => {
  await addGroup(platen.database, 7, 'Seven');
  await platen.database.pool.query(
    `insert into app_user (user_id, subject, name, role, sees_all, agreed_terms_version)
     select $1, 'narrow', 'Nora', 'service', false, agreed_terms_version from app_user where subject = 'service'`,
    [newId()],
  );
  await platen.database.pool.query(
    `insert into user_group (user_id, group_id) select user_id, 7 from app_user where subject = 'narrow'`,
  );
  await platen.database.pool.query(`update device set group_ids = '{7}' where serial = 'TRIAL-2'`);
  const { result } = await tryRule({ form: formOf(), days: 10 }, 'narrow');
  expect(result).toMatchObject({ times: 0, coverage: { inScope: 1, tried: 1 } });
  expect(await send('dealer', 'POST', '/v1/rules/try', { form: formOf() })).toMatchObject({
    status: 403,
    value: { errorCode: 200002 },
  });
});

test('BT-13 GE-13: a longer trial goes on as a job; a user has one at a time, all together two', async () => {
  const first = await send('service', 'POST', '/v1/rules/try', { form: formOf() });
  expect(first.status).toBe(202);
  const { jobId } = jobAccepted.parse(first.value);
  const busy = { status: 503, value: { errorCode: 203002 } };
  expect(await send('service', 'POST', '/v1/rules/try', { form: formOf() })).toMatchObject(busy);
  expect(await send('service', 'GET', `/v1/rules/try/${jobId}`)).toMatchObject({ value: { errorCode: 202003 } });
  await platen.database.pool.query(
    `insert into job (job_id, user_id, kind, total, input)
     select $1, user_id, 'ruleTrial', 1, '{}' from app_user where subject = 'narrow'`,
    [newId()],
  );
  expect(await send('admin', 'POST', '/v1/rules/try', { form: formOf() })).toMatchObject(busy);
  await platen.database.pool.query('delete from job where job_id <> $1', [jobId]);
  await runJobs(platen.database);
  expect(await send('service', 'GET', `/v1/jobs/${jobId}`)).toMatchObject({
    status: 200,
    value: { kind: 'ruleTrial', state: 'done', result: `/v1/rules/try/${jobId}` },
  });
  const { value } = await send('service', 'GET', `/v1/rules/try/${jobId}`);
  expect(trialAnswer.parse(value).result.days).toBe(90);
  expect(await send('service', 'GET', `/v1/jobs/${jobId}/result`)).toMatchObject({ value: { errorCode: 202003 } });
  expect(await send('admin', 'GET', `/v1/rules/try/${jobId}`)).toMatchObject({ value: { errorCode: 204001 } });
});

test('AR-12: a trial of this very form allows switching on and widening, also one from before it was saved', async () => {
  await tryRule({ form: formOf(), days: 10 });
  const made = await send('service', 'POST', '/v1/rules', { form: formOf({ name: 'Tried before it was saved' }) });
  const { ruleId, version } = readRule.answer.shape.rule.parse(Object(made.value).rule);
  const path = `/v1/rules/${ruleId}`;
  expect(await send('service', 'POST', `${path}/enable`, { version })).toMatchObject({
    status: 200,
    value: { rule: { enabled: true } },
  });
  const wider = formOf({ tests: [{ ...formOf().tests[0], value: 30, clear: 35 }] });
  expect(await send('service', 'PUT', path, { form: wider, version: 2 })).toMatchObject({
    status: 409,
    value: { errorCode: 202003 },
  });
  await tryRule({ form: wider, ruleId, days: 10 });
  expect(await send('service', 'PUT', path, { form: wider, version: 2 })).toMatchObject({ status: 200 });
  const untried = { form: formOf({ openDelayMinutes: 60 }), version: 3, untried: true };
  expect(await send('service', 'PUT', path, untried)).toMatchObject({ status: 200 });
  const renamed = { form: formOf({ openDelayMinutes: 60, name: 'Other words' }), version: 4 };
  expect(await send('service', 'PUT', path, renamed)).toMatchObject({ status: 200 });
  const { value } = await send('service', 'GET', `${path}/history`);
  expect(Object(value).versions.map(({ change }: { change: string }) => change)).toEqual([
    'changed',
    'changedUntried',
    'changed',
    'enabled',
    'made',
  ]);
});
