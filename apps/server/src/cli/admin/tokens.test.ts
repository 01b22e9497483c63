import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { readUserById } from '../../identity/open-identity.ts';
import { createTokenStore } from '../../identity/token-store.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await admin('users', 'add', 'maker', '--name', 'Maker', '--role', 'dealer');
});
afterAll(() => database.close());

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('no command');
  return await runCommand(request, { db: database.db, actor: 'os:tester' });
}
const ends = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const find = (token: string) =>
  createTokenStore(database, (userId) => readUserById(database.db, userId)).find(`Bearer ${token}`, '192.0.2.7');

test('OA-18 OA-30: the operator makes, lists and revokes tokens of users; each is an entry of the record', async () => {
  const options = ['--scopes', 'devices.read,meters.read', '--ends', ends, '--addresses', '192.0.2.0/28'];
  const { value, lines } = await admin('tokens', 'add', 'maker', 'Label printer', ...options);
  const token = String(value['token']);
  expect(lines[1]).toBe(token);
  expect([...(await find(token)).scopes]).toEqual(['devices.read', 'meters.read']);
  const listed = await admin('tokens', 'list');
  expect(listed.lines[1]).toMatch(
    new RegExp(`^${token.slice(0, 8)} +Label printer +devices.read,meters.read +Maker +${ends.slice(0, 8)}`),
  );
  expect(JSON.stringify(listed)).not.toContain(token);
  await admin('tokens', 'revoke', token.slice(0, 8));
  await expect(find(token)).rejects.toMatchObject({ errorCode: 201002 });
  expect((await admin('tokens', 'list')).lines[1]).toMatch(/ revoked \d{4}-/);
  const { rows } = await database.pool.query<{ actor: string; action: string }>(
    `select actor, action from audit_entry where action in ('tokens add', 'tokens revoke') order by at`,
  );
  expect(rows).toEqual([
    { actor: 'os:tester', action: 'tokens add' },
    { actor: 'os:tester', action: 'tokens revoke' },
  ]);
});

test('OA-30 OA-31: what is not possible or not understood makes nothing', async () => {
  const add = (...more: string[]) => admin('tokens', 'add', ...more);
  await expect(add('maker', 'x', '--scopes', 'all', '--ends', ends)).rejects.toThrow('--scopes: one or more of');
  await expect(add('maker', 'x', '--scopes', 'devices.read')).rejects.toThrow("--ends '': expected a day");
  await expect(add('maker', 'x', '--scopes', 'webhooks.manage', '--ends', ends)).rejects.toThrow(
    'does not have the right',
  );
  await expect(add('none', 'x', '--scopes', 'devices.read', '--ends', ends)).rejects.toThrow("no user 'none'");
  await expect(admin('tokens', 'revoke', 'plt_none')).rejects.toThrow("begins with 'plt_none'");
  expect((await admin('tokens', 'list')).lines).toHaveLength(2);
});

test('OA-31: a token of the organisation outlives its maker', async () => {
  const { value } = await admin(
    'tokens',
    'add',
    'maker',
    'ERP',
    '--scopes',
    'devices.read',
    '--ends',
    ends,
    '--organisation',
  );
  await database.pool.query(`update app_user set disabled_at = now() where subject = 'maker'`);
  const { user, ofOrganisation } = await find(String(value['token']));
  expect([ofOrganisation, user.seesAll, user.role]).toEqual([true, true, 'service']);
});
