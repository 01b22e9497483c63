import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addDevices } from '../../../test/test-app.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
let id = '';
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('counter_break').execute();
  [id = ''] = await addDevices(database, [{ serial: 'B-1' }]);
  const row = { device_id: id, key: 'pages.total', kind: 'fell' as const, value_before: 9000, value_after: 5 };
  await database.db
    .insertInto('counter_break')
    .values([
      { ...row, day: '2026-10-01' },
      { ...row, day: '2026-11-02', key: 'source.CST1', kind: 'leapt' },
    ])
    .execute();
});

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error(request.help);
  return await runCommand(request, { db: database.db, actor: request.actor ?? 'os:tester' });
}

test('CT-01: breaks of counters are listed, newest first, and those without a cause separately', async () => {
  expect((await admin('breaks', 'list')).value).toMatchObject({
    breaks: [
      { deviceId: id, serial: 'B-1', key: 'source.CST1', day: '2026-11-02', kind: 'leapt', cause: null },
      { key: 'pages.total', day: '2026-10-01', kind: 'fell', before: 9000, after: 5 },
    ],
  });
  await admin('breaks', 'explain', id, 'pages.total', '2026-10-01', 'boardExchanged', '--as', 'anna');
  expect((await admin('breaks', 'list', '--open')).value).toMatchObject({ breaks: [{ key: 'source.CST1' }] });
  const { lines } = await admin('breaks', 'list');
  expect(lines[2]).toMatch(/B-1 +pages\.total +2026-10-01 +fell +9000 +5 +boardExchanged +anna$/);
});

test('CT-01: who explained a break is on record, with the cause before', async () => {
  await admin('breaks', 'explain', id, 'pages.total', '2026-10-01', 'memoryCleared', '--as', 'anna');
  await admin('breaks', 'explain', id, 'pages.total', '2026-10-01', 'misread', '--as', 'ben');
  const entries = await database.db
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', `device:${id}`)
    .orderBy('audit_id')
    .execute();
  const place = { key: 'pages.total', day: '2026-10-01' };
  expect(entries).toEqual([
    { actor: 'anna', action: 'breaks explain', detail: { ...place, before: null, after: 'memoryCleared' } },
    { actor: 'ben', action: 'breaks explain', detail: { ...place, before: 'memoryCleared', after: 'misread' } },
  ]);
});

test.each([
  ['a cause there is not', () => [id, 'pages.total', '2026-10-01', 'sabotage'], /must be one of/],
  ['a month that is none', () => [id, 'pages.total', '2026-13-01', 'misread'], /expected a day/],
  ['a day that is none', () => [id, 'pages.total', '2026-02-30', 'misread'], /expected a day/],
  ['an id that is none', () => ['B-1', 'pages.total', '2026-10-01', 'misread'], /no device id/],
  ['a break there is not', () => [id, 'pages.total', '2026-10-02', 'misread'], /has no break/],
])('CT-01: refused and left alone: %s', async (_what, args, message) => {
  await expect(admin('breaks', 'explain', ...args())).rejects.toThrow(message);
  const causes = await database.db.selectFrom('counter_break').select('cause').execute();
  expect(causes).toEqual([{ cause: null }, { cause: null }]);
});

test('OQ-126: erasing a user takes the name out of every table, also out of thresholds, causes and decisions', async () => {
  await admin('users', 'add', 'carla', '--name', 'Carla', '--role', 'service');
  await admin('breaks', 'explain', id, 'pages.total', '2026-10-01', 'misread', '--as', 'carla');
  const at = new Date();
  await database.db
    .insertInto('code_setting')
    .values({
      device_id: id,
      kind: '05',
      main: 1,
      sub: 0,
      alert_threshold: 1,
      clear_threshold: 0,
      changed_by: 'carla',
      changed_at: at,
    })
    .execute();
  const claim = { device_id: id, claim_id: v7(), rival_device_id: id, collector_id: v7(), opened_at: at };
  await database.db
    .insertInto('device_claim')
    .values({ ...claim, decided_at: at, decision: 'reject', decided_by: 'carla' })
    .execute();
  expect(await findTablesWith('carla')).toEqual([
    'app_user',
    'audit_entry',
    'code_setting',
    'counter_break',
    'device_claim',
  ]);
  await admin('users', 'delete', 'carla', '--yes');
  expect(await findTablesWith('carla')).toEqual([]);
  const { decided_by: mark } = await database.db
    .selectFrom('device_claim')
    .select('decided_by')
    .executeTakeFirstOrThrow();
  expect(mark).toMatch(/^user:erased-/);
});

/** Tables with this text in any column. */
async function findTablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() order by 1`.execute(database.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ is: boolean }>`select exists (select from ${sql.table(name)} t
      where to_jsonb(t)::text ilike ${`%${text}%`}) as is`.execute(database.db);
    if (rows[0]?.is) found.push(name);
  }
  return found;
}
