import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
});
afterAll(() => platen.close());

test('AU-44 AU-46 AC-12 AC-13 AP-37: every call about a device refuses one outside the groups (200003) and one that does not exist (200004)', async () => {
  const [own = '', foreign = ''] = await addDevices(platen.database, [{ group_ids: [1] }, { group_ids: [2] }]);
  // What people write about codes: test/code-history.test.ts; meters one by one: test/meters.test.ts.
  const calls = platen.app.platform.endpoints.filter(
    ({ method, path }) =>
      path.startsWith('/v1/device/{id}/') &&
      !path.startsWith('/v1/device/{id}/meters/') &&
      (method === 'GET' || !path.startsWith('/v1/device/{id}/codes/')),
  );
  // 11 tabs, firmware and network among them, nine predictions, evidence, four calls for thresholds.
  expect(calls.length).toBeGreaterThanOrEqual(25);
  const ask = async ({ method, path }: (typeof calls)[number], id: string, subject: string) => {
    const isSetting = path.endsWith('/setting');
    const isFile = path.endsWith('/export');
    const query = isFile ? '?format=csv' : isSetting && method === 'GET' ? '?main=1&sub=0' : '';
    const bodies: Readonly<Record<string, unknown>> = {
      setting: { main: 1, sub: 0, alertThreshold: 2, clearThreshold: 1 },
      weight: { weight: 2, reason: 'The only one of its floor' },
      break: { day: '2026-11-02', cause: 'misread' },
      facts: { version: 0, notes: 'Behind the door.' },
    };
    const body = JSON.stringify(bodies[path.split('/').at(-1) ?? '']);
    const answer = await fetch(`${platen.url}${path.replace('{id}', id)}${query}`, {
      method,
      headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)) },
      ...(method === 'PUT' && { body }),
    });
    const text = await answer.text();
    const { errorCode = null } = (isFile && answer.ok ? {} : (JSON.parse(text) ?? {})) as { errorCode?: number };
    return { call: `${method} ${path}`, status: answer.status, errorCode };
  };
  for (const one of calls) {
    const call = `${one.method} ${one.path}`;
    expect(await ask(one, foreign, 'dealer')).toEqual({ call, status: 403, errorCode: 200003 });
    expect(await ask(one, uuidv7(), 'dealer')).toEqual({ call, status: 404, errorCode: 200004 });
    expect(await ask(one, 'not-an-id', 'dealer')).toEqual({ call, status: 422, errorCode: 202001 });
    if (one.method !== 'GET') continue;
    expect(await ask(one, own, 'dealer')).toEqual({ call, status: 200, errorCode: null });
    expect(await ask(one, foreign, 'service')).toEqual({ call, status: 200, errorCode: null });
  }
});
