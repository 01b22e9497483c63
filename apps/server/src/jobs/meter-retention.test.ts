import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { dropOldCloses, dropOldPacks } from './meter-retention.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-27T12:00:00Z');
const devices = 1200;

/** A closed period with a line, a result and a settlement of each device, and a file. */
async function addClose(lastDay: string): Promise<string> {
  const closeId = newId();
  const { pool } = database;
  await pool.query(
    `insert into meter_close (close_id, name, zone, scope, meters, needs_asset_number, first_day, last_day, from_at,
       to_at, state, closed_at, hash, summary)
     values ($1, 'x', 'UTC', '{}', '{}', false, $2::date - 30, $2::date, $2::date - 30, $2::date + 1, 'closed', $2, '', '{}')`,
    [closeId, lastDay],
  );
  const id = "('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
  const each = (columns: string, values: string) =>
    pool.query(`insert into ${columns} select ${id}, $1, ${values} from generate_series(1, ${devices}) n`, [closeId]);
  await each(
    'meter_close_line (device_id, close_id, meter, part, state, stops, warnings, body, written)',
    `'total', 1, 'exact', '{}', '{}', '{}', '{}'`,
  );
  await each('meter_close_device (device_id, close_id, is_due)', 'false');
  await each(
    'meter_close_settlement (device_id, close_id, meter, part, kind, reason, made_by, made_at)',
    `'total', 1, 'leaveOut', 'agreed', gen_random_uuid(), now()`,
  );
  await each('meter_result (device_id, close_id, meter, state, reported_at)', `'total', 'accepted', now()`);
  return closeId;
}
const ofCloses = ['meter_close_line', 'meter_close_device', 'meter_close_settlement', 'meter_result'];
const countOf = async (table: string, closeId: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where close_id = $1`,
    [closeId],
  );
  return rows[0]?.n ?? Number.NaN;
};

test('GE-16: closes go after ten years with all that is theirs, at most 1,000 rows by one statement', async () => {
  const [old, young] = [await addClose('2016-10-31'), await addClose('2016-11-30')];
  await database.owner.query(`
    create table deleted (name text, n int);
    create function note_deleted() returns trigger language plpgsql security definer as $$
      begin insert into deleted select tg_table_name, count(*) from gone; return null; end $$;`);
  for (const table of [...ofCloses, 'meter_close'])
    await database.owner.query(`create trigger note_deleted after delete on ${table}
      referencing old table as gone for each statement execute function note_deleted()`);
  expect(await dropOldCloses(database.db, now)).toBe(1);
  for (const table of [...ofCloses, 'meter_close']) expect([table, await countOf(table, old)]).toEqual([table, 0]);
  for (const table of ofCloses) expect([table, await countOf(table, young)]).toEqual([table, devices]);
  expect(await countOf('meter_close', young)).toBe(1);
  const { rows } = await database.owner.query<{ n: number }>('select n from deleted');
  expect(Math.max(...rows.map(({ n }) => n))).toBe(1000);
});

test('GE-16: packs of the ledger go after ten years', async () => {
  const pack = (place: number, month: string) =>
    database.pool.query(
      `insert into meter_pack (device_id, place, month, body, hash, made_at)
       values ('018f0000-0000-7000-8000-000000000001', $1, $2, '[]', '', now())`,
      [place, month],
    );
  await pack(1, '2016-10-01');
  await pack(2, '2016-11-01');
  expect(await dropOldPacks(database.db, now)).toBe(1);
  const { rows } = await database.pool.query('select place from meter_pack');
  expect(rows).toEqual([{ place: 2 }]);
});
