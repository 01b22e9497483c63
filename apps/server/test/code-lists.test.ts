import { compareCodes } from '@platen/contract/code-history';
import { expect, test } from 'vitest';
import { callAs, reportCodes } from './reported-codes.ts';
import { addGroup, testAppAt } from './test-app.ts';

const platen = testAppAt(new Date('2026-11-26T12:00:00Z'), async (database) => {
  await addGroup(database, 1, 'One', 'dealer');
});
const call = (method: string, subject: string, path: string, body?: unknown) =>
  callAs(platen(), method, subject, path, body);

test('CH-10: a standard made from a device is compared with its family; its version is kept, and rights decide', async () => {
  const standardDevice = await reportCodes(platen(), 'CH-5', [['20T08:00', { '2103': '128', '3739': '2' }]]);
  await reportCodes(platen(), 'CH-1', [['20T08:00', { '2103': '96', '3739': '0', '3820': '1' }]]);
  const other = await reportCodes(platen(), 'CH-2', [['20T08:00', { '2103': '96', '3739': '2' }]]);
  await platen().database.pool.query(`update device set series = 'OTHER' where device_id = $1`, [other]);
  const body = { name: 'School offices', deviceId: standardDevice };
  expect((await call('POST', 'dealer', '/v1/codes/standards', body)).status).toBe(403);
  const { standard } = (await (await call('POST', 'service', '/v1/codes/standards', body)).json()) as {
    standard: { standardId: string };
  };
  const path = `/v1/codes/standards/${standard.standardId}`;
  const seen = async (subject: string) => (await call('GET', subject, path)).json();
  expect(await seen('dealer')).toMatchObject({
    standard: { name: 'School offices', family: 'EIFEL', codes: 2, version: 1 },
    codes: [
      { code: '08-2103-0', value: '128' },
      { code: '08-3739-0', value: '2' },
    ],
  });
  const differing = (await seen('dealer')) as { devices: { serial: string; differs: number }[] };
  expect(differing.devices.find(({ serial }) => serial === 'CH-1')?.differs).toBe(2);
  expect(differing.devices.some(({ serial }) => serial === 'CH-5' || serial === 'CH-2')).toBe(false);
  const change = (version: number) =>
    call('PUT', 'service', path, { name: 'Schools', codes: [{ code: '08-2103-0', value: '96' }], version });
  expect((await change(1)).status).toBe(200);
  expect((await change(1)).status).toBe(409);
  const sides = `left=standard:${standard.standardId}&right=today`;
  const compared = await call('GET', 'dealer', `/v1/device/${standardDevice}/codes/compare?${sides}`);
  const { rows } = compareCodes.answer.parse(await compared.json());
  expect(rows.map(({ code, left, right }) => [code, left, right])).toEqual([['08-2103-0', '96', '128']]);
  await platen().database.pool.query(`update device set group_ids = '{}'`);
  expect((await call('GET', 'dealer', path)).status).toBe(404);
  await platen().database.pool.query(`update device set group_ids = '{1}'`);
  expect((await call('DELETE', 'service', `${path}?version=2`)).status).toBe(200);
});

test('CH-07: watched codes of a family are set as a whole, by version and right', async () => {
  const put = (subject: string, version: number) =>
    call('PUT', subject, '/v1/codes/watched', { family: 'EIFEL', codes: ['08-2103-0', '05-12-0'], version });
  expect((await put('dealer', 0)).status).toBe(403);
  expect(await (await put('service', 0)).json()).toMatchObject({
    list: { codes: ['05-12-0', '08-2103-0'], version: 1 },
  });
  expect((await put('service', 0)).status).toBe(409);
  expect((await call('GET', 'dealer', '/v1/codes/watched?family=UNKNOWN')).status).toBe(404);
});
