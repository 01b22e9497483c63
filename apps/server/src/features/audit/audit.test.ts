import { type AuditEntry, auditPage, exportAudit, listAudit } from '@platen/contract/audit';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { dropOldAudit } from '../../jobs/retention.ts';
import { recordChange } from '../../store/audit.ts';

let platen: TestApp;
let own = '';
let foreign = '';

beforeAll(async () => {
  platen = await createTestApp();
  const people = [
    ['lead', 'Lena', 'dealerAdmin'],
    ['mate', 'Mats', 'dealer'],
    ['rival', 'Rita', 'dealer'],
    ['buyer', 'Bo', 'customer'],
  ] as const;
  for (const [subject, name, role] of people)
    await platen.database.pool.query('insert into app_user (user_id, subject, name, role) values ($1, $2, $3, $4)', [
      newId(),
      subject,
      name,
      role,
    ]);
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'lead', 'mate', 'buyer');
  await addGroup(platen.database, 2, 'Two', 'rival');
  [own = '', foreign = ''] = await addDevices(platen.database, [{ group_ids: [1] }, { group_ids: [2] }]);
});
afterAll(() => platen.close());

const read = async (subject: string, query = '') => {
  const answer = await platen.get(subject, `/v1/audit${query}`);
  expect(answer.status).toBe(200);
  return listAudit.answer.parse(await answer.json());
};
const actionsOf = ({ entries }: { entries: readonly AuditEntry[] }) => entries.map(({ action }) => action);
const record = (actor: string, action: string, subject: string, detail = {}) =>
  recordChange(platen.database.db, { actor: { subject: actor, requestId: 'r-1' }, action, subject, detail });

test('OA-50: what has a name is named by it: a condition by its device, a close and an organisation by theirs', async () => {
  const { db } = platen.database;
  const [condition, close] = [newId(), newId()];
  await sql`insert into meter_close (close_id, name, zone, scope, meters, needs_asset_number, first_day, last_day, from_at, to_at, state, made_at)
    values (${close}, 'October', 'UTC', '{}', '{}', false, '2026-10-01', '2026-10-31', now(), now(), 'open', now())`.execute(
    db,
  );
  const { rows: operators } = await sql<{ id: string; name: string }>`
    select organisation_id as id, name from organisation where kind = 'operator'`.execute(db);
  await record('mate', 'test condition', `condition:${condition}`, { device: own });
  await record('mate', 'test condition', 'condition:no-id', { device: 'no id either' });
  await record('mate', 'test close', `close:${close}`);
  await record('mate', 'test organisation', `organisation:${operators[0]?.id}`);
  const nameOf = async (subject: string) => (await read('admin', `?subject=${subject}`)).entries[0]?.subject.name;
  expect(await nameOf(`close:${close}`)).toBe('October');
  expect(await nameOf(`organisation:${operators[0]?.id}`)).toBe(operators[0]?.name);
  expect(await nameOf(`condition:${condition}`)).toBeNull();
  expect(await nameOf('condition:no-id')).toBeNull();
});

test('OA-50 GE-11: an entry has who, what, of what by name, values before and after, and the call', async () => {
  await record('mate', 'test set', `device:${own}`, { before: { note: 'a' }, after: { note: 'b' } });
  const { entries } = await read('admin', `?subject=device:${own}`);
  const [device] = (
    await sql<{ serial: string }>`select serial from device where device_id = ${own}`.execute(platen.database.db)
  ).rows;
  expect(entries).toMatchObject([
    {
      actor: { kind: 'user', id: 'mate', name: 'Mats' },
      action: 'test set',
      subject: { kind: 'device', id: own, name: device?.serial ?? null },
      detail: { before: { note: 'a' }, after: { note: 'b' } },
      requestId: 'r-1',
    },
  ]);
});

test('OA-50: entries are found by time, kind of actor, name of a person and part of the action', async () => {
  await record('mate', 'find me', 'rule:none');
  await recordChange(platen.database.db, { actor: 'server', action: 'find too', subject: 'devices' });
  expect(actionsOf(await read('admin', '?search=Mats')).slice(0, 1)).toEqual(['find me']);
  expect(actionsOf(await read('admin', '?search=find%20t'))).toEqual(['find too']);
  expect(actionsOf(await read('admin', '?search=find&kind=user'))).toEqual(['find me']);
  expect(actionsOf(await read('admin', `?search=find&from=${new Date(Date.now() + 60_000).toISOString()}`))).toEqual(
    [],
  );
  expect(actionsOf(await read('admin', '?search=100%25'))).toEqual([]);
});

test('OA-50: pages follow each other without a gap or a repeat, and the whole is counted', async () => {
  for (let n = 0; n < auditPage + 5; n++) await record('mate', `page ${n}`, 'paging');
  const first = await read('admin', '?subject=paging');
  expect([first.entries.length, first.hasMore, first.total]).toEqual([auditPage, true, auditPage + 5]);
  const second = await read('admin', `?subject=paging&before=${first.entries.at(-1)?.auditId}`);
  expect([second.entries.length, second.hasMore]).toEqual([5, false]);
  expect(new Set([...first.entries, ...second.entries].map(({ auditId }) => auditId)).size).toBe(auditPage + 5);
});

test('OA-20 OA-50: a dealer administrator sees own people and devices, a customer own people alone', async () => {
  await record('mate', 'by colleague', 'rule:1');
  await record('rival', 'by rival', 'rule:1');
  await record('admin', 'about own', `device:${own}`);
  await record('admin', 'about foreign', `device:${foreign}`);
  const marked = new Set(['by colleague', 'by rival', 'about own', 'about foreign']);
  const seen = async (subject: string) =>
    actionsOf(await read(subject))
      .filter((action) => marked.has(action))
      .toSorted();
  expect(await seen('admin')).toEqual([...marked].toSorted());
  expect(await seen('lead')).toEqual(['about own', 'by colleague']);
  expect(await seen('buyer')).toEqual(['by colleague']);
  expect((await platen.get('mate', '/v1/audit')).status).toBe(403);
});

test('OA-52: a sign-in, a refusal by right and an export are entered; reading the audit is not', async () => {
  await platen.post('mate', '/v1/users/loginAt', {});
  for (let n = 0; n < 3; n++) await platen.get('mate', '/v1/audit');
  const file = await platen.get('admin', '/v1/audit/export?format=csv&search=loginless');
  expect(file.headers.get('content-type')).toBe(exportAudit.answerTypes?.[0]);
  await file.text();
  const count = async (search: string) => (await read('admin', `?search=${encodeURIComponent(search)}`)).total;
  expect(await count('users signIn')).toBe(1);
  // Once an hour for a user and call.
  const refused = await read('admin', '?search=refused');
  expect(refused.entries).toMatchObject([
    { actor: { name: 'Mats' }, subject: { kind: 'call', id: 'GET /v1/audit' }, requestId: expect.any(String) },
  ]);
  expect(await count('export audit')).toBe(1);
  const before = (await read('admin')).total;
  expect((await read('admin')).total).toBe(before);
});

test('OA-50: the file has the entries of the selection, with their values', async () => {
  await record('mate', 'to file', 'rule:7', { before: 1, after: 2 });
  const answer = await platen.get('admin', '/v1/audit/export?format=csv&search=to%20file');
  expect(answer.headers.get('total-count')).toBe('1');
  const [head, line] = (await answer.text()).split('\r\n');
  expect(head).toContain('Actor');
  expect(line).toContain('Mats');
  expect(line).toContain('""before"":1');
  expect(line).toContain('""after"":2');
});

test('OA-51: no entry can be changed or deleted by the application, and none that is younger than 24 months by retention', async () => {
  const { pool, owner, db } = platen.database;
  await expect(pool.query('delete from audit_entry')).rejects.toThrow(/permission denied/);
  await expect(pool.query(`update audit_entry set at = now()`)).rejects.toThrow(/permission denied/);
  await expect(pool.query('select drop_audit_entries(1, 1000)')).rejects.toThrow(/24 months/);
  const { total } = await read('admin');
  expect(await dropOldAudit(db)).toBe(0);
  await owner.query(`update audit_entry set at = now() - interval '25 months' where action = 'to file'`);
  expect(await dropOldAudit(db)).toBe(1);
  expect((await read('admin')).total).toBe(total - 1);
});
