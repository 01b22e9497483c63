import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { distribution, type Place } from './distribution.ts';
import { findObstacles } from './find-obstacles.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('the plan of distribution', () => {
  test('GE-15: every table has a place, and nothing of the schema is among what Citus excludes', async () => {
    expect(await findObstacles(database.db)).toEqual([]);
  });

  test('GE-15: every table with a device is distributed, but what is asked for before or across devices', async () => {
    const { rows } = await database.owner.query<{ table: string }>(`
      select relname as table from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname in ('device_id', 'entity_id') and not attisdropped order by 1`);
    const elsewhere = rows.filter(({ table }) => distribution.get(table)?.kind !== 'distributed');
    expect(elsewhere.map(({ table }) => table)).toEqual(['delivery', 'device_identity', 'ticket']);
  });
});

/** Tables made for a test, with the place that the plan of the test gives them. */
interface Example {
  what: string;
  make: string;
  found: { table: string; object: string };
}

const examples: readonly Example[] = [
  {
    what: 'a table that the plan does not name',
    make: 'create table x_new (id int primary key)',
    found: { table: 'x_new', object: 'x_new' },
  },
  {
    what: 'a distribution column that may be null',
    make: 'create table x_loose (device_id uuid)',
    found: { table: 'x_loose', object: 'device_id' },
  },
  {
    what: 'a primary key without the device',
    make: 'create table x_unique (device_id uuid not null, id int primary key)',
    found: { table: 'x_unique', object: 'x_unique_pkey' },
  },
  {
    what: 'a partial unique index without the device',
    make: `create table x_partial (device_id uuid primary key, id int);
      create unique index x_partial_id on x_partial (id) where id > 0`,
    found: { table: 'x_partial', object: 'x_partial_id' },
  },
  {
    what: 'a distributed table that refers to a local one',
    make: 'create table x_down (device_id uuid primary key, job text references job_run)',
    found: { table: 'x_down', object: 'x_down_job_fkey' },
  },
  {
    what: 'a reference table that refers to a distributed one',
    make: 'create table x_up (device_id uuid primary key references device)',
    found: { table: 'x_up', object: 'x_up_device_id_fkey' },
  },
  {
    what: 'a reference table that is deleted with a local one',
    make: 'create table x_cascade (job text primary key references job_run on delete cascade)',
    found: { table: 'x_cascade', object: 'x_cascade_job_fkey' },
  },
  {
    what: 'a key to another device',
    make: 'create table x_other (device_id uuid primary key, other_id uuid references device)',
    found: { table: 'x_other', object: 'x_other_other_id_fkey' },
  },
  {
    what: 'a key that would change the device',
    make: 'create table x_change (device_id uuid primary key references device on update cascade)',
    found: { table: 'x_change', object: 'x_change_device_id_fkey' },
  },
  {
    what: 'a sequence',
    make: 'create table x_serial (device_id uuid primary key, number serial)',
    found: { table: 'x_serial', object: 'number' },
  },
  {
    what: 'an identity column',
    make: 'create table x_identity (device_id uuid primary key, number int generated always as identity)',
    found: { table: 'x_identity', object: 'number' },
  },
  {
    what: 'a trigger',
    make: `create table x_trigger (device_id uuid primary key);
      create trigger x_fires before update on x_trigger for each row execute function suppress_redundant_updates_trigger()`,
    found: { table: 'x_trigger', object: 'x_fires' },
  },
  {
    what: 'a rule',
    make: `create table x_rule (device_id uuid primary key);
      create rule x_nothing as on delete to x_rule do instead nothing`,
    found: { table: 'x_rule', object: 'x_nothing' },
  },
  {
    what: 'partitions of partitions',
    make: `create table x_parts (device_id uuid not null, day date not null) partition by range (day);
      create table x_parts_2026 partition of x_parts for values from ('2026-01-01') to ('2027-01-01') partition by range (day)`,
    found: { table: 'x_parts', object: 'x_parts_2026' },
  },
];
const isReference = (table: string): boolean => table === 'x_up' || table === 'x_cascade';

describe('what Citus excludes is found', () => {
  test.for(examples)('GE-15: $what', async ({ make, found }) => {
    const { table } = found;
    const place: Place = isReference(table) ? { kind: 'reference' } : { kind: 'distributed', column: 'device_id' };
    const plan = table === 'x_new' ? distribution : new Map<string, Place>([...distribution, [table, place]]);
    await database.owner.query(make);
    try {
      const obstacles = await findObstacles(database.db, plan);
      expect(obstacles.map(({ table: of, object }) => ({ table: of, object }))).toEqual([found]);
    } finally {
      await database.owner.query(`drop table ${table}`);
    }
  });

  test('GE-15: a table that is in the plan only', async () => {
    const plan = new Map<string, Place>([...distribution, ['x_gone', { kind: 'local' }]]);
    expect((await findObstacles(database.db, plan)).map(({ table }) => table)).toEqual(['x_gone']);
  });
});
