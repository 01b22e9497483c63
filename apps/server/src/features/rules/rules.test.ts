import { checkRule } from '@platen/contract/rule-checks';
import { ruleMetricNames } from '@platen/contract/rule-metrics';
import { type AlertRule, listRules, readRule, readRuleHistory, ruleForm, ruleLimits } from '@platen/contract/rules';
import * as fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { addGroup } from '../../../test/test-app.ts';
import { ruleFormOf, ruleIn, testRules } from '../../../test/test-rules.ts';
import { noteTrial } from './trial-record.ts';

// The calls of alert rules: who may write what, versions, limits and history.

const world = testRules();
const { addDevice, enable, send, write } = world;

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
  const { rows } = await world.platen.database.pool.query<{ action: string; detail: object }>(
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
    world.platen.database.db
      .transaction()
      .execute((trx) => noteTrial(trx, rule.ruleId, form, new Date(Date.now() - hoursAgo * 3_600_000)));
  const asked = ruleForm.parse(ruleFormOf('Another name', { scope: { models: ['RULE-9'] }, tests: [lowToner] }));
  for (const refused of [() => trial(asked, 25), () => trial({ ...asked, openDelayMinutes: 5 })]) {
    await refused();
    expect(await send('service', 'POST', path, { version: 1 })).toMatchObject({ status: 409 });
  }
  await trial(asked);
  expect(await send('service', 'POST', path, { version: 1 })).toMatchObject({ status: 200 });
});

test('AR-09: another name is no other logic, whatever the order in which the form is stored', async () => {
  const rule = await write('Named', { tests: [lowToner] });
  const body = { form: ruleFormOf('Renamed', { tests: [lowToner] }), version: 1 };
  expect(await send('service', 'PUT', `/v1/rules/${rule.ruleId}`, body)).toMatchObject({ status: 200 });
  const logic = () =>
    world.platen.database.db
      .selectFrom('alert_rule')
      .select('logic')
      .where('rule_id', '=', rule.ruleId)
      .executeTakeFirstOrThrow();
  expect(await logic()).toEqual({ logic: 1 });
  const other = { form: ruleFormOf('Renamed', { tests: [{ ...lowToner, value: 15 }] }), version: 2 };
  expect(await send('service', 'PUT', `/v1/rules/${rule.ruleId}`, other)).toMatchObject({ status: 200 });
  expect(await logic()).toEqual({ logic: 2 });
});

test('AR-01 GE-03: a device has at most 50 rules that are switched on; devices of others may have more', async () => {
  await addDevice({ model: 'RULE-50' });
  const scope = { models: ['RULE-50'] };
  const full = await Promise.all(
    Array.from({ length: ruleLimits.ofDevice }, async (_, n) => await write(`Full ${n}`, { scope })),
  );
  await world.platen.database.pool.query('update alert_rule set enabled = true where rule_id = any($1)', [
    full.map(({ ruleId }) => ruleId),
  ]);
  const [same, other] = [await write('Same', { scope }), await write('Other', { scope: { models: ['RULE-51'] } })];
  const limit = { status: 422, value: { errorCode: 202004 } };
  const path = (rule: AlertRule) => `/v1/rules/${rule.ruleId}`;
  expect(await send('service', 'POST', `${path(same)}/enable`, { version: 1, untried: true })).toMatchObject(limit);
  await enable(other);
  const wider = { form: ruleFormOf('Other', { scope }), version: 2, untried: true };
  expect(await send('service', 'PUT', path(other), wider)).toMatchObject(limit);
  await world.platen.database.pool.query('delete from rule_version where rule_id = any($1)', [
    full.map(({ ruleId }) => ruleId),
  ]);
  await world.platen.database.pool.query('delete from alert_rule where rule_id = any($1)', [
    full.map(({ ruleId }) => ruleId),
  ]);
});

test('GE-05 GE-06 OA-20: other roles have no rules, a dealer only those of its own; another version is refused with the present rule', async () => {
  const rule = await write('Ours');
  const path = `/v1/rules/${rule.ruleId}`;
  expect(await send('technician', 'GET', '/v1/rules')).toMatchObject({ status: 403, value: { errorCode: 200002 } });
  expect(await send('dealer', 'GET', '/v1/rules')).toMatchObject({ status: 200, value: { rules: [] } });
  expect(await send('dealer', 'PUT', path, { form: ruleFormOf('x'), version: 1 })).toMatchObject({ status: 403 });
  expect(await send('service', 'PUT', path, { form: ruleFormOf('x'), version: 9 })).toMatchObject({
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
  const first = await send('service', 'POST', '/v1/rules', { form: ruleFormOf('Once') }, key);
  expect(await send('service', 'POST', '/v1/rules', { form: ruleFormOf('Once') }, key)).toEqual(first);
});

test('AR-01 GE-03: an organisation has at most 200 rules', async () => {
  await world.platen.database.pool.query(
    `insert into alert_rule (rule_id, organisation_id, form, made_at, changed_at)
     select gen_random_uuid(), organisation_id, '{}', now(), now() from organisation, generate_series(1, $1) where kind = 'operator'`,
    [ruleLimits.ofOrganisation],
  );
  expect(await send('service', 'POST', '/v1/rules', { form: ruleFormOf('One more') })).toMatchObject({
    status: 422,
    value: { errorCode: 202004 },
  });
  await world.platen.database.pool.query(`delete from alert_rule where form = '{}'`);
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
        form: ruleFormOf('Wild', { tests: some }),
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
  await addGroup(world.platen.database, 9, 'Nine');
  await world.platen.database.pool.query(
    `insert into app_user (user_id, subject, name, role, sees_all, agreed_terms_version)
     select $1, 'narrow', 'Nora', 'service', false, agreed_terms_version from app_user where subject = 'service'`,
    [newId()],
  );
  await world.platen.database.pool.query(
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
  const form = ruleFormOf('Mine', { scope: { customerNumbers: ['SEEN-1'] } });
  expect(await send('narrow', 'PUT', path, { form, version: 1 })).toMatchObject({ value: { errorCode: 200002 } });
  expect(await send('narrow', 'DELETE', `${path}?version=1`)).toMatchObject({ value: { errorCode: 200002 } });
  for (const customer of ['HIDDEN-1', 'NOT-THERE'])
    expect(
      await send('narrow', 'POST', '/v1/rules', { form: ruleFormOf('x', { scope: { customerNumbers: [customer] } }) }),
    ).toMatchObject({ status: 422, value: { errorCode: 202001 } });
  const own = ruleIn((await send('narrow', 'POST', '/v1/rules', { form })).value);
  expect(own).toMatchObject({ own: true });
  const seen = await send('service', 'GET', path);
  expect(seen).toMatchObject({ value: { rule: { own: true, form: { scope } } } });
});

test('AR-15 GE-08: openings count by days of the organisation, and as nuisance what was over within the hour', async () => {
  const device = await addDevice({ model: 'RULE-13' });
  const rule = await write('Counted', { scope: { models: ['RULE-13'] } });
  const { organisation_id: id, settings } = await world.platen.database.db
    .selectFrom('organisation')
    .select(['organisation_id', 'settings'])
    .where('kind', '=', 'operator')
    .executeTakeFirstOrThrow();
  const zoned = { ...Object(settings), zone: 'Asia/Tokyo' };
  await world.platen.database.pool.query('update organisation set settings = $2 where organisation_id = $1', [
    id,
    JSON.stringify(zoned),
  ]);
  const add = async (openedAt: Date, resolution: string | null, minutes = 30) =>
    await world.platen.database.pool.query(
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
  await world.platen.database.pool.query('update organisation set settings = $2 where organisation_id = $1', [
    id,
    JSON.stringify(settings),
  ]);
});
