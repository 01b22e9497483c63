import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silent } from '../../test/silent.ts';
import { toErrorCode } from '../base/errors.ts';
import {
  addMonths,
  dropPartitions,
  ensurePartitions,
  listPartitions,
  partitionedTableNames,
  toMonth,
} from './partitions.ts';
import { prepareTables } from './prepare-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** SQLSTATE with which the application's own pool refuses a statement. */
const refusal = (statement: string): Promise<unknown> =>
  database.pool.query(statement).then(
    () => 'done',
    (error: unknown) => toErrorCode(error),
  );
const insufficientPrivilege = '42501';

describe("the application's role", () => {
  test.each([
    'create table own (n int)',
    'create temporary table own (n int)',
    'create schema own',
    'create extension dblink',
    'create role own superuser',
    'create database own',
    'create function own() returns int language sql as $$ select 1 $$',
    'drop table device',
    'drop table device cascade',
    'truncate device',
    'alter table device add column own int',
    'alter table device owner to platen_app',
    'drop schema graphile_worker cascade',
    'drop function make_partition(text, text)',
    "copy device from program 'id'",
    "copy device to program 'cat'",
    "copy device to '/tmp/devices'",
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    'select pg_terminate_backend(pg_backend_pid()) from pg_authid',
    'alter role platen_app superuser',
    'alter role platen_owner password null',
    'grant platen_owner to platen_app',
    'set role platen_owner',
    'set session authorization platen',
    "alter system set archive_command = 'id'",
    'delete from audit_entry',
    'truncate audit_entry',
    "update audit_entry set action = 'nothing'",
    'update audit_entry set at = now()',
    "insert into kysely_migration values ('9999-own', '')",
    "update oldest_server set knows = '9999-own'",
  ])('may not: %s', async (statement) => {
    expect(await refusal(statement)).toBe(insufficientPrivilege);
  });

  test('is neither superuser nor owner of anything', async () => {
    const { rows } = await database.pool.query(
      `select current_user as name, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (select count(*) from pg_class where relowner = pg_roles.oid) as owned
       from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        name: 'platen_app',
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owned: 0,
      },
    ]);
  });

  test('OQ-126: adds entries to the record of changes and overwrites only what names a person', async () => {
    const id = '018f0000-0000-7000-8000-00000000000a';
    await database.pool.query('insert into audit_entry (audit_id, actor, action, subject) values ($1, $2, $2, $2)', [
      id,
      'a',
    ]);
    await database.pool.query("update audit_entry set actor = 'x', subject = 'y', detail = '{}' where audit_id = $1", [
      id,
    ]);
    const { rows } = await database.pool.query('select actor, action, subject from audit_entry where audit_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ actor: 'x', action: 'a', subject: 'y' }]);
  });

  test('has partitions made by function, and dropped only where they are past every retention', async () => {
    const { db } = database;
    const [old, recent] = ['2019-12', addMonths(toMonth(new Date()), -1)];
    await ensurePartitions(
      db,
      [old, recent].map((month) => ({ table: 'reading_day' as const, month })),
    );
    expect(await listPartitions(db)).toEqual(
      expect.arrayContaining([old, recent].map((month) => ({ table: 'reading_day', month }))),
    );
    await db
      .insertInto('reading_day')
      .values({ device_id: '018f0000-0000-7000-8000-000000000001', day: '2019-12-31' })
      .execute();
    const { rows } = await database.pool.query(
      `select relname, pg_get_userbyid(relowner) as owner, reloptions, pg_get_expr(relpartbound, oid) as bounds
       from pg_class where relname = 'reading_day_201912'`,
    );
    expect(rows).toEqual([
      {
        relname: 'reading_day_201912',
        owner: 'platen_owner',
        reloptions: ['toast_tuple_target=2720'],
        bounds: "FOR VALUES FROM ('2019-12-01') TO ('2020-01-01')",
      },
    ]);
    expect(await dropPartitions(db, 'reading_day', '2020-01')).toEqual(['reading_day_201912']);
    await expect(dropPartitions(db, 'reading_day', '9999-12')).rejects.toThrow(/too recent/);
  });

  test.each([
    "select make_partition('device', '2020-01')",
    "select make_partition('pg_class', '2020-01')",
    "select make_partition('reading_day', '2020-13')",
    "select make_partition('reading_day; drop table device', '2020-01')",
    "select drop_partition('device', '')",
    "select drop_partition('device_report', '2020-01')",
  ])('cannot use the functions for anything else: %s', async (statement) => {
    expect(await refusal(statement)).toBe('22023');
  });

  test('is granted a table that a migration adds, also after a start that was broken off before granting', async () => {
    await database.owner.query('create table added (n int)');
    expect(await refusal('select * from added')).toBe(insufficientPrivilege);
    const { url, migrationUrl } = database;
    await Promise.all([1, 2].map(() => prepareTables({ url, migrationUrl, log: silent })));
    expect(await refusal('insert into added values (1)')).toBe('done');
    expect(await refusal('drop table added')).toBe(insufficientPrivilege);
  });

  test('AP-05: several servers may start at once on an empty database and make its first partitions', async () => {
    for (let round = 0; round < 5; round += 1) {
      const empty = await createEmptyDatabase();
      try {
        const month = toMonth(new Date());
        const start = async (): Promise<number> => {
          await prepareTables({ url: empty.url, migrationUrl: empty.migrationUrl, log: silent });
          await ensurePartitions(
            empty.db,
            partitionedTableNames.map((table) => ({ table, month })),
          );
          return (await listPartitions(empty.db)).length;
        };
        expect(await Promise.all([start(), start(), start()])).toEqual([4, 4, 4]);
      } finally {
        await empty.close();
      }
    }
  });

  test('starts without the other role while the tables are those of this version, and else says which setting is missing', async () => {
    const { url } = database;
    await prepareTables({ url, log: silent });
    await database.owner.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
    await expect(prepareTables({ url, log: silent })).rejects.toThrow(/PLATEN_MIGRATION_DATABASE_URL/);
  });

  test('a superuser as the only role works as before, and the log says that it should not be', async () => {
    const warnings: string[] = [];
    const log = { ...silent, warn: (_: object, message: string) => warnings.push(message) };
    const other = await createTestDatabase();
    try {
      await prepareTables({ url: other.url.replace('platen_app@', 'platen@'), log });
      expect(warnings).toEqual([expect.stringContaining('PLATEN_DATABASE_URL is a superuser')]);
    } finally {
      await other.close();
    }
  });
});
