import {
  addMeterTemplate,
  listMeterTemplates,
  type MeterTemplate,
  readMeterCodes,
  type TemplateForm,
} from '@platen/contract/meter-exports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/worklist-world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.platen.close());

const form: TemplateForm = {
  name: 'SAP',
  shape: 'long',
  format: 'csv',
  separator: 'semicolon',
  decimalMark: 'comma',
  language: 'en-us',
  fields: [{ field: 'assetNumber', head: 'Equipment' }, { field: 'meterCode' }, { field: 'reading' }],
  meters: [],
  all: false,
};
const send = async (subject: string, method: string, path: string, body?: object) => {
  const answer = await world.send(subject, method, path, body && JSON.stringify(body));
  return { status: answer.status, value: (await answer.json()) as unknown };
};
const list = async (subject = 'billing'): Promise<MeterTemplate[]> =>
  listMeterTemplates.answer.parse((await send(subject, 'GET', '/v1/meter-templates')).value).templates;
const audited = async (action: string) => {
  const { rows } = await sql`select actor from audit_entry where action = ${action}`.execute(world.platen.database.db);
  return rows.length;
};

test('MX-04: three templates are shipped, and the organisation saves its own; each change is on record', async () => {
  expect((await list()).map(({ templateId }) => templateId)).toEqual(['all', 'blackColor', 'equipment']);
  const { value } = await send('billing', 'POST', '/v1/meter-templates', form);
  const { template } = addMeterTemplate.answer.parse(value);
  expect((await list('dealer')).at(-1)).toEqual({
    ...form,
    templateId: template.templateId,
    isShipped: false,
    version: 1,
  });
  const path = `/v1/meter-templates/${template.templateId}`;
  const changed = { ...form, name: 'SAP 2' };
  expect((await send('billing', 'PUT', path, { version: 1, ...changed })).status).toBe(200);
  expect(await send('billing', 'PUT', path, { version: 1, ...form })).toMatchObject({
    status: 409,
    value: { errorCode: 202002, current: { name: 'SAP 2', version: 2 } },
  });
  expect((await send('billing', 'DELETE', `${path}?version=2`)).status).toBe(200);
  expect(await send('billing', 'DELETE', `${path}?version=2`)).toMatchObject({ value: { errorCode: 204001 } });
  expect([
    await audited('meterTemplate add'),
    await audited('meterTemplate change'),
    await audited('meterTemplate remove'),
  ]).toEqual([1, 1, 1]);
});

test('MX-04: at most fifty', async () => {
  for (let n = 0; n < 50; n++) expect((await send('billing', 'POST', '/v1/meter-templates', form)).status).toBe(200);
  expect(await send('billing', 'POST', '/v1/meter-templates', form)).toMatchObject({ value: { errorCode: 202004 } });
});

test('MX-03: the table of codes is replaced as a whole; repeated lines and an older version are refused', async () => {
  const read = async () => readMeterCodes.answer.parse((await send('dealer', 'GET', '/v1/meter-codes')).value);
  const codes = [
    { meters: ['total'], modelPattern: '*', code: 'T' },
    { meters: ['copy.black', 'print.black'], modelPattern: 'MX*', code: 'BW' },
  ];
  expect(await read()).toEqual({ version: 0, codes: [], inheritedFrom: null });
  expect((await send('billing', 'PUT', '/v1/meter-codes', { version: 0, codes })).status).toBe(200);
  expect(await read()).toEqual({ version: 1, codes, inheritedFrom: null });
  expect(await send('billing', 'PUT', '/v1/meter-codes', { version: 0, codes })).toMatchObject({
    value: { errorCode: 202002, current: { version: 1, codes } },
  });
  const twice = [...codes, { meters: ['print.black', 'copy.black'], modelPattern: 'mx*', code: 'X' }];
  expect(await send('billing', 'PUT', '/v1/meter-codes', { version: 1, codes: twice })).toMatchObject({
    value: { errorCode: 202001, detail: [{ msg: 'body.codes.2: another line has these meters and models' }] },
  });
  // A difference cannot be written.
  for (const meters of [[], ['total - black'], ['-black']])
    expect(
      await send('billing', 'PUT', '/v1/meter-codes', {
        version: 1,
        codes: [{ meters, modelPattern: '*', code: 'X' }],
      }),
    ).toMatchObject({ status: 422 });
  expect(await audited('meterCodes replace')).toBe(1);
});

test('OA-20 OA-01: only who may close changes them; those of another organisation are not seen', async () => {
  for (const subject of ['dealer', 'customer'])
    expect(await send(subject, 'POST', '/v1/meter-templates', form)).toMatchObject({ value: { errorCode: 200002 } });
  const { db } = world.platen.database;
  const ids = ['0190f3c2-7f3a-7cc1-8a6b-000000000001', '0190f3c2-7f3a-7cc1-8a6b-000000000002'];
  for (const id of ids)
    await sql`insert into organisation (organisation_id, parent_id, kind, name, settings, path)
      select ${id}::uuid, organisation_id, 'dealer', ${id}, '{}', array[organisation_id, ${id}::uuid]
      from organisation where kind = 'operator'`.execute(db);
  await sql`update app_user set organisation_id = ${ids[0]} where subject = 'billing'`.execute(db);
  await sql`update app_user set organisation_id = ${ids[1]} where subject = 'dealer-admin'`.execute(db);
  await new Promise((resolve) => setTimeout(resolve, 3100));
  const { value } = await send('billing', 'POST', '/v1/meter-templates', { ...form, name: 'own' });
  const { template } = addMeterTemplate.answer.parse(value);
  const names = async (subject: string) => (await list(subject)).map(({ name }) => name);
  expect(await names('billing')).toContain('own');
  expect(await names('dealer-admin')).not.toContain('own');
  expect(await send('dealer-admin', 'DELETE', `/v1/meter-templates/${template.templateId}?version=1`)).toMatchObject({
    value: { errorCode: 204001 },
  });
  // That of the operator is inherited, and not theirs to change.
  const ofOperator = (await list('billing')).find(({ name }) => name === 'SAP');
  expect(await send('billing', 'DELETE', `/v1/meter-templates/${ofOperator?.templateId}?version=1`)).toMatchObject({
    value: { errorCode: 200002 },
  });
  expect(readMeterCodes.answer.parse((await send('billing', 'GET', '/v1/meter-codes')).value)).toMatchObject({
    version: 0,
    codes: [{ code: 'T' }, { code: 'BW' }],
    inheritedFrom: expect.any(String),
  });
}, 20_000);
