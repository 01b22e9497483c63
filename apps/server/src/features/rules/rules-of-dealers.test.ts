import { evaluateRules, listRules } from '@platen/contract/rules';
import { beforeAll, expect, test } from 'vitest';
import { addDealer } from '../../../test/dealers.ts';
import { addGroup } from '../../../test/test-app.ts';
import { ruleFormOf, ruleIn, testRules } from '../../../test/test-rules.ts';

// Rules of a dealer (OA-20): made by its administrator, read by its people, and about its devices alone.

const world = testRules();
const { addDevice, conditionsOf, enable, evaluate, send, write } = world;
let [own, foreign] = ['', ''];

beforeAll(async () => {
  const { database } = world.platen;
  await addGroup(database, 71, 'South', 'dealer-admin', 'technician');
  await addDealer(database, 71, 'dealer-admin', 'technician');
  await database.pool.query(`update app_user set role = 'dealer' where subject = 'technician'`);
  await database.pool.query(`update app_user set role = 'dealerAdmin' where subject = 'billing'`);
  own = await addDevice({ group_ids: [71] });
  foreign = await addDevice({ group_ids: [] });
  await evaluate();
});

const make = async (name: string) => {
  const { value } = await send('dealer-admin', 'POST', '/v1/rules', { form: ruleFormOf(name, { scope: {} }) });
  const { ruleId, version } = ruleIn(value);
  return ruleIn((await send('dealer-admin', 'POST', `/v1/rules/${ruleId}/enable`, { version, untried: true })).value);
};
const listed = async (subject: string) =>
  listRules.answer.parse((await send(subject, 'GET', '/v1/rules')).value).rules.map(({ rule, devices, firing }) => ({
    name: rule.form.name,
    own: rule.own,
    devices,
    firing,
  }));

test('OA-20 AR-02: a rule of a dealer holds the devices of the dealer alone, whatever its scope', async () => {
  const rule = await make('Of the dealer');
  await evaluate();
  expect((await conditionsOf(rule)).map(({ entity_id: id }) => id)).toEqual([own]);
  const operators = await enable(await write('Of the operator'));
  await evaluate();
  expect(new Set((await conditionsOf(operators)).map(({ entity_id: id }) => id))).toEqual(new Set([own, foreign]));
  expect(await listed('dealer-admin')).toMatchObject([{ name: 'Of the dealer', own: true, devices: 1, firing: 1 }]);
  expect(await listed('technician')).toMatchObject([{ name: 'Of the dealer', own: false, devices: 1 }]);
  // The operator sees both devices; only that of the dealer is in the scope.
  expect((await listed('service')).map(({ name, devices }) => [name, devices])).toEqual([
    ['Of the dealer', 1],
    ['Of the operator', 2],
  ]);
  const path = '/v1/rules/evaluate';
  const onDevice = async (subject: string, deviceId: string) =>
    evaluateRules.answer
      .parse((await send(subject, 'POST', path, { deviceId })).value)
      .rules.map(({ name, inScope }) => [name, inScope]);
  expect(await onDevice('dealer-admin', own)).toEqual([
    ['Of the dealer', true],
    ['Of the operator', true],
  ]);
  expect(await onDevice('service', foreign)).toContainEqual(['Of the dealer', false]);
});

test('GE-05: rules of others are as unknown ones, also where a trial names one', async () => {
  const operators = await write('Hidden from dealers');
  for (const [method, path, body] of [
    ['GET', `/v1/rules/${operators.ruleId}`, undefined],
    ['GET', `/v1/rules/${operators.ruleId}/history`, undefined],
    ['PUT', `/v1/rules/${operators.ruleId}`, { form: ruleFormOf('x'), version: 1 }],
    ['POST', `/v1/rules/${operators.ruleId}/enable`, { version: 1, untried: true }],
    ['DELETE', `/v1/rules/${operators.ruleId}?version=1`, undefined],
    ['POST', '/v1/rules/try', { form: ruleFormOf('x'), ruleId: operators.ruleId }],
  ] as const)
    expect([path, await send('dealer-admin', method, path, body)]).toMatchObject([
      path,
      { status: 404, value: { errorCode: 204001 } },
    ]);
});

test('OA-20: who belongs to no organisation makes no rule for everybody', async () => {
  const answer = await send('billing', 'POST', '/v1/rules', { form: ruleFormOf('x') });
  expect(answer).toMatchObject({ status: 403, value: { errorCode: 200002 } });
  expect(await listed('billing')).toEqual([]);
});
