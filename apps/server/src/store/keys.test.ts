import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Asked for before the device is known, and of a matter that another system names by its own id. */
const others = ['device_identity', 'ticket'];

test('GE-15: tables with a device begin their keys with it', async () => {
  const { rows } = await database.owner.query<{ table: string; first: string }>(`
    select c.relname as table, a.attname as first
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute d where d.attrelid = c.oid and d.attname = 'device_id' and not d.attisdropped)
    order by 1`);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.flatMap(({ table, first }) => (first === 'device_id' ? [] : [table]))).toEqual(others);
});

test('GE-15: no trigger but those of partitions, and no sequence', async () => {
  const { rows } = await database.owner.query(`
    select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    union all select c.relname from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`);
  expect(rows).toEqual([]);
});
