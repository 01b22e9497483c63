import type { OrganisationDetails } from '@platen/contract/organisations';
import { type AlertRule, giveRule, listRuleDealers, listRules, readRuleHistory } from '@platen/contract/rules';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../../test/collectors.ts';
import { addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { ruleFormOf, ruleIn } from '../../../test/test-rules.ts';
import { ofDealer } from '../../../test/two-dealers.ts';

const root = '00000000-0000-7000-8000-000000000001';
let platen: TestApp;
const dealers: Record<'North' | 'South', string> = { North: '', South: '' };

const call: TestApp['call'] = (...args) => platen.call(...args);
const addDealer = async (name: string, dealerNumber: string) => {
  const form = { parentId: root, kind: 'dealer', name, dealerNumbers: [dealerNumber], customerNumbers: [] };
  const { value } = await call('admin', 'POST', '/v1/organisations', form);
  return (value as OrganisationDetails).organisation.organisationId;
};
const putUser = async (subject: string, organisationId: string) => {
  const { pool } = platen.database;
  await pool.query('update app_user set organisation_id = $2 where subject = $1', [subject, organisationId]);
  await pool.query(
    `insert into user_group (user_id, group_id) select user_id, o.group_id from app_user, organisation o
     where subject = $1 and o.organisation_id = $2`,
    [subject, organisationId],
  );
};
const at = new Date(Date.now() - 3_600_000);
/** Of a dealer, without a customer. */
const without = (dealer: string, serial: string) => ofDealer(dealer, serial, at, { site: { dealerNumber: dealer } });
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addCollector(platen.database, { name: 'Everywhere', key: 'everywhere', scope: everywhere });
  dealers.North = await addDealer('North', 'D-N');
  dealers.South = await addDealer('South', 'D-S');
  await addGroup(platen.database, 77, 'Both', 'dealer-admin');
  const rule = JSON.stringify({ dealerNumbers: ['D-S'] });
  await platen.database.db.updateTable('device_group').set({ rule }).where('group_id', '=', 77).execute();
  await putUser('dealer-admin', dealers.North);
  await putUser('dealer', dealers.South);
  const answer = await fetch(`${platen.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: 'Bearer everywhere', 'content-type': 'application/x-ndjson' },
    body: [without('D-N', 'N1'), without('D-S', 'S1')].map((report) => JSON.stringify(report)).join('\n'),
  });
  if (!answer.ok) throw new Error(await answer.text());
});
afterAll(() => platen.close());

const unknownCustomer = { metric: 'unknownCustomer', comparison: 'present' };
const write = async (name: string, more: object = {}, subject = 'service') =>
  ruleIn(
    (await call(subject, 'POST', '/v1/rules', { form: ruleFormOf(name, { tests: [unknownCustomer], ...more }) })).value,
  );
const give = async ({ ruleId, version }: AlertRule, ...organisationIds: string[]) => {
  const { value } = await call('service', 'POST', `/v1/rules/${ruleId}/give`, { organisationIds, version });
  return giveRule.answer.parse(value).results.map(({ result }) => result);
};
const list = async (subject: string) => listRules.answer.parse((await call(subject, 'GET', '/v1/rules')).value).rules;
const named = async (subject: string, name: string) =>
  (await list(subject)).map(({ rule }) => rule).filter((rule) => rule.form.name === name);
const givenTo = async (subject: string, name: string): Promise<AlertRule> => {
  const [rule] = await named(subject, name);
  if (rule === undefined) throw new Error(`${subject} has no rule ${name}`);
  return rule;
};
const unknown = { status: 404, value: { errorCode: 204001 } };
const refused = { status: 403, value: { errorCode: 200002 } };

test('AR-17: a rule given by the operator arrives switched off, without what the dealer must not see, and is audited', async () => {
  const scope = {
    customerNumbers: ['C-7'],
    groupIds: [77],
    families: ['C3000'],
    criteria: { models: ['M'], dealerNames: ['South'] },
    except: { customerNumbers: ['C-8'] },
  };
  const rule = await write('Arrives', { scope });
  const nowhere = newId();
  expect(await give(rule, dealers.North, nowhere)).toEqual(['given', 'unknown']);
  const given = await givenTo('dealer-admin', 'Arrives');
  expect(given).toMatchObject({ enabled: false, own: true, version: 1, givenAt: expect.any(String) });
  expect(given.ruleId).not.toBe(rule.ruleId);
  expect(given.form).toEqual({ ...rule.form, scope: { families: ['C3000'], criteria: { models: ['M'] } } });
  expect(await named('dealer', 'Arrives')).toEqual([]);
  const history = readRuleHistory.answer.parse(
    (await call('dealer-admin', 'GET', `/v1/rules/${given.ruleId}/history`)).value,
  );
  expect(history.versions.map(({ change }) => change)).toEqual(['given']);
  const { rows } = await platen.database.pool.query('select action, detail from audit_entry where subject = $1', [
    `rule:${given.ruleId}`,
  ]);
  expect(rows).toMatchObject([
    { action: 'rules given', detail: { from: rule.ruleId, organisationId: dealers.North, after: { enabled: false } } },
  ]);
});

test('AR-17: it is the dealer’s: the operator sees and does not change it, giving it again does not replace it', async () => {
  const rule = await write('Stays');
  await give(rule, dealers.North, dealers.South);
  const own = await givenTo('dealer-admin', 'Stays');
  const path = `/v1/rules/${own.ruleId}`;
  expect((await named('service', 'Stays')).filter((one) => one.own)).toMatchObject([{ ruleId: rule.ruleId }]);
  expect(await call('service', 'PUT', path, { form: rule.form, version: 1 })).toMatchObject(refused);
  expect(await call('service', 'DELETE', `${path}?version=1`)).toMatchObject(refused);
  expect(await call('service', 'POST', `${path}/enable`, { version: 1, untried: true })).toMatchObject(refused);
  expect(await call('service', 'POST', `${path}/give`, { organisationIds: [dealers.South], version: 1 })).toMatchObject(
    refused,
  );
  const form = { ...own.form, note: 'Ours.' };
  expect(await call('dealer-admin', 'PUT', path, { form, version: 1 })).toMatchObject({ status: 200 });
  expect(await give(rule, dealers.North)).toEqual(['has']);
  expect((await givenTo('dealer-admin', 'Stays')).form.note).toBe('Ours.');
  const { value } = await call('service', 'GET', `/v1/rules/${rule.ruleId}/dealers`);
  expect(listRuleDealers.answer.parse(value).dealers).toMatchObject([
    { name: 'North', givenAt: expect.any(String) },
    { name: 'South', givenAt: expect.any(String) },
  ]);
  expect(await call('dealer-admin', 'DELETE', `${path}?version=2`)).toMatchObject({ status: 200 });
  expect(await give(rule, dealers.North)).toEqual(['given']);
});

test('AR-17 OA-20: dealers read and dealer administrators write the rules of their own dealer alone; only the operator gives', async () => {
  const rule = await write('Rights');
  await give(rule, dealers.South);
  const read = await givenTo('dealer', 'Rights');
  expect(read).toMatchObject({ own: false });
  const body = { form: read.form, version: 1 };
  expect(await call('dealer', 'PUT', `/v1/rules/${read.ruleId}`, body)).toMatchObject(refused);
  for (const id of [read.ruleId, rule.ruleId]) {
    expect(await call('dealer-admin', 'GET', `/v1/rules/${id}`)).toMatchObject(unknown);
    expect(await call('dealer-admin', 'PUT', `/v1/rules/${id}`, body)).toMatchObject(unknown);
  }
  const made = await write('Made in the north', {}, 'dealer-admin');
  expect(made.canGive).toBeUndefined();
  const to = { organisationIds: [dealers.South], version: 1 };
  expect(await call('dealer-admin', 'POST', `/v1/rules/${made.ruleId}/give`, to)).toMatchObject(refused);
  expect(await call('dealer-admin', 'GET', `/v1/rules/${made.ruleId}/dealers`)).toMatchObject(refused);
  expect((await named('service', 'Rights')).filter(({ canGive }) => canGive === true)).toHaveLength(1);
});
