import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './prepare-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('versions', () => {
  const addMigration = (name: string) =>
    database.owner.query("insert into kysely_migration values ($1, '2027-01-01T00:00:00.000Z')", [name]);
  const removeMigration = (name: string) =>
    database.owner.query('delete from kysely_migration where name = $1', [name]);

  test('AP-05: tables of a newer version are left as they are while the oldest server that may use them is known', async () => {
    await addMigration('9999-later');
    try {
      expect(await migrate(database.db)).toEqual([]);
      await database.owner.query("update oldest_server set knows = '9999-later'");
      await expect(migrate(database.db)).rejects.toThrow('it would have to know 9999-later');
    } finally {
      await database.owner.query("update oldest_server set knows = '0155-oldest-server'");
      await removeMigration('9999-later');
    }
  });

  test('AP-05: tables of another line of versions are refused', async () => {
    await addMigration('9999-later');
    await removeMigration('0155-oldest-server');
    try {
      await expect(migrate(database.db)).rejects.toThrow('another line of versions');
    } finally {
      await removeMigration('9999-later');
      await addMigration('0155-oldest-server');
    }
  });
});

describe('migrations', () => {
  test('each has a number of its own: those of one number would run in the order of their names', () => {
    const names = readdirSync(new URL('./migrations/', import.meta.url));
    const numbers = names.map((name) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test('a migrated database has nothing left to do, also when several ask at once', async () => {
    const done = await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db)]);
    expect(done).toEqual([[], [], []]);
  });

  test('GE-15: there is no trigger, no sequence and no extension but those of the search', async () => {
    const { rows } = await database.pool.query(
      `select 'trigger' as what, tgname::text as name from pg_trigger where not tgisinternal
       union all select 'sequence', sequencename from pg_sequences where schemaname = current_schema()
       union all select 'extension', extname from pg_extension order by 1, 2`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['btree_gin', 'pg_trgm', 'plpgsql']);
  });

  test('GE-15: tables about devices, or about what has conditions, begin their keys with its id', async () => {
    const { rows } = await database.pool.query(
      `select c.relname as name, first.attname as "firstOfKey"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
         left join pg_index i on i.indrelid = c.oid and i.indisprimary
         left join pg_attribute first on first.attrelid = c.oid and first.attnum = i.indkey[0]
       where c.relkind in ('r', 'p') and not c.relispartition
         and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('device_id', 'entity_id'))
         and first.attname is distinct from 'device_id' and first.attname is distinct from 'entity_id'
       order by 1`,
    );
    // A message may be about several devices; a device is found by what it reports of itself, a ticket by the
    // id with which another system answers.
    expect(rows).toEqual([
      { name: 'delivery', firstOfKey: 'delivery_id' },
      { name: 'device_identity', firstOfKey: 'kind' },
      { name: 'ticket', firstOfKey: 'ticket_id' },
    ]);
  });

  test('int8 is a number, a date its text, a timestamp a Date', async () => {
    const { rows } = await database.pool.query(
      "select 9007199254740991::int8 as big, date '2026-02-28' as day, timestamptz '2026-02-28T23:30:00Z' as at",
    );
    expect(rows).toEqual([{ big: 9007199254740991, day: '2026-02-28', at: new Date('2026-02-28T23:30:00Z') }]);
  });
});
