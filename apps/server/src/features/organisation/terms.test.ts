import type { AgreedTerms } from '@platen/contract/account';
import type { OrganisationDetails } from '@platen/contract/organisations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

// Terms of an organisation (OA-04): its users and those below it accept them in place of the product's.

const root = '00000000-0000-7000-8000-000000000001';
let platen: TestApp;
let dealerId: string;
let customerId: string;
const call: TestApp['call'] = (...args) => platen.call(...args);

const add = async (kind: string, name: string, parentId: string) => {
  const body = { parentId, kind, name, dealerNumbers: [], customerNumbers: [] };
  const { value } = await call('admin', 'POST', '/v1/organisations', body);
  return (value as OrganisationDetails).organisation.organisationId;
};
const show = async (id: string) => (await call('admin', 'GET', `/v1/organisations/${id}`)).value as OrganisationDetails;
const setTerms = async (id: string, terms: object | null, by = 'admin') => {
  const { organisation } = await show(id);
  return await call(by, 'PUT', `/v1/organisations/${id}`, { version: organisation.version, settings: { terms } });
};
const terms = async (subject: string) => (await call(subject, 'GET', '/v1/termsOfUse')).value as AgreedTerms;
const agree = async (subject: string, version: string, organisationId?: string) =>
  (await call(subject, 'POST', '/v1/termsOfUse', { version, organisationId })).status;
/** 200, or the code of the refusal, past what is cached of users. */
const use = async (subject: string) => {
  platen.app.platform.identity.forget();
  const { status, value } = await call(subject, 'GET', '/v1/users/me');
  return status === 200 ? 200 : (value as { errorCode: number }).errorCode;
};

beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  dealerId = await add('dealer', 'North', root);
  customerId = await add('customer', 'Bexholm', dealerId);
  for (const [subject, id] of [
    ['dealer-admin', dealerId],
    ['customer', customerId],
  ])
    await platen.database.pool.query('update app_user set organisation_id = $2 where subject = $1', [subject, id]);
});
afterAll(() => platen.close());

test('OA-04 TM-01: users of an organisation and below it are asked for its terms, all others as before', async () => {
  expect(await setTerms(dealerId, { english: 'Be kind.', japanese: '親切に。' })).toMatchObject({
    status: 200,
    value: { own: { terms: { version: '1.0.0', english: 'Be kind.' } }, sources: { terms: { name: 'North' } } },
  });
  expect([await use('dealer-admin'), await use('customer')]).toEqual([200001, 200001]);
  expect([await use('admin'), await use('service')]).toEqual([200, 200]);
  expect(await terms('admin')).toEqual({ version: '1.0.1' });
  const own = { organisationId: dealerId, name: 'North', version: '1.0.0', english: 'Be kind.', japanese: '親切に。' };
  expect(await terms('customer')).toEqual({ version: '0.0.0', own });
  expect(await agree('customer', '1.0.0', dealerId)).toBe(200);
  expect(await terms('customer')).toEqual({ version: '1.0.0', own });
  expect([await use('dealer-admin'), await use('customer')]).toEqual([200001, 200]);
  expect(await agree('dealer-admin', '1.0.0', dealerId)).toBe(200);
});

test('OA-04 OQ-126: an agreement names whose terms they are; later versions and foreign terms are refused', async () => {
  expect(await agree('customer', '2.0.0', dealerId)).toBe(422);
  expect(await agree('customer', '1.0.0', customerId)).toBe(422);
  expect(await agree('admin', '1.0.0', dealerId)).toBe(422);
  const entries = await platen.database.db
    .selectFrom('audit_entry')
    .select('detail')
    .where('action', '=', 'terms agree')
    .where('actor', '=', 'customer')
    .execute();
  expect(entries).toEqual([{ detail: { version: '1.0.0', organisationId: dealerId } }]);
});

test('OA-04 AU-10: a changed text is a new version and asks again; the same text does not', async () => {
  await setTerms(dealerId, { english: 'Be kind.', japanese: '親切に。' });
  expect((await show(dealerId)).own.terms?.version).toBe('1.0.0');
  await setTerms(dealerId, { english: 'Be kinder.', japanese: '' });
  expect((await show(customerId)).inForce.terms).toEqual({ version: '2.0.0', english: 'Be kinder.', japanese: '' });
  expect(await use('customer')).toBe(200001);
  // The text that was on the screen of somebody meanwhile is not the one in force.
  expect(await agree('customer', '1.0.0', dealerId)).toBe(200);
  expect(await use('customer')).toBe(200001);
  expect(await agree('customer', '2.0.0', dealerId)).toBe(200);
  expect(await agree('dealer-admin', '2.0.0', dealerId)).toBe(200);
  expect(await use('customer')).toBe(200);
});

test('OA-04: the nearest organisation counts; back to inherited, agreements of before still hold', async () => {
  expect(await setTerms(customerId, { english: '', japanese: '静かに。' }, 'dealer-admin')).toMatchObject({
    status: 200,
  });
  expect(await use('customer')).toBe(200001);
  expect((await terms('customer')).own).toMatchObject({ name: 'Bexholm', version: '1.0.0', japanese: '静かに。' });
  expect(await use('dealer-admin')).toBe(200);
  expect(await setTerms(customerId, null)).toMatchObject({
    value: { own: {}, inForce: { terms: { version: '2.0.0' } }, sources: { terms: { name: 'North' } } },
  });
  expect(await use('customer')).toBe(200);
  await setTerms(dealerId, null);
  expect((await show(customerId)).sources.terms).toBeNull();
  expect(await terms('customer')).toEqual({ version: '1.0.1' });
  // A further text does not begin with the first version again, to which people agreed.
  await setTerms(dealerId, { english: 'Be calm.', japanese: '' });
  expect((await show(dealerId)).own.terms?.version).toBe('3.0.0');
  expect(await use('customer')).toBe(200001);
  await setTerms(dealerId, null);
});

test('OA-04 GE-11: texts are limited and not empty; the audit names the versions, not the text', async () => {
  for (const wrong of [{ english: ' ', japanese: '' }, { english: 'a'.repeat(20_001), japanese: '' }, { english: 'a' }])
    expect(await setTerms(dealerId, wrong)).toMatchObject({ status: 422, value: { errorCode: 202001 } });
  const { rows } = await platen.database.pool.query<{ before: string | null; after: string | null }>(
    `select detail->'before'->>'terms' as before, detail->'after'->>'terms' as after from audit_entry
     where action = 'organisations change' and subject = $1 order by audit_id`,
    [`organisation:${dealerId}`],
  );
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [null, '1.0.0'],
    ['1.0.0', '1.0.0'],
    ['1.0.0', '2.0.0'],
    ['2.0.0', null],
    [null, '3.0.0'],
    ['3.0.0', null],
  ]);
});
