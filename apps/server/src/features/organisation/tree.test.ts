import type { OrganisationDetails, OrganisationItem } from '@platen/contract/organisations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../../test/collectors.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { ofDealer } from '../../../test/two-dealers.ts';

const root = '00000000-0000-7000-8000-000000000001';
let platen: TestApp;
const at = new Date(Date.now() - 3_600_000);

const call: TestApp['call'] = (...args) => platen.call(...args);
const add = async (
  kind: string,
  name: string,
  parentId: string,
  numbers: readonly string[] = [],
  subject = 'admin',
) => {
  const form = {
    parentId,
    kind,
    name,
    dealerNumbers: [] as readonly string[],
    customerNumbers: [] as readonly string[],
  };
  const body = kind === 'dealer' ? { ...form, dealerNumbers: numbers } : { ...form, customerNumbers: numbers };
  const { status, value } = await call(subject, 'POST', '/v1/organisations', body);
  expect([status, value]).toEqual([200, expect.anything()]);
  return (value as OrganisationDetails).organisation;
};
const deliver = async (...reports: unknown[]) => {
  const answer = await fetch(`${platen.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: 'Bearer everywhere', 'content-type': 'application/x-ndjson' },
    body: reports.map((report) => JSON.stringify(report)).join('\n'),
  });
  expect(answer.status).toBe(200);
};
const serials = async (subject: string) => {
  const { value } = await call(subject, 'GET', '/v1/devices');
  return (value as { devices: { serial: string }[] }).devices.map(({ serial }) => serial).sort();
};
const placeOf = async (serial: string) =>
  await platen.database.db
    .selectFrom('device')
    .select(['organisation_id', 'device_id'])
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow();
const putUser = async (subject: string, organisation: OrganisationItem) => {
  const { pool } = platen.database;
  await pool.query('update app_user set organisation_id = $2 where subject = $1', [
    subject,
    organisation.organisationId,
  ]);
  await pool.query(
    `insert into user_group (user_id, group_id) select user_id, o.group_id from app_user, organisation o
     where subject = $1 and o.organisation_id = $2`,
    [subject, organisation.organisationId],
  );
};

let north: OrganisationItem;
let south: OrganisationItem;
let bexholm: OrganisationItem;

beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addCollector(platen.database, { name: 'Everywhere', key: 'everywhere', scope: everywhere });
  north = await add('dealer', 'North', root, ['D-N']);
  south = await add('dealer', 'South', root, ['D-S']);
  bexholm = await add('customer', 'Bexholm', north.organisationId, ['D-N-C', 'C-2']);
  await putUser('dealer-admin', north);
  await putUser('customer', bexholm);
  await putUser('dealer', south);
  await deliver(
    ofDealer('D-N', 'N1', at),
    ofDealer('D-S', 'S1', at),
    ofDealer('D-N', 'N2', at, { site: { dealerNumber: 'D-N', customerNumber: 'C-9', customerName: 'Nine' } }),
    // The customer number of another dealer's customer, by a dealer without it, and by an unknown one.
    ofDealer('D-S', 'S2', at, { site: { dealerNumber: 'D-S', customerNumber: 'C-2', customerName: 'Two' } }),
    ofDealer('D-X', 'X1', at, { site: { dealerNumber: 'D-X', customerNumber: 'C-2', customerName: 'Two' } }),
  );
});
afterAll(() => platen.close());

test('OA-02 OA-03: numbers of reports place devices; each sees the own tree, through the groups that the server keeps', async () => {
  expect((await placeOf('N1')).organisation_id).toBe(bexholm.organisationId);
  expect((await placeOf('N2')).organisation_id).toBe(north.organisationId);
  expect((await placeOf('S2')).organisation_id).toBe(south.organisationId);
  expect((await placeOf('X1')).organisation_id).toBeNull();
  expect(await serials('dealer-admin')).toEqual(['N1', 'N2']);
  expect(await serials('customer')).toEqual(['N1']);
  expect(await serials('dealer')).toEqual(['S1', 'S2']);
});

test('OA-01: the tree has the kinds in their order, at most four levels, and counts its devices', async () => {
  const site = await add('site', 'Hall 4', bexholm.organisationId);
  for (const [kind, parentId] of [
    ['dealer', north.organisationId],
    ['site', north.organisationId],
    ['customer', bexholm.organisationId],
    ['site', site.organisationId],
    ['operator', root],
  ])
    expect(
      await call('admin', 'POST', '/v1/organisations', {
        parentId,
        kind,
        name: 'x',
        dealerNumbers: [],
        customerNumbers: [],
      }),
    ).toMatchObject({ status: 422, value: { errorCode: 202001 } });
  const { value } = await call('admin', 'GET', '/v1/organisations');
  const { organisations } = value as { organisations: OrganisationItem[] };
  expect(organisations.map(({ name, devices, ownDevices }) => [name, devices, ownDevices])).toEqual([
    ['Operator', 5, 1],
    ['North', 2, 1],
    ['South', 2, 2],
    ['Bexholm', 1, 1],
    ['Hall 4', 0, 0],
  ]);
  expect(organisations[0]?.users).toBeGreaterThan(0);
});

describe('GE-05: an administrator of a dealer', () => {
  test('sees and changes the own tree alone; foreign and unknown ones answer the same', async () => {
    const { value } = await call('dealer-admin', 'GET', '/v1/organisations');
    const { organisations } = value as { organisations: OrganisationItem[] };
    expect(organisations.map(({ name, parentId }) => [name, parentId === null])).toEqual([
      ['North', true],
      ['Bexholm', false],
      ['Hall 4', false],
    ]);
    for (const id of [south.organisationId, root, '0190a0b0-0000-7000-8000-00000000abcd']) {
      for (const answer of [
        await call('dealer-admin', 'GET', `/v1/organisations/${id}`),
        await call('dealer-admin', 'PUT', `/v1/organisations/${id}`, { version: 1, name: 'Mine' }),
        await call('dealer-admin', 'DELETE', `/v1/organisations/${id}?version=1`),
        await call('dealer-admin', 'POST', '/v1/organisations', {
          parentId: id,
          kind: 'customer',
          name: 'Mine',
          dealerNumbers: [],
          customerNumbers: ['C-1'],
        }),
      ])
        expect(answer).toMatchObject({ status: 404, value: { errorCode: 204001 } });
    }
  });

  test.each(['dealer', 'service', 'technician', 'billing', 'customer'])(
    '%s manages no organisation',
    async (subject) => {
      expect(await call(subject, 'GET', '/v1/organisations')).toMatchObject({
        status: 403,
        value: { errorCode: 200002 },
      });
    },
  );
});

test('OA-01: a number belongs to one organisation, those of customers within a dealer', async () => {
  const form = { kind: 'customer', name: 'Other', dealerNumbers: [], customerNumbers: ['C-2'] };
  expect(await call('admin', 'POST', '/v1/organisations', { ...form, parentId: north.organisationId })).toMatchObject({
    status: 422,
  });
  const same = await add('customer', 'Same number', south.organisationId, ['C-2']);
  expect((await placeOf('S2')).organisation_id).toBe(same.organisationId);
  expect(await serials('customer')).toEqual(['N1']);
  const dealer = { kind: 'dealer', name: 'Other', dealerNumbers: ['D-S'], customerNumbers: [], parentId: root };
  expect(await call('admin', 'POST', '/v1/organisations', dealer)).toMatchObject({ status: 422 });
});

test('OA-04: settings are inherited until they are set, say where they come from, and go back', async () => {
  const path = `/v1/organisations/${bexholm.organisationId}`;
  const read = async () => (await call('admin', 'GET', path)).value as OrganisationDetails;
  expect(await read()).toMatchObject({ own: {}, inForce: { zone: 'UTC' }, sources: { zone: null, leadDays: null } });
  const set = async (id: string, settings: object) => {
    const { organisation } = (await call('admin', 'GET', `/v1/organisations/${id}`)).value as OrganisationDetails;
    const { version } = organisation;
    return await call('admin', 'PUT', `/v1/organisations/${id}`, { version, settings });
  };
  await set(north.organisationId, { zone: 'Europe/Berlin', leadDays: 4 });
  await set(bexholm.organisationId, { leadDays: 9 });
  expect(await read()).toMatchObject({
    own: { leadDays: 9 },
    inForce: { zone: 'Europe/Berlin', leadDays: 9 },
    sources: { zone: { name: 'North' }, leadDays: { name: 'Bexholm' }, week: null },
  });
  await set(bexholm.organisationId, { leadDays: null });
  expect(await read()).toMatchObject({ own: {}, inForce: { leadDays: 4 }, sources: { leadDays: { name: 'North' } } });
  expect(
    await set(bexholm.organisationId, { week: [[{ from: '12:00', to: '08:00' }], [], [], [], [], [], []] }),
  ).toMatchObject({
    status: 422,
  });
});

test('GE-06 GE-11: another version is refused with the present one; each change is on record', async () => {
  const path = `/v1/organisations/${south.organisationId}`;
  expect(await call('admin', 'PUT', path, { version: 1, name: 'South West' })).toMatchObject({ status: 200 });
  expect(await call('admin', 'PUT', path, { version: 1, name: 'South East' })).toMatchObject({
    status: 409,
    value: { errorCode: 202002, current: { organisation: { name: 'South West', version: 2 } } },
  });
  const entries = await platen.database.db
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', `organisation:${south.organisationId}`)
    .orderBy('audit_id')
    .execute();
  expect(entries).toMatchObject([
    { actor: 'admin', action: 'organisations add' },
    { action: 'organisations change', detail: { before: { name: 'South' }, after: { name: 'South West' } } },
  ]);
  const group = await platen.database.db
    .selectFrom('device_group')
    .innerJoin('organisation', 'organisation.group_id', 'device_group.group_id')
    .select('device_group.name')
    .where('organisation_id', '=', south.organisationId)
    .executeTakeFirst();
  expect(group).toEqual({ name: 'South West' });
});

test('OA-01: only an empty organisation is deleted', async () => {
  expect(await call('admin', 'DELETE', `/v1/organisations/${north.organisationId}?version=2`)).toMatchObject({
    status: 409,
    value: { errorCode: 202003 },
  });
  const empty = await add('customer', 'Empty', north.organisationId);
  // An invitation that is open refers to it; one that is over goes to the organisation above.
  const asked = { name: 'Ann Lee', mail: 'ann@empty.example', role: 'customer', organisationId: empty.organisationId };
  const invited = await call('admin', 'POST', '/v1/invitations', asked);
  const { invitationId } = (invited.value as { invitation: { invitationId: string } }).invitation;
  const remove = async () => await call('admin', 'DELETE', `/v1/organisations/${empty.organisationId}?version=1`);
  expect(await remove()).toMatchObject({ status: 409, value: { errorCode: 202003 } });
  await call('admin', 'DELETE', `/v1/invitations/${invitationId}`);
  expect(await remove()).toMatchObject({ status: 200 });
  expect((await call('admin', 'GET', '/v1/invitations')).value).toMatchObject({
    invitations: expect.arrayContaining([
      expect.objectContaining({
        invitationId,
        state: 'withdrawn',
        organisation: expect.objectContaining({ name: 'North' }),
      }),
    ]),
  });
  expect((await call('admin', 'GET', `/v1/organisations/${empty.organisationId}`)).status).toBe(404);
});

test('OA-04: retention is inherited, at least 3 months and no longer than that of the installation', async () => {
  const path = `/v1/organisations/${north.organisationId}`;
  const read = async (id: string) =>
    (await call('admin', 'GET', `/v1/organisations/${id}`)).value as OrganisationDetails;
  const set = async (retentionMonths: number | null) => {
    const { version } = (await read(north.organisationId)).organisation;
    return (await call('dealer-admin', 'PUT', path, { version, settings: { retentionMonths } })).status;
  };
  expect((await read(bexholm.organisationId)).inForce).not.toHaveProperty('retentionMonths');
  expect([await set(2), await set(25), await set(24), await set(6)]).toEqual([422, 422, 200, 200]);
  expect(await read(bexholm.organisationId)).toMatchObject({
    own: {},
    inForce: { retentionMonths: 6 },
    sources: { retentionMonths: { name: 'North' } },
  });
  expect(await set(null)).toBe(200);
  expect((await read(bexholm.organisationId)).sources.retentionMonths).toBeNull();
});
