import { evaluateRules } from '@platen/contract/rules';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { ruleFormOf, ruleIn, testRules } from '../../../test/test-rules.ts';

// What rules that are switched on open and clear, and what happens to those that cannot be evaluated.

const world = testRules();
const { addDevice, conditionsOf, enable, evaluate, report, send, write } = world;

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
  await put(ruleFormOf('Second', { scope: { models: ['RULE-4'] } }));
  expect(await conditionsOf(rule)).toMatchObject([
    { entity_id: device, work: 'open', facts: { rule: { name: 'Second' } } },
  ]);
  const status = { metric: 'status', comparison: 'is', words: ['error'] };
  await put(ruleFormOf('Second', { scope: { models: ['RULE-4'] }, tests: [status] }));
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'resolved', resolution: 'ruleChanged' }]);
  await put(ruleFormOf('Second', { scope: { models: ['RULE-4'] } }));
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'open' }]);
  const off = await send('service', 'POST', `/v1/rules/${rule.ruleId}/disable`, { version: rule.version });
  await evaluate();
  expect(ruleIn(off.value).enabled).toBe(false);
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'resolved', resolution: 'ruleChanged' }]);
});

test('AR-11: a stored rule without a scope that can be read stops the evaluation of no device', async () => {
  const broken = await enable(await write('Without a scope'));
  await world.platen.database.pool.query(
    `update alert_rule set form = form - 'scope', marking = '[null]', marked_until = null where rule_id = $1`,
    [broken.ruleId],
  );
  const device = await addDevice({ model: 'RULE-11' });
  const sound = await enable(await write('Sound', { scope: { models: ['RULE-11'] } }));
  await evaluate();
  expect(await conditionsOf(sound)).toMatchObject([{ entity_id: device, work: 'open' }]);
  await world.platen.database.pool.query('update alert_rule set form = $2 where rule_id = $1', [
    broken.ruleId,
    JSON.stringify(broken.form),
  ]);
});

test('AR-16: a rule is tried on one device as it is now, and changes nothing', async () => {
  const device = await addDevice({ model: 'RULE-5' });
  const form = ruleFormOf('Dry', { scope: { models: ['RULE-9'] } });
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
  await world.platen.database.pool.query(
    `update alert_rule set form = jsonb_set(form, '{tests}', '[]') where rule_id = $1`,
    [bad.ruleId],
  );
  await evaluate();
  expect(await conditionsOf(good)).toMatchObject([{ entity_id: device }]);
  const { rows } = await world.platen.database.pool.query<{ failure: string; next_try_at: Date }>(
    'select failure, next_try_at from alert_rule where rule_id = $1',
    [bad.ruleId],
  );
  expect(rows).toMatchObject([{ failure: expect.stringContaining('tests'), next_try_at: expect.any(Date) }]);
});
