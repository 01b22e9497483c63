import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as notifications from '../src/features/account/notifications.ts';
import * as users from '../src/features/account/users.ts';
import { decideClaim, listClaims, readClaim } from '../src/features/claims/service.ts';
import * as collectors from '../src/features/collectors/service.ts';
import { explainCounterBreaks, listBreaks } from '../src/features/counter/service.ts';
import * as groups from '../src/features/groups/service.ts';
import { backUp, listChanges } from '../src/features/operator/service.ts';
import type { Actor } from '../src/identity/signed-in-user.ts';
import { judgeToEnd, learnNow, requestJudging } from '../src/jobs/judging-service.ts';
import { inTransaction } from '../src/store/transactions.ts';
import { everywhere } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const id = '01900000-0000-7000-8000-000000000001';
const now = new Date();
const someone = { subject: 'lee', name: 'Lee', role: 'admin', seesAll: true, groupIds: [] } as const;
const anyChange = { limit: 1, subject: undefined, actor: undefined };
const text = { from: now, until: null, en: 'Hello', ja: 'Hello' };
const silent = () => undefined;
const judging = { served: false, offlineHours: 48, due: 0, onProgress: silent };
const managed: readonly [string, (actor: Actor) => Promise<unknown>][] = [
  ['list users', (actor) => users.listUsers(database.db, actor)],
  ['add a user', (actor) => users.addUser(database.db, actor, someone)],
  ['set a role', (actor) => users.setRole(database.db, actor, 'kim', 'admin', true)],
  ['change groups of a user', (actor) => users.changeUserGroups(database.db, actor, 'kim', { set: [] })],
  ['disable a user', (actor) => users.setDisabled(database.db, actor, 'kim', true)],
  ['erase a user', (actor) => users.eraseUser(database.db, actor, 'kim')],
  ['list groups', (actor) => groups.listGroups(database.db, actor)],
  ['add a group', (actor) => groups.addGroup(database.db, actor, { name: 'All', rule: null, groupId: undefined })],
  ['rename a group', (actor) => groups.renameGroup(database.db, actor, 7, 'Other')],
  ['set the rule of a group', (actor) => groups.setRule(database.db, actor, 7, null)],
  ['change members', (actor) => groups.changeMembers(database.db, actor, 7, { add: [], remove: [] })],
  ['remove a group', (actor) => groups.removeGroup(database.db, actor, 7)],
  ['list keys', (actor) => collectors.listKeys(database.db, actor)],
  ['add a collector', (actor) => collectors.addCollector(database.db, actor, 'New', everywhere)],
  ['revoke a key', (actor) => collectors.revokeKey(database.db, actor, 'Harbour')],
  ['rotate a key', (actor) => collectors.rotateKey(database.db, actor, 'Harbour')],
  ['bind a key', (actor) => collectors.bindKey(database.db, actor, 'Harbour', everywhere, { add: true })],
  ['confirm a scope', (actor) => collectors.confirmScope(database.db, actor, 'Harbour')],
  ['list notifications', (actor) => notifications.listNotifications(database.db, actor)],
  [
    'add a notification',
    (actor) => inTransaction(database.db, (trx) => notifications.addNotification(trx, actor, text)),
  ],
  [
    'remove a notification',
    (actor) => inTransaction(database.db, (trx) => notifications.removeNotification(trx, actor, id)),
  ],
  ['list claims', (actor) => listClaims(database.db, actor, { all: true, limit: 1 })],
  ['read a claim', (actor) => readClaim(database.db, actor, id)],
  ['read the audit record', (actor) => listChanges(database.db, actor, anyChange)],
  ['list the counter breaks of all devices', (actor) => listBreaks(database.db, actor, { open: false, limit: 1 })],
  ['have all devices judged', (actor) => requestJudging(database.db, actor, { all: true, served: false })],
  ['judge to the end', (actor) => judgeToEnd(database.db, actor, judging)],
  ['have the models fitted', (actor) => learnNow(database.db, actor, { served: false, onProgress: silent })],
  ['decide a claim', (actor) => decideClaim(database.db, { claimId: id, decision: 'reject', actor, now })],
];
/** Service staff manage collectors and what these claim, and read the audit (OA-20). */
const ofService = new Set([
  'list keys',
  'add a collector',
  'revoke a key',
  'rotate a key',
  'bind a key',
  'confirm a scope',
  'list claims',
  'read a claim',
  'decide a claim',
  'read the audit record',
]);
const readAll = async () => {
  const tables = ['app_user', 'device_group', 'collector', 'notification', 'audit_entry'] as const;
  const rows = await Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()));
  return [...rows, (await sql`select * from job_run`.execute(database.db)).rows];
};

test.each(managed)(
  'AU-10 OQ-110 OA-20: neither dealers nor, but for collectors and audit, service staff %s',
  async (what, call) => {
    const before = await readAll();
    for (const role of ofService.has(what) ? (['dealer'] as const) : (['dealer', 'service'] as const))
      await expect(call({ subject: 'kim', role })).rejects.toMatchObject({ errorCode: 200002 });
    expect(await readAll()).toEqual(before);
  },
);

test('only the operator backs up the database', async () => {
  const options = { administrationUrl: '', dataDirectory: '', target: '', progress: silent };
  for (const role of ['dealer', 'service', 'admin'] as const)
    await expect(backUp(database.db, { subject: 'kim', role }, options)).rejects.toMatchObject({ errorCode: 200002 });
});

test('OQ-110: a dealer does not explain counter breaks; service staff may', async () => {
  const explain = async (role: Actor['role']) =>
    await explainCounterBreaks(
      database.db,
      { subject: 'kim', role },
      { deviceId: id, day: '2026-11-01', cause: 'misread', at: now },
    );
  await expect(explain('dealer')).rejects.toMatchObject({ errorCode: 200002 });
  await expect(explain('service')).rejects.toMatchObject({ errorCode: 202001 });
});

test('an administrator manages users, and the changes are on record under the own name', async () => {
  const admin: Actor = { subject: 'ada', role: 'admin' };
  for (const subject of ['eve', 'max']) await users.addUser(database.db, admin, { ...someone, subject });
  await expect(users.setRole(database.db, admin, 'max', 'dealer', true)).rejects.toMatchObject({ errorCode: 202001 });
  await users.setDisabled(database.db, admin, 'max', true);
  const entries = await database.db
    .selectFrom('audit_entry')
    .select(['actor', 'action'])
    .where('subject', '=', 'user:max')
    .orderBy('audit_id')
    .execute();
  expect(entries).toEqual([
    { actor: 'ada', action: 'users add' },
    { actor: 'ada', action: 'users disable' },
  ]);
});
