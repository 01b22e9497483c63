import { addView, changeView, listViews, mostViews } from '@platen/contract/views';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await platen.database.pool.query(
    `insert into app_user (user_id, subject, name, role)
     values ($1, 'tech', 'Tina', 'technician'), ($2, 'other', 'Otto', 'dealer') on conflict (subject) do nothing`,
    [newId(), newId()],
  );
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer', 'tech');
  await addGroup(platen.database, 2, 'Two', 'other');
});
afterAll(() => platen.close());

const plain = { name: 'Mine', shared: false, isDefault: false, definition: { assignee: 'me' } };
const send = async (subject: string, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, value };
};
const add = async (subject: string, more: object = {}) => {
  const { value } = await send(subject, 'POST', '/v1/views', { area: 'worklist', ...plain, ...more });
  return addView.answer.parse(value).view;
};
const names = async (subject: string) => {
  const { value } = await send(subject, 'GET', '/v1/views?area=worklist');
  return listViews.answer.parse(value).views.map(({ name, own, isDefault }) => [name, own, isDefault]);
};

test('FV-01: own views, and those shared by others of the same groups; one default', async () => {
  await add('dealer', { name: 'b', isDefault: true });
  await add('dealer', { name: 'a', isDefault: true });
  await add('dealer', { name: 'c', shared: true });
  await add('other', { name: 'd', shared: true });
  expect(await names('dealer')).toEqual([
    ['a', true, true],
    ['b', true, false],
    ['c', true, false],
  ]);
  expect(await names('tech')).toEqual([['c', false, false]]);
});

test('FV-01 GE-06 OA-20: its owner alone changes and removes a view, by its version; a technician shares none', async () => {
  const view = await add('tech');
  const path = `/v1/views/${view.viewId}`;
  const changed = await send('tech', 'PUT', path, { ...plain, name: 'Ours', version: 1 });
  expect(changeView.answer.parse(changed.value).view).toMatchObject({ name: 'Ours', version: 2 });
  expect(await send('tech', 'PUT', path, { ...plain, version: 1 })).toMatchObject({
    status: 409,
    value: { errorCode: 202002, current: { name: 'Ours', version: 2 } },
  });
  expect(await send('tech', 'PUT', path, { ...plain, shared: true, version: 2 })).toMatchObject({
    value: { errorCode: 200002 },
  });
  const foreign = await send('admin', 'DELETE', path);
  expect(foreign).toEqual(await send('admin', 'DELETE', `/v1/views/${newId()}`));
  expect(foreign).toMatchObject({ status: 404, value: { errorCode: 204001 } });
  expect(await send('tech', 'DELETE', path)).toEqual({ status: 200, value: { status: 'success' } });
  expect(await names('tech')).toEqual([['c', false, false]]);
});

test('FV-01 GE-03: a user has at most 100 views', async () => {
  for (let n = 0; n < mostViews; n++) await add('service', { name: `View ${n}` });
  expect(await send('service', 'POST', '/v1/views', { area: 'worklist', ...plain })).toMatchObject({
    status: 422,
    value: { errorCode: 202004 },
  });
});

test('GE-01: a page of a permitted origin may delete', async () => {
  const app = await createTestApp({ PLATEN_CORS_ORIGINS: 'https://portal.example' });
  const answer = await fetch(`${app.url}/v1/views/${newId()}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://portal.example', 'access-control-request-method': 'DELETE' },
  });
  expect(answer.headers.get('access-control-allow-methods')).toContain('DELETE');
  expect(answer.headers.get('access-control-allow-headers')).toContain('idempotency-key');
  await app.close();
});
