import { checkRule } from '@platen/contract/rule-checks';
import { ruleMetricNames } from '@platen/contract/rule-metrics';
import {
  type AlertRule,
  evaluateRules,
  listRules,
  readRule,
  readRuleHistory,
  ruleForm,
  ruleLimits,
} from '@platen/contract/rules';
import * as fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { evaluateDue } from '../../jobs/conditions/evaluate-due.ts';
import { noteTrial } from './trial-record.ts';

let platen: TestApp;
let clock = Date.now();
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_USER_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
});
afterAll(() => platen.close());

const send = async (subject: string, method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(await platen.bearer(subject)),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, value };
};

const formOf = (name: string, more: object = {}) => ({
  name,
  note: 'Ask the customer.',
  scope: { models: ['RULE-1'] },
  tests: [{ metric: 'unknownCustomer', comparison: 'present' }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'P2',
  whoCanAct: 'manager',
  inWorklist: true,
  ...more,
});
const ruleIn = (value: unknown): AlertRule => readRule.answer.shape.rule.parse(Object(value).rule);
const write = async (name: string, more: object = {}): Promise<AlertRule> =>
  ruleIn((await send('service', 'POST', '/v1/rules', { form: formOf(name, more) })).value);
const enable = async ({ ruleId, version }: AlertRule) =>
  ruleIn((await send('service', 'POST', `/v1/rules/${ruleId}/enable`, { version, untried: true })).value);
const addDevice = async (more: object = {}): Promise<string> => {
  const at = new Date(clock);
  const device = { model: 'RULE-1', customer_number: null, updated_at: at, received_at: at, ...more };
  const [id = ''] = await addDevices(platen.database, [device]);
  return id;
};
/** A minute later everything that is due is evaluated. */
const evaluate = async () => {
  clock += 61_000;
  await evaluateDue(platen.database.db, { now: () => new Date(clock), offlineHours: 480 });
};
const report = async (deviceId: string, customer: string | null) => {
  await platen.database.pool.query(
    'update device set customer_number = $2, updated_at = $3, received_at = $3 where device_id = $1',
    [deviceId, customer, new Date(clock)],
  );
  await evaluate();
};
const conditionsOf = async ({ ruleId }: Pick<AlertRule, 'ruleId'>) => {
  const { rows } = await platen.database.pool.query<{
    entity_id: string;
    work: string;
    resolution: string | null;
    regressions: number;
    facts: { rule: { name: string } };
  }>(
    'select entity_id, work, resolution, regressions, facts from condition where left(subject, 36) = $1 order by opened_at',
    [ruleId],
  );
  return rows;
};

test('AR-01 AR-05 AR-10 WL-17: a rule that is switched on opens a condition of its priority, which its clearing resolves', async () => {
  const device = await addDevice();
  await evaluate();
  const rule = await enable(await write('No customer'));
  expect(rule).toMatchObject({ enabled: true, version: 2, own: true, madeBy: { name: expect.any(String) } });
  await evaluate();
  expect(await conditionsOf(rule)).toMatchObject([{ entity_id: device, work: 'open' }]);
  const { value } = await send('service', 'GET', '/v1/worklist?kind=rule');
  expect(value).toMatchObject({
    rows: [
      {
        rowId: device,
        priority: 'P2',
        conditions: [
          {
            kind: 'rule',
            source: 'rule',
            whoCanAct: 'manager',
            facts: { rule: { name: 'No customer', note: 'Ask the customer.' } },
          },
        ],
      },
    ],
  });
  await report(device, 'C-1');
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'resolved', resolution: 'device' }]);
  await report(device, null);
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'open', regressions: 1 }]);
});

test('AR-02: a rule concerns the devices of its scope alone, and a new one by itself', async () => {
  const [inside, other, exception] = [
    await addDevice({ model: 'RULE-2' }),
    await addDevice({ model: 'RULE-3' }),
    await addDevice({ model: 'rule-2' }),
  ];
  const rule = await enable(
    await write('Scoped', { scope: { models: ['rule-2'], except: { deviceIds: [exception] } } }),
  );
  await evaluate();
  const later = await addDevice({ model: 'RULE-2' });
  await evaluate();
  expect((await conditionsOf(rule)).map(({ entity_id: id }) => id)).toEqual([inside, later]);
  expect(other).not.toBe(inside);
});

test('AR-09: name and note change in place; what a changed form does not find ends as "rule changed"; so does switching off', async () => {
  const device = await addDevice({ model: 'RULE-4' });
  let rule = await enable(await write('First', { scope: { models: ['RULE-4'] } }));
  await evaluate();
  const put = async (form: object) => {
    rule = ruleIn(
      (await send('service', 'PUT', `/v1/rules/${rule.ruleId}`, { form, version: rule.version, untried: true })).value,
    );
    await evaluate();
  };
  await put(formOf('Second', { scope: { models: ['RULE-4'] } }));
  expect(await conditionsOf(rule)).toMatchObject([
    { entity_id: device, work: 'open', facts: { rule: { name: 'Second' } } },
  ]);
  const status = { metric: 'status', comparison: 'is', words: ['error'] };
  await put(formOf('Second', { scope: { models: ['RULE-4'] }, tests: [status] }));
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'resolved', resolution: 'ruleChanged' }]);
  await put(formOf('Second', { scope: { models: ['RULE-4'] } }));
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'open' }]);
  const off = await send('service', 'POST', `/v1/rules/${rule.ruleId}/disable`, { version: rule.version });
  await evaluate();
  expect(ruleIn(off.value).enabled).toBe(false);
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'resolved', resolution: 'ruleChanged' }]);
});

test('AR-09 AR-15 GE-11: a deleted rule is hidden, its history stays, and each change is audited', async () => {
  const rule = await enable(await write('Gone'));
  const path = `/v1/rules/${rule.ruleId}`;
  const { value } = await send('service', 'GET', `${path}/history`);
  expect(readRuleHistory.answer.parse(value).versions.map(({ version, change }) => [version, change])).toEqual([
    [2, 'enabledUntried'],
    [1, 'made'],
  ]);
  expect(await send('service', 'DELETE', `${path}?version=${rule.version}`)).toEqual({
    status: 200,
    value: { status: 'success' },
  });
  expect(await send('service', 'GET', path)).toMatchObject({ status: 404, value: { errorCode: 204001 } });
  const list = listRules.answer.parse((await send('service', 'GET', '/v1/rules')).value);
  expect(list.rules.map((one) => one.rule.ruleId)).not.toContain(rule.ruleId);
  const { rows } = await platen.database.pool.query<{ action: string; detail: object }>(
    'select action, detail from audit_entry where subject = $1 order by audit_id',
    [`rule:${rule.ruleId}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(['rules made', 'rules enabledUntried', 'rules deleted']);
  expect(JSON.stringify(rows)).not.toContain('Ask the customer.');
});

test('AR-12: without a trial of its present form a rule is switched on only on purpose', async () => {
  const { ruleId, version } = await write('Untried');
  const path = `/v1/rules/${ruleId}/enable`;
  expect(await send('service', 'POST', path, { version })).toMatchObject({ status: 409, value: { errorCode: 202003 } });
  expect(await send('service', 'POST', path, { version, untried: true })).toMatchObject({ status: 200 });
});

const lowToner = { metric: 'supplyPercent', subject: 'black', comparison: 'below', value: 20, clear: 25 };

test('AR-12: a trial of the very form allows it for 24 hours, whatever the order in which it is stored', async () => {
  const rule = await write('Tried', { scope: { models: ['RULE-9'] }, tests: [lowToner] });
  const path = `/v1/rules/${rule.ruleId}/enable`;
  const trial = (form: AlertRule['form'], hoursAgo = 0) =>
    platen.database.db
      .transaction()
      .execute((trx) => noteTrial(trx, rule.ruleId, form, new Date(Date.now() - hoursAgo * 3_600_000)));
  const asked = ruleForm.parse(formOf('Another name', { scope: { models: ['RULE-9'] }, tests: [lowToner] }));
  for (const refused of [() => trial(asked, 25), () => trial({ ...asked, openDelayMinutes: 5 })]) {
    await refused();
    expect(await send('service', 'POST', path, { version: 1 })).toMatchObject({ status: 409 });
  }
  await trial(asked);
  expect(await send('service', 'POST', path, { version: 1 })).toMatchObject({ status: 200 });
});

test('AR-09: another name is no other logic, whatever the order in which the form is stored', async () => {
  const rule = await write('Named', { tests: [lowToner] });
  const body = { form: formOf('Renamed', { tests: [lowToner] }), version: 1 };
  expect(await send('service', 'PUT', `/v1/rules/${rule.ruleId}`, body)).toMatchObject({ status: 200 });
  const logic = () =>
    platen.database.db
      .selectFrom('alert_rule')
      .select('logic')
      .where('rule_id', '=', rule.ruleId)
      .executeTakeFirstOrThrow();
  expect(await logic()).toEqual({ logic: 1 });
  const other = { form: formOf('Renamed', { tests: [{ ...lowToner, value: 15 }] }), version: 2 };
  expect(await send('service', 'PUT', `/v1/rules/${rule.ruleId}`, other)).toMatchObject({ status: 200 });
  expect(await logic()).toEqual({ logic: 2 });
});

test('AR-01 GE-03: a device has at most 50 rules that are switched on; devices of others may have more', async () => {
  await addDevice({ model: 'RULE-50' });
  const scope = { models: ['RULE-50'] };
  const full = await Promise.all(
    Array.from({ length: ruleLimits.ofDevice }, async (_, n) => await write(`Full ${n}`, { scope })),
  );
  await platen.database.pool.query('update alert_rule set enabled = true where rule_id = any($1)', [
    full.map(({ ruleId }) => ruleId),
  ]);
  const [same, other] = [await write('Same', { scope }), await write('Other', { scope: { models: ['RULE-51'] } })];
  const limit = { status: 422, value: { errorCode: 202004 } };
  const path = (rule: AlertRule) => `/v1/rules/${rule.ruleId}`;
  expect(await send('service', 'POST', `${path(same)}/enable`, { version: 1, untried: true })).toMatchObject(limit);
  await enable(other);
  const wider = { form: formOf('Other', { scope }), version: 2, untried: true };
  expect(await send('service', 'PUT', path(other), wider)).toMatchObject(limit);
  await platen.database.pool.query('delete from rule_version where rule_id = any($1)', [
    full.map(({ ruleId }) => ruleId),
  ]);
  await platen.database.pool.query('delete from alert_rule where rule_id = any($1)', [
    full.map(({ ruleId }) => ruleId),
  ]);
});

test('AR-11: a stored rule without a scope that can be read stops the evaluation of no device', async () => {
  const broken = await enable(await write('Without a scope'));
  await platen.database.pool.query(
    `update alert_rule set form = form - 'scope', marking = '[null]', marked_until = null where rule_id = $1`,
    [broken.ruleId],
  );
  const device = await addDevice({ model: 'RULE-11' });
  const sound = await enable(await write('Sound', { scope: { models: ['RULE-11'] } }));
  await evaluate();
  expect(await conditionsOf(sound)).toMatchObject([{ entity_id: device, work: 'open' }]);
  await platen.database.pool.query('update alert_rule set form = $2 where rule_id = $1', [
    broken.ruleId,
    JSON.stringify(broken.form),
  ]);
});

test('GE-05 GE-06 OA-20: other roles have no rules; another version is refused with the present rule', async () => {
  const rule = await write('Ours');
  const path = `/v1/rules/${rule.ruleId}`;
  expect(await send('dealer', 'GET', '/v1/rules')).toMatchObject({ status: 403, value: { errorCode: 200002 } });
  expect(await send('dealer', 'PUT', path, { form: formOf('x'), version: 1 })).toMatchObject({ status: 403 });
  expect(await send('service', 'PUT', path, { form: formOf('x'), version: 9 })).toMatchObject({
    status: 409,
    value: { errorCode: 202002, current: { form: { name: 'Ours' }, version: 1 } },
  });
  expect(await send('service', 'GET', `/v1/rules/${newId()}`)).toMatchObject({
    status: 404,
    value: { errorCode: 204001 },
  });
});

test('GE-07: the same key writes one rule', async () => {
  const key = { 'idempotency-key': 'rule-written-once' };
  const first = await send('service', 'POST', '/v1/rules', { form: formOf('Once') }, key);
  expect(await send('service', 'POST', '/v1/rules', { form: formOf('Once') }, key)).toEqual(first);
});

test('AR-16: a rule is tried on one device as it is now, and changes nothing', async () => {
  const device = await addDevice({ model: 'RULE-5' });
  const form = formOf('Dry', { scope: { models: ['RULE-9'] } });
  const { value } = await send('service', 'POST', '/v1/rules/evaluate', { deviceId: device, form });
  expect(evaluateRules.answer.parse(value).rules).toEqual([
    { ruleId: null, name: 'Dry', inScope: false, holds: true, tests: [[{ holds: true, value: 1 }]] },
  ]);
  expect(await send('service', 'POST', '/v1/rules/evaluate', { deviceId: newId(), form })).toMatchObject({
    value: { errorCode: 200004 },
  });
});

test('AR-13: a rule that opens more than 50 conditions in its first hour is paused and opens no more', async () => {
  for (let n = 0; n < 51; n += 1) await addDevice({ model: 'RULE-6', serial: `MANY-${n}` });
  const rule = await enable(await write('Too much', { scope: { models: ['RULE-6'] } }));
  await evaluate();
  await addDevice({ model: 'RULE-6', serial: 'MANY-51' });
  await evaluate();
  expect(await conditionsOf(rule)).toHaveLength(51);
  const { value } = await send('service', 'GET', `/v1/rules/${rule.ruleId}`);
  expect(value).toMatchObject({ listed: { firing: 51, trouble: { kind: 'paused', count: 51 } } });
});

test('AR-11: a rule that cannot be evaluated is named with its reason, and stops no other', async () => {
  const device = await addDevice({ model: 'RULE-7' });
  const [bad, good] = [
    await enable(await write('Broken', { scope: { models: ['RULE-7'] } })),
    await enable(await write('Sound', { scope: { models: ['RULE-7'] } })),
  ];
  await platen.database.pool.query(`update alert_rule set form = jsonb_set(form, '{tests}', '[]') where rule_id = $1`, [
    bad.ruleId,
  ]);
  await evaluate();
  expect(await conditionsOf(good)).toMatchObject([{ entity_id: device }]);
  const { rows } = await platen.database.pool.query<{ failure: string; next_try_at: Date }>(
    'select failure, next_try_at from alert_rule where rule_id = $1',
    [bad.ruleId],
  );
  expect(rows).toMatchObject([{ failure: expect.stringContaining('tests'), next_try_at: expect.any(Date) }]);
});

test('AR-01 GE-03: an organisation has at most 200 rules', async () => {
  await platen.database.pool.query(
    `insert into alert_rule (rule_id, organisation_id, form, made_at, changed_at)
     select gen_random_uuid(), organisation_id, '{}', now(), now() from organisation, generate_series(1, $1) where kind = 'operator'`,
    [ruleLimits.ofOrganisation],
  );
  expect(await send('service', 'POST', '/v1/rules', { form: formOf('One more') })).toMatchObject({
    status: 422,
    value: { errorCode: 202004 },
  });
  await platen.database.pool.query(`delete from alert_rule where form = '{}'`);
});

test('AR-04 GE-03: whatever a form holds, it is accepted or refused with the place, never an error of the server', async () => {
  const test = fc.record(
    {
      metric: fc.constantFrom(...ruleMetricNames),
      comparison: fc.constantFrom('above', 'atLeast', 'below', 'is', 'changed', 'present'),
      value: fc.oneof(fc.double(), fc.integer()),
      clear: fc.oneof(fc.double(), fc.integer()),
      subject: fc.string(),
      words: fc.array(fc.constantFrom('error', 'now', '9', 'low')),
      text: fc.string(),
      windowHours: fc.integer(),
      leastFeeds: fc.integer(),
    },
    { requiredKeys: ['metric', 'comparison'] },
  );
  const tests = fc.array(test, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(tests, async (some) => {
      const { status, value } = await send('service', 'POST', '/v1/rules/evaluate', {
        deviceId: newId(),
        form: formOf('Wild', { tests: some }),
      });
      expect([404, 422]).toContain(status);
      // 404: the form is valid, and the device unknown.
      expect(status === 404 || JSON.stringify(value).includes('form.tests')).toBe(true);
    }),
    { numRuns: 150 },
  );
  expect(checkRule({ tests: [] })).toEqual([]);
});

test('GE-05: staff of some groups see no customers of others in a scope or its history, and cannot change it', async () => {
  await addGroup(platen.database, 9, 'Nine');
  await platen.database.pool.query(
    `insert into app_user (user_id, subject, name, role, sees_all, agreed_terms_version)
     select $1, 'narrow', 'Nora', 'service', false, agreed_terms_version from app_user where subject = 'service'`,
    [newId()],
  );
  await platen.database.pool.query(
    `insert into user_group (user_id, group_id) select user_id, 9 from app_user where subject = 'narrow'`,
  );
  await addDevice({ model: 'RULE-12', customer_number: 'SEEN-1', group_ids: [9] });
  await addDevice({ model: 'RULE-12', customer_number: 'HIDDEN-1' });
  const scope = { customerNumbers: ['SEEN-1', 'HIDDEN-1'], except: { customerNumbers: ['HIDDEN-2'] } };
  const { ruleId } = await write('Of two customers', { scope });
  const path = `/v1/rules/${ruleId}`;
  const one = await send('narrow', 'GET', path);
  expect(one).toMatchObject({
    status: 200,
    value: { rule: { own: false, isNarrowed: true, form: { scope: { customerNumbers: ['SEEN-1'] } } } },
  });
  const answers = [one, await send('narrow', 'GET', '/v1/rules'), await send('narrow', 'GET', `${path}/history`)];
  expect(JSON.stringify(answers)).not.toContain('HIDDEN');
  const form = formOf('Mine', { scope: { customerNumbers: ['SEEN-1'] } });
  expect(await send('narrow', 'PUT', path, { form, version: 1 })).toMatchObject({ value: { errorCode: 200002 } });
  expect(await send('narrow', 'DELETE', `${path}?version=1`)).toMatchObject({ value: { errorCode: 200002 } });
  for (const customer of ['HIDDEN-1', 'NOT-THERE'])
    expect(
      await send('narrow', 'POST', '/v1/rules', { form: formOf('x', { scope: { customerNumbers: [customer] } }) }),
    ).toMatchObject({ status: 422, value: { errorCode: 202001 } });
  const own = ruleIn((await send('narrow', 'POST', '/v1/rules', { form })).value);
  expect(own).toMatchObject({ own: true });
  const seen = await send('service', 'GET', path);
  expect(seen).toMatchObject({ value: { rule: { own: true, form: { scope } } } });
});

test('AR-15 GE-08: openings count by days of the organisation, and as nuisance what was over within the hour', async () => {
  const device = await addDevice({ model: 'RULE-13' });
  const rule = await write('Counted', { scope: { models: ['RULE-13'] } });
  const { organisation_id: id, settings } = await platen.database.db
    .selectFrom('organisation')
    .select(['organisation_id', 'settings'])
    .where('kind', '=', 'operator')
    .executeTakeFirstOrThrow();
  const zoned = { ...Object(settings), zone: 'Asia/Tokyo' };
  await platen.database.pool.query('update organisation set settings = $2 where organisation_id = $1', [
    id,
    JSON.stringify(zoned),
  ]);
  const add = async (openedAt: Date, resolution: string | null, minutes = 30) =>
    await platen.database.pool.query(
      `insert into condition (entity_id, condition_id, entity, kind, subject, source, opened_at, last_seen_at, who_can_act, evaluated,
         work, signal, resolution, resolved_at, facts)
       values ($1, $2, 'device', 'rule', $3, 'rule', $4, $4, 'manager', '{}', $5, $6, $7, $8, '{}')`,
      [
        device,
        newId(),
        rule.ruleId,
        openedAt,
        resolution === null ? 'open' : 'resolved',
        resolution === null ? 'active' : 'cleared',
        resolution,
        resolution === null ? null : new Date(openedAt.getTime() + minutes * 60_000),
      ],
    );
  const lastEvening = new Date();
  lastEvening.setUTCHours(15, 30, 0, 0);
  if (lastEvening.getTime() > Date.now()) lastEvening.setUTCDate(lastEvening.getUTCDate() - 1);
  await add(lastEvening, 'device');
  await add(lastEvening, 'device', 90);
  await add(lastEvening, 'ruleChanged');
  await add(lastEvening, 'notAProblem', 600);
  await add(new Date(Date.now() - 40 * 86_400_000), 'device');
  await add(lastEvening, null);
  const { value } = await send('service', 'GET', `/v1/rules/${rule.ruleId}`);
  const { listed, zone } = readRule.answer.parse(value);
  expect(listed).toMatchObject({ firing: 1, opened: 5, resolved: 4, nuisance: 2 });
  expect(zone).toBe('Asia/Tokyo');
  // 15:30 UTC is half past midnight in Tokyo.
  const day = (at: Date) => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 10);
  const ago = Math.round((Date.parse(day(new Date())) - Date.parse(day(lastEvening))) / 86_400_000);
  expect(listed.openedByDay.at(-1 - ago)).toBe(5);
  await platen.database.pool.query('update organisation set settings = $2 where organisation_id = $1', [
    id,
    JSON.stringify(settings),
  ]);
});
