import { addNotification, listWrittenNotifications } from '@platen/contract/notifications';
import { roles } from '@platen/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const path = '/v1/notifications';
async function send(subject: string, method: string, address: string, body?: object, key?: string) {
  const answer = await fetch(`${platen.url}${address}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(await platen.bearer(subject)),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, value: await answer.json() };
}
const list = async () =>
  listWrittenNotifications.answer.parse((await send('admin', 'GET', `${path}/all`)).value).notifications;
const shown = async (subject: string) => (await send(subject, 'GET', path)).value.notifications;
const content = { from: '2026-01-01T00:00:00.000Z', until: null, en: 'Maintenance tonight', ja: '今夜メンテナンス' };

test('OA-60 NT-01 GE-06 GE-07: an administrator writes, changes and ends a text to all users, once, in versions', async () => {
  const key = 'notification-1';
  const made = addNotification.answer.parse((await send('admin', 'POST', path, content, key)).value);
  expect((await send('admin', 'POST', path, content, key)).value).toEqual(made);
  expect(await list()).toEqual([made]);
  expect(await shown('dealer')).toMatchObject([{ content: content.en }]);

  const { notificationId, version } = made;
  const address = `${path}/${notificationId}`;
  const later = { ...content, en: 'Maintenance tomorrow', version };
  expect((await send('admin', 'PUT', address, later)).value).toMatchObject({ version: 2, en: later.en });
  const late = await send('admin', 'PUT', address, { ...content, version });
  expect(late).toMatchObject({ status: 409, value: { errorCode: 202002, current: { version: 2, en: later.en } } });
  expect((await send('admin', 'DELETE', `${address}?version=1`)).value).toMatchObject({ errorCode: 202002 });

  const ended = { ...content, until: '2026-01-02T00:00:00.000Z', version: 2 };
  expect((await send('admin', 'PUT', address, ended)).status).toBe(200);
  expect(await shown('dealer')).toEqual([]);
  expect(await list()).toMatchObject([{ version: 3, until: ended.until }]);

  expect((await send('admin', 'DELETE', `${address}?version=3`)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await send('admin', 'DELETE', `${address}?version=3`)).value).toMatchObject({ errorCode: 204001 });
  const { rows } = await platen.database.pool.query(
    `select action, detail -> 'before' ->> 'en' as before, detail -> 'after' ->> 'en' as after from audit_entry
     where subject = $1 order by audit_id`,
    [`notification:${notificationId}`],
  );
  expect(rows).toEqual([
    { action: 'notifications add', before: null, after: content.en },
    { action: 'notifications change', before: content.en, after: later.en },
    { action: 'notifications change', before: later.en, after: content.en },
    { action: 'notifications remove', before: content.en, after: null },
  ]);
});

test('OA-60: a text that is empty, too long or ends before it begins is refused by its field', async () => {
  for (const [field, wrong] of [
    ['en', '  '],
    ['ja', 'あ'.repeat(10_001)],
    ['until', content.from],
    ['from', 'tomorrow'],
  ] as const) {
    const { status, value } = await send('admin', 'POST', path, { ...content, [field]: wrong });
    expect([field, status, value.errorCode]).toEqual([field, 422, 202001]);
    expect(JSON.stringify(value)).toContain(`${field}: `);
  }
  expect(await list()).toEqual([]);
});

test('OA-20: of all roles only the administrator writes to all users', async () => {
  const { value } = await send('admin', 'POST', path, content);
  const calls = [
    ['GET', `${path}/all`],
    ['POST', path, content],
    ['PUT', `${path}/${value.notificationId}`, { ...content, version: 1 }],
    ['DELETE', `${path}/${value.notificationId}?version=1`],
  ] as const;
  for (const role of roles.filter((one) => one !== 'admin')) {
    await platen.database.pool.query(`update app_user set role = $1, sees_all = $2 where subject = 'service'`, [
      role,
      role === 'service',
    ]);
    for (const [method, address, body] of calls)
      expect([role, method, (await send('service', method, address, body)).value.errorCode]).toEqual([
        role,
        method,
        200002,
      ]);
  }
  expect(await list()).toMatchObject([{ version: 1, en: content.en }]);
});
