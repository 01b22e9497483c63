import { loadModule } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { findShapes, type Shape } from './find-shapes.ts';

beforeAll(() => loadModule());

/** A statement that has the shape, and one that says the same, or nearly, in a form that Citus documents. */
const examples: Record<Shape, { refused: string; taken: string }> = {
  lockOverShards: {
    refused: 'select 1 from device where device_id = any($1) for update',
    taken: 'select 1 from device where device_id = $1 for update',
  },
  correlationApart: {
    refused:
      'select (select max(observed_at) from device_report r where r.collector_id = d.collector_id) from device d',
    taken: 'select (select max(observed_at) from device_report r where r.device_id = d.device_id) from device d',
  },
  lateralLimit: {
    refused: `select r.at from unnest($1::uuid[]) as w(id) cross join lateral (
      select observed_at as at from device_report r where r.device_id = w.id order by 1 desc limit 1) r`,
    taken: `select r.at from device d cross join lateral (
      select observed_at as at from device_report r where r.device_id = d.device_id order by 1 desc limit 1) r`,
  },
  correlationLocal: {
    refused: 'select 1 from device d where exists (select from user_seen s where s.user_id = d.collector_id)',
    taken: 'select 1 from device d where exists (select from collector c where c.collector_id = d.collector_id)',
  },
  joinApart: {
    refused: 'select d.serial from device_merge m join device d on d.device_id = m.merged_id',
    taken: `select d.serial from (select merged_id from device_merge where device_id = any($1)) m
      join device d on d.device_id = m.merged_id join device_note n using (device_id)`,
  },
  systemColumn: {
    refused: 'update device_judgement set rules = 1 where xmin = $1',
    taken: 'update job_run set done_at = $1 where xmin = $2',
  },
  stableInChange: {
    refused: "update device_watch w set look_at = w.look_at + interval '1 day'",
    taken: 'update device_watch set look_at = $1',
  },
  volatileInChange: {
    refused: 'update evaluation set asked_at = clock_timestamp() where entity_id = $1',
    taken: 'update evaluation set asked_at = $2 where entity_id = $1',
  },
  stableInConflict: {
    refused: 'insert into device_note (device_id) values ($1) on conflict (device_id) do update set changed_at = now()',
    taken:
      'insert into device_note (device_id) values ($1) on conflict (device_id) do update set changed_at = excluded.changed_at',
  },
  advisoryLock: {
    refused: 'select 1 from evaluation where pg_try_advisory_xact_lock(1, hashtext(entity_id::text))',
    taken: 'select pg_try_advisory_xact_lock(1, $1)',
  },
  mixedChanges: {
    refused:
      'with moved as (update device set group_ids = $1 returning device_id) insert into fleet_total_change select 1 from moved',
    taken: 'with moved as (update device set group_ids = $1 returning device_id) select * from moved',
  },
  recursive: {
    refused: 'with recursive up as (select device_id from device union select device_id from up) select * from up',
    taken: 'with recursive up as (select organisation_id from organisation union select * from up) select * from up',
  },
};

test.each(Object.entries(examples))('GE-15: %s is found, its other form is not', (shape, { refused, taken }) => {
  expect(findShapes(refused)).toContain(shape);
  expect(findShapes(taken)).toEqual([]);
});

test.each([
  ['a query of a `with` hides a table of its name', 'with device as (select 1 as x) select x from device for update'],
  [
    'one shard may be locked by the row of another level',
    `select 1 from device d where d.device_id = $1
    and exists (select from device_report r where r.device_id = d.device_id for share)`,
  ],
  [
    'a subquery of one shard takes its function with it',
    `select day from generate_series(1, 3) as day
    where not exists (select from reading_day r where r.device_id = $1 and r.day = day.day)`,
  ],
  ['what a cast changes is a value still', "select 1 from device where device_id = '1'::uuid for update"],
  [
    'a view lies where its table lies',
    'select (select source_name from reported_section r where r.device_id = d.device_id) from device d',
  ],
  ['a local table is locked as before', 'select 1 from job for update skip locked'],
  [
    'a query in `from` lies with its device where it returns its id, a union where both sides do',
    `select (select count(*) from condition c where c.entity_id = w.id)
    from (select entity_id as id from evaluation union select d.device_id from device d) w`,
  ],
  [
    'a subquery of a condition that follows no row is read before',
    `select 1 from visit v where exists (select from app_user u where u.user_id = v.assignee
      and u.user_id in (select r.recorded_by from visit_record r))`,
  ],
  [
    'tables are joined by what both are equal to',
    'select 1 from ticket t join device d on d.device_id = t.device_id join device_fact f on f.device_id = t.device_id',
  ],
])('GE-15: %s', (_, text) => {
  expect(findShapes(text)).toEqual([]);
});

test.each([
  [
    'rows of a query that joins shards into groups have none of their own',
    `select (select count(*) from device d where d.customer_number = w.customer_number)
    from (select customer_number, min(device_id::text)::uuid as device_id from device group by customer_number) w`,
    'correlationApart',
  ],
  [
    'a subquery that names the device of a row and reads another one lies apart',
    `select (select r.serial from device_identity own join device r on r.serial = own.value
      where own.device_id = d.device_id limit 1) from device d`,
    'correlationApart',
  ],
  [
    'a local table is not on the shard, whatever the subquery follows',
    `select 1 from device d join collector c on c.collector_id = d.collector_id
    where exists (select from user_seen s where s.user_id = c.collector_id)`,
    'correlationLocal',
  ],
])('GE-15: %s', (_, text, shape) => {
  expect(findShapes(text)).toContain(shape);
});
