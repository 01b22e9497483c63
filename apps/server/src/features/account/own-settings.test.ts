import { setTimeout as wait } from 'node:timers/promises';
import { changeOwnSettings, readOwnSettings } from '@platen/contract/own-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { createUserStore } from '../../identity/open-identity.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const path = '/v1/users/me/settings';
const read = async (subject: string) => readOwnSettings.answer.parse(await (await platen.get(subject, path)).json());
const change = async (subject: string, body: object) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, value: (await answer.json()) as { errorCode?: number; current?: unknown } };
};
const asBrowser = { language: null, zone: null, startArea: null };

test('OA-19: each user sets language, zone and start area, in versions and with an audit entry', async () => {
  expect(await read('dealer')).toEqual({ settings: { ...asBrowser, version: 1 } });
  const wanted = { language: 'ja-jp', zone: 'Asia/Tokyo', startArea: 'worklist' };
  const { value } = await change('dealer', { ...wanted, version: 1 });
  expect(changeOwnSettings.answer.parse(value)).toEqual({ settings: { ...wanted, version: 2 } });
  expect(await read('dealer')).toEqual({ settings: { ...wanted, version: 2 } });
  expect(await read('service')).toEqual({ settings: { ...asBrowser, version: 1 } });
  const late = await change('dealer', { ...asBrowser, version: 1 });
  expect([late.status, late.value]).toMatchObject([409, { errorCode: 202002, current: wanted }]);
  const { rows } = await platen.database.pool.query(
    `select actor, detail -> 'after' ->> 'zone' as zone from audit_entry where action = 'users settings'`,
  );
  expect(rows).toEqual([{ actor: 'dealer', zone: 'Asia/Tokyo' }]);
});

test('OA-19: unknown languages, zones and areas are refused by name', async () => {
  for (const [field, wrong] of [
    ['language', 'fr-fr'],
    ['zone', '+09:00'],
    ['zone', 'Mars/Olympus'],
    ['startArea', '/worklist'],
  ] as const) {
    const { status, value } = await change('service', { ...asBrowser, [field]: wrong, version: 1 });
    expect([field, status, value.errorCode]).toEqual([field, 422, 202001]);
    expect(JSON.stringify(value)).toContain(`"${field}: `);
  }
});

test('OA-19: signing out everywhere refuses every token of before, on all servers within 3 s, of this user alone', async () => {
  const before = await platen.bearer('service');
  const ask = async (headers: Record<string, string>) => (await fetch(`${platen.url}/v1/users/me`, { headers })).status;
  // Another server on the same database, which has just read the user.
  const other = createUserStore(platen.database);
  const signedInAt = Math.floor(Date.now() / 1000) * 1000;
  expect(await other.find('service', signedInAt)).toMatchObject({ subject: 'service' });
  expect(await ask(before)).toBe(200);
  const answer = await fetch(`${platen.url}/v1/users/me/sign-out`, { method: 'POST', headers: before });
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'OK' }]);
  const refused = await fetch(`${platen.url}/v1/users/me`, { headers: before });
  expect([refused.status, await refused.json()]).toMatchObject([401, { errorCode: 201001 }]);
  expect(await ask(await platen.bearer('dealer'))).toBe(200);
  await wait(1100);
  // Who signs in again is let in.
  expect(await ask(await platen.signIn('service'))).toBe(200);
  await wait(2000);
  await expect(other.find('service', signedInAt)).rejects.toMatchObject({ errorCode: 201001, status: 401 });
  const { rows } = await platen.database.pool.query(`select actor from audit_entry where action = 'users sign-out'`);
  expect(rows).toEqual([{ actor: 'service' }]);
});

test('OA-19: API tokens outlast it and cannot ask for it', async () => {
  const endsOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const form = { name: 'Export', scopes: ['devices.read'], ofOrganisation: false, endsOn, addresses: [] };
  const made = (await (await platen.post('admin', '/v1/tokens', form)).json()) as { token: string };
  const authorization = `Bearer ${made.token}`;
  expect((await platen.post('admin', '/v1/users/me/sign-out', {})).status).toBe(200);
  expect((await fetch(`${platen.url}/v1/devices`, { headers: { authorization } })).status).toBe(200);
  for (const method of ['GET', 'PUT'])
    expect((await fetch(`${platen.url}${path}`, { method, headers: { authorization } })).status).toBe(403);
  const out = await fetch(`${platen.url}/v1/users/me/sign-out`, { method: 'POST', headers: { authorization } });
  expect(out.status).toBe(403);
});
