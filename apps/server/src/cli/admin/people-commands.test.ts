import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addDevices } from '../../../test/test-app.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
let deviceId = '';
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into app_user (user_id, subject, name, role) values ($1, 'kim', 'Kim', 'dealer')`, [
    newId(),
  ]);
  [deviceId = ''] = await addDevices(database, [{ serial: 'S-1', dealer_number: 'D-1', updated_at: new Date() }]);
  await admin('organisations', 'add', 'Haldane', '--kind', 'dealer', '--dealer', 'D-1');
  await admin('organisations', 'add', 'Nordhavn', '--kind', 'customer', '--below', 'Haldane');
});
afterAll(() => database.close());

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('help');
  const context = { db: database.db, actor: 'os:tester', portal: 'https://platen.example' };
  return await runCommand(request, context);
}
const entries = async (action: string) =>
  (
    await database.pool.query<{ actor: string; kind: string }>(
      'select actor, actor_kind as kind from audit_entry where action = $1',
      [action],
    )
  ).rows;
const byOperator = { actor: 'os:tester', kind: 'operator' };

test('OA-18 OA-11: the command line invites, lists and withdraws, as an entry of the operator', async () => {
  const invite = ['invitations', 'add', 'Tom', 'tom@haldane.example', '--role', 'dealerAdmin'];
  const { lines, value } = await admin(...invite, '--organisation', 'Haldane');
  expect(lines[1]).toMatch(/^https:\/\/platen\.example\/login\?invitation=[\w-]{43}$/);
  expect(value).toMatchObject({ invitation: { madeBy: null, organisation: { name: 'Haldane' } } });
  expect((await admin('invitations', 'list')).lines[1]).toMatch(
    /Tom +tom@haldane\.example +dealerAdmin +Haldane +open/,
  );
  const { invitationId } = (value as { invitation: { invitationId: string } }).invitation;
  await admin('invitations', 'withdraw', invitationId);
  expect((await admin('invitations', 'list')).lines[1]).toContain('withdrawn');
  expect(await entries('invitations add')).toEqual([byOperator]);
  expect(await entries('invitations withdraw')).toEqual([byOperator]);
  await expect(admin(...invite)).rejects.toThrow("there is no organisation ''");
});

test('OA-18 OA-21: the command line gives single rights until a day, and takes them away', async () => {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { lines } = await admin('users', 'rights', 'kim', '--give', `readRules,closeMeters:${day}`);
  expect(lines.toSorted()).toEqual([`closeMeters until ${day}`, 'readRules']);
  expect((await admin('users', 'rights', 'kim', '--take', 'readRules')).lines).toEqual([`closeMeters until ${day}`]);
  expect(await entries('users give-right')).toEqual([byOperator, byOperator]);
  await expect(admin('users', 'rights', 'kim', '--give', 'backUpDatabase')).rejects.toThrow('is none of the rights');
});

test('OA-18 OA-40 OA-03: the command line writes facts and places devices', async () => {
  await admin('devices', 'facts', 'S-1', '--asset', 'A-7', '--weight', '2', '--place', 'Hall');
  await admin('devices', 'facts', deviceId, '--place', '');
  const { lines } = await admin('devices', 'facts', 'S-1');
  expect(lines.join('\n')).toMatch(/assetNumber +A-7\nplace +-\n[^]*weight +2\n[^]*organisation +Haldane$/);
  expect((await admin('devices', 'place', 'S-1', '--organisation', 'Nordhavn')).lines[1]).toMatch(/S-1 +placed/);
  expect((await admin('devices', 'facts', 'S-1')).lines.join()).toContain('Nordhavn');
  await admin('devices', 'place', 'S-1', '--by-reports');
  expect((await admin('devices', 'facts', 'S-1')).lines.join()).toContain('Haldane');
  expect(await entries('devices place')).toEqual([byOperator, byOperator]);
  await expect(admin('devices', 'facts', 'S-9')).rejects.toThrow('no device has the serial number');
});
