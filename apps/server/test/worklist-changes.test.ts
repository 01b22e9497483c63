import { actOnWorklist, enterCall, readWorklistRow, setPriority } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, eraseUser, listWrittenTexts } from '../src/features/account/users.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

let platen: TestApp;
let device: string;
let users: Map<string, { userId: string; name: string }>;
const operator = { subject: 'operator', role: 'operator' } as const;

beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  const { rows } = await platen.database.pool.query<{ subject: string; userId: string; name: string }>(
    'select subject, user_id as "userId", name from app_user',
  );
  users = new Map(rows.map(({ subject, ...person }) => [subject, person]));
});
beforeEach(async () => {
  [device = ''] = await addDevices(platen.database, [{ serial: 'A', updated_at: new Date() }]);
});
afterAll(() => platen.close());

const send = async (subject: string, method: 'POST' | 'PUT', path: string, body: unknown) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)) },
    body: JSON.stringify(body),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, value };
};
const call = async (subject = 'service'): Promise<Condition> => {
  const body = { deviceId: device, matter: 'noise', unusable: false, text: 'Ms Sato hears it rattle.' };
  return enterCall.answer.parse((await send(subject, 'POST', '/v1/worklist/conditions', body)).value).condition;
};
const act = async (subject: string, body: object, { conditionId, version }: Condition) => {
  const { value } = await send(subject, 'POST', '/v1/worklist/actions', { ...body, items: [{ conditionId, version }] });
  const [result] = actOnWorklist.answer.parse(value).results;
  if (result === undefined) throw new Error('no result');
  return result;
};

describe('changed meanwhile by another person (GE-06, TX-19)', () => {
  test('GE-06 TX-19: the refusal of an action names who changed the condition, and how it is now', async () => {
    const opened = await call();
    await act('admin', { action: 'acknowledge' }, opened);
    const { code, current, changedBy } = await act('service', { action: 'assign', assignee: null }, opened);
    expect([code, current?.state, changedBy]).toEqual([202002, 'acknowledged', users.get('admin')]);
  });

  test('GE-06 TX-19: so does the refusal of a class by hand, which carries its version', async () => {
    await call();
    const path = `/v1/worklist/${device}/priority`;
    const set = (subject: string, body: object) => send(subject, 'PUT', path, { reason: 'Board meeting', ...body });
    const first = await set('admin', { priority: 'P1' });
    expect(setPriority.answer.parse(first.value).row.byHand).toMatchObject({ version: 1 });
    for (const body of [{ priority: 'P4' }, { priority: null }, { priority: 'P4', version: 2 }])
      expect(await set('service', body)).toMatchObject({
        status: 409,
        value: {
          errorCode: 202002,
          changedBy: users.get('admin'),
          current: { row: { priority: 'P1', byHand: { reason: 'Board meeting', version: 1 } } },
        },
      });
    const second = await set('service', { priority: 'P2', version: 1 });
    expect(setPriority.answer.parse(second.value).row).toMatchObject({ priority: 'P2', byHand: { version: 2 } });
    expect((await set('admin', { priority: null, version: 2 })).status).toBe(200);
  });

  test('GE-06 TX-19: and that of a weight', async () => {
    const path = `/v1/device/${device}/weight`;
    await send('admin', 'PUT', path, { weight: 2, reason: 'Only printer of the ward' });
    expect(await send('service', 'PUT', path, { weight: 3, reason: 'x' })).toEqual({
      status: 409,
      value: expect.objectContaining({
        errorCode: 202002,
        changedBy: users.get('admin'),
        current: { weight: { factor: 2, reason: 'Only printer of the ward', version: 1 } },
      }),
    });
  });
});

test('GE-17: after an erasure the answers name the mark, and all texts of the user are listed to be checked', async () => {
  const { db } = platen.database;
  const mori = { subject: 'mori', name: 'Mori', role: 'admin', seesAll: true, groupIds: [] } as const;
  const userId = await addUser(db, operator, mori);
  await agreeForAll(platen.database);
  const opened = await call('mori');
  const { current = opened } = await act('mori', { action: 'assign', assignee: userId, note: 'Ask Ms Ito.' }, opened);
  await act('mori', { action: 'note', note: 'Key with Mr Abe.' }, current);
  await send('mori', 'PUT', `/v1/device/${device}/weight`, { weight: 2, reason: 'Printer of Mr Ono' });
  await send('mori', 'PUT', `/v1/worklist/${device}/priority`, { priority: 'P1', reason: 'Mr Endo waits' });
  const written = await listWrittenTexts(db, operator, 'mori');
  expect(new Set(written.map(({ text }) => text))).toEqual(
    new Set(['Ms Sato hears it rattle.', 'Ask Ms Ito.', 'Key with Mr Abe.', 'Printer of Mr Ono', 'Mr Endo waits']),
  );

  await eraseUser(db, operator, 'mori');
  const answer = await platen.get('service', `/v1/worklist/${device}`);
  const text = await answer.text();
  expect(text).not.toContain('Mori');
  const detail = readWorklistRow.answer.parse(JSON.parse(text));
  const mark = { userId, name: `erased-${userId}` };
  expect(detail.events.filter(({ by }) => by !== null).map(({ change, by }) => [change, by])).toEqual(
    ['note', 'assign', 'call'].map((change) => [change, mark]),
  );
  expect([detail.notes[0]?.by, detail.use.weight?.by]).toEqual([mark, mark]);
  expect([detail.row?.assignee, detail.conditions[0]?.assignee]).toEqual([null, null]);
  const stale = await act('service', { action: 'acknowledge' }, opened);
  expect([stale.code, stale.changedBy]).toEqual([202002, mark]);
  const { rows } = await platen.database.pool.query<{ names: number }>(
    `select count(*)::int as names from audit_entry where actor ~* 'mori' or subject ~* 'mori' or detail::text ~* 'mori'`,
  );
  expect(rows).toEqual([{ names: 0 }]);
});
