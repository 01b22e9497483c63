import type { FactRow } from '@platen/contract/device-facts';
import type { OrganisationDetails } from '@platen/contract/organisations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../../test/collectors.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { ofDealer } from '../../../test/two-dealers.ts';

const root = '00000000-0000-7000-8000-000000000001';
const unknownId = '0190a0b0-0000-7000-8000-00000000abcd';
let platen: TestApp;
const orgs = new Map<string, string>();
const idOf = (name: string) => orgs.get(name) ?? '';

const call: TestApp['call'] = (...args) => platen.call(...args);
const add = async (
  kind: string,
  name: string,
  parentId: string,
  dealerNumbers: string[],
  customerNumbers: string[],
) => {
  const { value } = await call('admin', 'POST', '/v1/organisations', {
    parentId,
    kind,
    name,
    dealerNumbers,
    customerNumbers,
  });
  orgs.set(name, (value as OrganisationDetails).organisation.organisationId);
};
const deliver = async (...reports: unknown[]) => {
  const answer = await fetch(`${platen.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: 'Bearer everywhere', 'content-type': 'application/x-ndjson' },
    body: reports.map((report) => JSON.stringify(report)).join('\n'),
  });
  expect(answer.status).toBe(200);
};
const list = async (subject: string, query = '') =>
  ((await call(subject, 'GET', `/v1/devices/facts${query}`)).value as { devices: FactRow[] }).devices;
const deviceOf = async (serial: string) =>
  (await list('admin', `?search=${serial}`)).find((one) => one.serial === serial)?.deviceId ?? '';
const change = async (subject: string, serial: string, body: object) =>
  await call(subject, 'PUT', `/v1/device/${await deviceOf(serial)}/facts`, body);
const place = async (subject: string, deviceIds: readonly string[], organisationId: string | null) =>
  await call(subject, 'POST', '/v1/devices/place', { deviceIds, organisationId });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const reports = (hours: number) => [
  ofDealer('D-N', 'N1', hoursAgo(hours)),
  ofDealer('D-N', 'N2', hoursAgo(hours), {
    site: { dealerNumber: 'D-N', customerNumber: 'C-9', customerName: 'Nine' },
  }),
  ofDealer('D-S', 'S1', hoursAgo(hours)),
];

beforeAll(async () => {
  platen = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await agreeForAll(platen.database);
  await addCollector(platen.database, { name: 'Everywhere', key: 'everywhere', scope: everywhere });
  await add('dealer', 'North', root, ['D-N'], []);
  await add('dealer', 'South', root, ['D-S'], []);
  await add('customer', 'Bexholm', idOf('North'), [], ['D-N-C']);
  await add('customer', 'Norrby', idOf('North'), [], ['C-4']);
  for (const [subject, name] of [
    ['dealer-admin', 'North'],
    ['dealer', 'South'],
    ['customer', 'Bexholm'],
  ] as const) {
    const { pool } = platen.database;
    await pool.query('update app_user set organisation_id = $2 where subject = $1', [subject, idOf(name)]);
    await pool.query(
      `insert into user_group (user_id, group_id) select user_id, o.group_id from app_user, organisation o
       where subject = $1 and o.organisation_id = $2`,
      [subject, idOf(name)],
    );
  }
  await deliver(...reports(2));
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.db.deleteFrom('device_fact').execute();
});

test('OA-40: facts are written with a version, and reports never change them', async () => {
  const path = `/v1/device/${await deviceOf('N1')}/facts`;
  expect((await call('customer', 'GET', path)).status).toBe(403);
  expect((await call('dealer-admin', 'GET', path)).value).toMatchObject({
    facts: { assetNumber: null, version: 0, changedBy: null },
    placement: { organisation: { name: 'Bexholm' }, byHand: false, reported: { customerNumber: 'D-N-C' } },
  });
  const body = { version: 0, assetNumber: ' A-1 ', place: 'Hall 4', contract: 'Full service' };
  expect(await change('dealer-admin', 'N1', body)).toMatchObject({
    status: 200,
    value: { facts: { assetNumber: 'A-1', place: 'Hall 4', contract: 'Full service', contact: null, version: 1 } },
  });
  expect(await change('dealer-admin', 'N1', { version: 0, place: 'Elsewhere' })).toMatchObject({
    status: 409,
    value: { errorCode: 202002, current: { facts: { place: 'Hall 4', version: 1 } } },
  });
  await change('dealer-admin', 'N1', { version: 1, place: null });
  await deliver(...reports(1));
  expect((await call('dealer-admin', 'GET', path)).value).toMatchObject({
    facts: {
      assetNumber: 'A-1',
      place: null,
      contract: 'Full service',
      version: 2,
      changedBy: { name: 'Dealer administrator' },
    },
  });
});

test('GE-11: what people wrote of contacts and contracts is not in the audit record', async () => {
  await change('dealer-admin', 'N1', { version: 0, assetNumber: 'A-2', contact: 'Mrs Vogt' });
  const { rows } = await platen.database.pool.query(
    `select actor, action, detail from audit_entry where subject = $1 order by audit_id desc limit 1`,
    [`device:${await deviceOf('N1')}`],
  );
  expect(rows).toMatchObject([
    { actor: 'dealer-admin', action: 'devices facts', detail: { after: { assetNumber: 'A-2', contact: '(changed)' } } },
  ]);
});

test('OA-40: an asset number that two devices of a dealer have is shown as double, not one of another dealer', async () => {
  for (const serial of ['N1', 'N2', 'S1']) await change('admin', serial, { version: 0, assetNumber: 'A-7' });
  const doubles = async (subject: string) => (await list(subject, '?view=doubles')).map(({ serial }) => serial);
  expect(await doubles('admin')).toEqual(['N1', 'N2']);
  expect(await doubles('dealer')).toEqual([]);
  await change('admin', 'N2', { version: 1, assetNumber: 'A-8' });
  expect(await doubles('admin')).toEqual([]);
});

test('OA-40: a file changes facts by serial number; a dry run and a wrong line change nothing', async () => {
  const put = async (csv: string, dryRun: boolean, subject = 'dealer-admin') =>
    await call(subject, 'PUT', '/v1/devices/facts', { csv, dryRun });
  const csv = 'serial;asset;place\r\nN1;A-1;Hall\r\nN2;A-2;\r\n';
  expect(await put(csv, true)).toMatchObject({
    status: 200,
    value: {
      lines: 2,
      changed: 2,
      refusedCount: 0,
      differences: [{ serial: 'N1', field: 'assetNumber', before: null, after: 'A-1' }, {}, {}],
    },
  });
  expect((await list('admin')).map(({ facts }) => facts.assetNumber)).toEqual([null, null, null]);
  await put(csv, false);
  expect((await list('admin')).map(({ facts }) => facts.assetNumber)).toEqual(['A-1', 'A-2', null]);
  // A device of another dealer is none; a column that is missing changes nothing.
  expect(await put('serial,notes\nN1,Old\nS1,Mine\n', false)).toMatchObject({
    value: { refusedCount: 1, refused: [{ line: 3, field: 'serial', reason: 'no device has this serial number' }] },
  });
  await put('serial,notes\nN1,Old\n', false);
  expect((await list('admin', '?search=N1'))[0]?.facts).toMatchObject({
    assetNumber: 'A-1',
    place: 'Hall',
    notes: 'Old',
  });
});

test('OA-03 OA-43: a device is placed by hand against its reports, says so, and goes back', async () => {
  const n2 = await deviceOf('N2');
  const notPlaced = async () => (await list('dealer-admin', '?view=notPlaced')).map(({ serial }) => serial);
  expect(await notPlaced()).toEqual(['N2']);
  // Where devices of the same collector are.
  expect((await list('dealer-admin', '?view=notPlaced'))[0]?.probably).toMatchObject({ name: 'Bexholm' });
  expect((await place('dealer-admin', [n2], idOf('Norrby'))).value).toEqual({
    results: [{ deviceId: n2, result: 'placed' }],
  });
  await deliver(...reports(0.5));
  expect(await notPlaced()).toEqual([]);
  expect((await list('dealer-admin', '?view=byHand'))[0]).toMatchObject({
    serial: 'N2',
    byHand: true,
    organisation: { name: 'Norrby' },
    reported: { customerNumber: 'C-9' },
    probably: null,
  });
  expect((await place('dealer-admin', [n2], idOf('Norrby'))).value).toMatchObject({
    results: [{ result: 'unchanged' }],
  });
  await place('dealer-admin', [n2], null);
  expect(await notPlaced()).toEqual(['N2']);
});

test('GE-05 OA-42: no user places foreign devices or with a foreign organisation, and none goes to another dealer', async () => {
  const [n2, s1] = [await deviceOf('N2'), await deviceOf('S1')];
  expect((await place('dealer-admin', [s1, unknownId], idOf('Norrby'))).value).toEqual({
    results: [
      { deviceId: s1, result: 'unknown' },
      { deviceId: unknownId, result: 'unknown' },
    ],
  });
  for (const organisationId of [idOf('South'), root, unknownId])
    expect(await place('dealer-admin', [n2], organisationId)).toMatchObject({
      status: 404,
      value: { errorCode: 204001 },
    });
  expect((await place('admin', [n2], idOf('South'))).value).toMatchObject({ results: [{ result: 'otherDealer' }] });
  expect((await place('dealer', [s1], null)).status).toBe(403);
  expect(await change('dealer', 'N1', { version: 0, notes: 'x' })).toMatchObject({
    status: 403,
    value: { errorCode: 200003 },
  });
});

test('OA-43: a place is guessed among the customers of the own dealer, where most devices of the collector are', async () => {
  const guess = async (serial: string) => (await list('admin', `?search=${serial}`))[0]?.probably;
  expect(await guess('N2')).toMatchObject({ name: 'Bexholm' });
  // The same collector, another dealer.
  expect(await guess('S1')).toBeNull();
  await deliver(
    ofDealer('D-N', 'N3', hoursAgo(0.2), {
      site: { dealerNumber: 'D-N', customerNumber: 'C-4', customerName: 'Norrby' },
    }),
  );
  expect(await guess('N2')).toBeNull();
});
