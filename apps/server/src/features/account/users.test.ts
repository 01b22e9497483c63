import { listTokens } from '@platen/contract/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { createUserStore, readUserById } from '../../identity/open-identity.ts';
import { createTokenStore } from '../../identity/token-store.ts';
import { eraseUser } from './users.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 7, 'West', 'dealer');
  await addGroup(platen.database, 3, 'East');
});
afterAll(() => platen.close());

test('AP-11 GR-01 GR-03 AU-42: a dealer gets the own groups; a user who sees everything may choose from all', async () => {
  const dealer = await platen.get('dealer', '/v1/users/me');
  // An addition, by which the worklist knows what is the user's own.
  const userId: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(await dealer.json()).toEqual({
    groups: [{ groupId: 7, name: 'West' }],
    name: 'Dealer',
    role: 'dealer',
    userId,
  });
  const service = await platen.get('service', '/v1/users/me');
  expect(await service.json()).toEqual({
    groups: [
      { groupId: 3, name: 'East' },
      { groupId: 7, name: 'West' },
    ],
    name: 'Service',
    role: 'service',
    userId,
  });
});

test('AP-09 AU-08: the login time is kept, without a body, with {} and with an empty JSON body', async () => {
  const read = () =>
    platen.database.db
      .selectFrom('app_user')
      .select('last_login_at')
      .where('subject', '=', 'admin')
      .executeTakeFirstOrThrow();
  const headers = await platen.bearer('admin');
  for (const init of [
    {},
    { body: '{}', headers: { 'content-type': 'application/json' } },
    { body: '', headers: { 'content-type': 'application/json' } },
  ]) {
    await platen.database.db.updateTable('app_user').set({ last_login_at: null }).execute();
    const answer = await fetch(`${platen.url}/v1/users/loginAt`, {
      method: 'POST',
      ...init,
      headers: { ...headers, ...('headers' in init ? init.headers : {}) },
    });
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'OK' }]);
    expect((await read()).last_login_at).not.toBeNull();
  }
  const other = await platen.post('admin', '/v1/users/loginAt', { at: '2020-01-01' });
  expect(other.status).toBe(422);
});

test('BR-02 DE-23: the brand of the last sign-in is stored, and a sign-in by the default one ends it', async () => {
  const { db } = platen.database;
  const read = async () =>
    (await db.selectFrom('app_user').select('brand').where('subject', '=', 'admin').executeTakeFirstOrThrow()).brand;
  await platen.post('admin', '/v1/users/loginAt', { brand: 'rdt' });
  expect(await read()).toBe('rdt');
  expect((await platen.post('admin', '/v1/users/loginAt', { brand: 'other' })).status).toBe(422);
  await platen.post('admin', '/v1/users/loginAt', {});
  expect(await read()).toBeNull();
});

test('AU-43 AC-11: an unknown account and a closed one are refused with 200002', async () => {
  const stranger = await platen.get('stranger', '/v1/users/me');
  expect([stranger.status, await stranger.json()]).toMatchObject([403, { errorCode: 200002 }]);

  await platen.database.db
    .insertInto('app_user')
    .values({
      user_id: '01900000-0000-7000-8000-0000000000ff',
      subject: 'gone',
      name: 'Gone',
      role: 'service',
      disabled_at: new Date(),
    })
    .execute();
  const closed = await platen.get('gone', '/v1/termsOfUse');
  expect([closed.status, await closed.json()]).toMatchObject([403, { errorCode: 200002 }]);
});

test('AU-42: a dealer does not see everything even if the row says so', async () => {
  await platen.database.db.updateTable('app_user').set({ sees_all: true }).where('subject', '=', 'dealer').execute();
  const other = await createFreshRead();
  expect(other).toEqual([{ groupId: 7, name: 'West' }]);
  await platen.database.db.updateTable('app_user').set({ sees_all: false }).where('subject', '=', 'dealer').execute();
});

async function createFreshRead() {
  return (await createUserStore(platen.database).refresh('dealer')).groups;
}

describe('rights by role', () => {
  let platen: TestApp;
  beforeAll(async () => {
    platen = await createTestApp();
    await agreeForAll(platen.database);
  });
  afterAll(() => platen.close());

  test('GN-02 OQ-110: dealers, service staff and administrators read the same calls, so that all see the same screens', async () => {
    await addGroup(platen.database, 7, 'Own devices', 'dealer');
    const [id = ''] = await addDevices(platen.database, [{ serial: 'S-1', group_ids: [7] }]);
    const queries: Record<string, string> = {
      setting: '?main=1&sub=0',
      export: '?format=csv',
      '/v1/parts/needed/devices': '?item=part.6250',
      '/v1/views': '?area=worklist',
    };
    // Collectors are an addition, and not for dealers: they stand in the networks of several customers. So
    // are rules, which are the operator's (0397), and calls of administrators. What people make has ids of
    // its own.
    const elsewhere =
      /^\/v1\/(audit|claims|collectors?|findings|devices\/merges|rules|organisations|invitations|models|notifications\/all|users$|jobs\/\{id\}|(?:channels|closes|visits|codes\/standards)\/\{id\}|codes\/watched|tickets\/\{ticketId\}|device\/\{id\}\/meters\/\{meter\})(\/|$)/;
    const reads = platen.app.platform.endpoints.filter(
      ({ access, method, path }) => access === 'user' && method === 'GET' && !elsewhere.test(path),
    );
    expect(reads.length).toBeGreaterThan(20);
    for (const { path } of reads) {
      const address = `${path.replace('{id}', id)}${queries[path] ?? queries[path.split('/').at(-1) ?? ''] ?? ''}`;
      const statuses = await Promise.all(
        ['dealer', 'service', 'admin'].map(async (user) => (await platen.get(user, address)).status),
      );
      expect([path, ...statuses]).toEqual([path, 200, 200, 200]);
    }
  });
});

test('OA-31 GE-17: an API token of the organisation outlives its erased maker, an own one ends with them', async () => {
  const { db, pool } = platen.database;
  await pool.query(
    `insert into app_user (user_id, subject, name, role, agreed_terms_version)
     values ('01900000-0000-7000-8000-0000000000bb', 'leaver', 'Lea', 'admin', '1.0.1')`,
  );
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const add = async (ofOrganisation: boolean) => {
    const form = { name: `Lea ${ofOrganisation}`, scopes: ['devices.read'], ofOrganisation, endsOn, addresses: [] };
    return ((await (await platen.post('leaver', '/v1/tokens', form)).json()) as { token: string }).token;
  };
  const [own, shared] = [await add(false), await add(true)];
  await eraseUser(db, { subject: 'os:operator', role: 'operator' }, 'leaver');
  const tokens = createTokenStore(platen.database, (userId) => readUserById(db, userId));
  await expect(tokens.find(`Bearer ${own}`, '127.0.0.1')).rejects.toMatchObject({ errorCode: 200002 });
  expect((await tokens.find(`Bearer ${shared}`, '127.0.0.1')).ofOrganisation).toBe(true);
  const { tokens: left } = listTokens.answer.parse(await (await platen.get('admin', '/v1/tokens')).json());
  const maker = { name: 'erased-01900000-0000-7000-8000-0000000000bb' };
  expect(left).toMatchObject([
    { name: 'Lea true', endedWithMaker: false, maker },
    { name: 'Lea false', endedWithMaker: true, maker },
  ]);
});
