import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addDevices } from '../../../test/test-app.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into app_user (user_id, subject, name, role) values ($1, 'kim', 'Kim', 'dealer')`, [
    newId(),
  ]);
});
afterAll(() => database.close());

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('help');
  return await runCommand(request, { db: database.db, actor: 'os:tester' });
}

test('OA-18 OA-01: the command line adds to the tree, lists it, and moves users in it; each is an entry of the operator', async () => {
  await addDevices(database, [{ dealer_number: 'D-1', customer_number: 'C-1' }]);
  await admin('organisations', 'add', 'Haldane', '--kind', 'dealer', '--dealer', 'D-1');
  await admin('organisations', 'add', 'Nordhavn', '--kind', 'customer', '--below', 'Haldane', '--customer', 'C-1');
  const { lines } = await admin('organisations', 'list');
  expect(lines.map((line) => line.trimEnd())).toEqual([
    expect.stringMatching(/^NAME +KIND +NUMBERS +DEVICES +USERS$/),
    expect.stringMatching(/^\S+ +operator +1/),
    expect.stringMatching(/^ {2}Haldane +dealer +D-1 +1 +0$/),
    expect.stringMatching(/^ {4}Nordhavn +customer +C-1 +1 +0$/),
  ]);
  await admin('users', 'organisation', 'kim', 'Haldane');
  expect((await admin('organisations', 'list')).lines[2]).toMatch(/ 1 *$/);
  const { rows } = await database.pool.query<{ groups: number }>(
    `select count(*)::int as groups from user_group g join app_user u using (user_id)
     join organisation o on o.group_id = g.group_id where u.subject = 'kim' and o.name = 'Haldane'`,
  );
  expect(rows).toEqual([{ groups: 1 }]);
  const entries = await database.pool.query<{ action: string; kind: string }>(
    'select action, actor_kind as kind from audit_entry order by audit_id',
  );
  expect(entries.rows).toEqual([
    { action: 'organisations add', kind: 'operator' },
    { action: 'organisations add', kind: 'operator' },
    { action: 'users organisation', kind: 'operator' },
  ]);
});

test('OA-18: what is not possible is refused in words and changes nothing', async () => {
  const add = (...args: string[]) => admin('organisations', 'add', ...args);
  await expect(add('Other', '--kind', 'operator')).rejects.toThrow('--kind must be dealer, customer or site');
  await expect(add('Other', '--kind', 'site', '--below', 'Nowhere')).rejects.toThrow("no organisation 'Nowhere'");
  await expect(add('Other', '--kind', 'dealer', '--dealer', 'D-1')).rejects.toThrow(/D-1/);
  await expect(admin('users', 'organisation', 'kim', 'Nordhavn')).rejects.toThrow(
    'a customer has no user with the role',
  );
  await expect(admin('users', 'organisation', 'none', 'Haldane')).rejects.toThrow(/none/);
  expect((await admin('organisations', 'list')).lines).toHaveLength(4);
});
