import type { Store } from '@platen/server/store/open-store';
import { Client } from 'pg';

/** Devices of the dealer that is one of the callers. */
const dealerDevices = 1000;
export const dealerGroup = 900;
/** People to whom work is assigned. */
const people = 120;

/**
 * Fills the worklist of an invented fleet (`fillFleet`) straight in SQL, deterministic: three open conditions
 * a device, on four devices of five, and half as many resolved in the last twelve weeks. Kinds, classes and
 * states have the shares of the demonstration. Conditions come first; rows of the list follow from them as
 * the evaluation makes them.
 */
export async function fillWorklist(store: Pick<Store, 'url' | 'migrationUrl'>): Promise<void> {
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A number from 0 to 1 that looks random, the same for the same arguments. */
const random = `create function pg_temp.random_of(n bigint, salt int) returns float8 immutable language sql as
  $$ select (hashint8extended(n, salt) & 2147483647) / 2147483648.0 $$`;

const personId = (n: string) => `('01910000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Kinds with their range in a thousand conditions, source, hours that a day costs, who can act. */
const kinds = `(values
  ('supply', 0, 420, 'judgement', 3.0, 'user'), ('part', 420, 640, 'judgement', 2.0, 'technician'),
  ('errorRepeat', 640, 760, 'device', 2.5, 'technician'), ('down', 760, 830, 'device', 9.0, 'technician'),
  ('stopped', 830, 890, 'server', 1.0, 'manager'), ('counterBreak', 890, 930, 'server', 0.0, 'manager'),
  ('identity', 930, 950, 'server', 0.2, 'manager'), ('codeLimit', 950, 975, 'judgement', 1.0, 'technician'),
  ('firmware', 975, 995, 'server', 0.1, 'technician'), ('storage', 995, 1000, 'device', 4.0, 'technician')
) k(kind, first, last, source, hours, actor)`;

const statements = [
  random,
  `update device set group_ids = group_ids || ${dealerGroup} where device_id in (
     select device_id from device order by hashint8extended(hashtext(serial), 7) limit ${dealerDevices})`,
  `insert into app_user (user_id, subject, name, role, sees_all)
   select ${personId('n')}, 'person ' || n, 'Person ' || n, 'service', true from generate_series(1, ${people}) n`,
  // Some devices have ten, one of five has none: 3 x average.
  `create temporary table made as
   select d.*, n, d.place * 16 + n as seed
   from (select device_id, serial, model, customer_number, row_number() over (order by device_id) as place from device) d
     cross join lateral generate_series(1, case
       when pg_temp.random_of(d.place, 1) < 0.2 then 0
       else 1 + floor(-3.28 * ln(1 - 0.985 * pg_temp.random_of(d.place, 2)))::int end) n`,
  `create temporary table drawn as
   select m.*, k.kind, k.source, k.actor, k.hours * (0.3 + 1.4 * pg_temp.random_of(seed, 4)) * case when pg_temp.random_of(seed, 5) < 0.75 then 0.15 else 1 end as points,
     case when pg_temp.random_of(seed, 6) < 0.58 then 'open' when pg_temp.random_of(seed, 6) < 0.78 then 'acknowledged'
       when pg_temp.random_of(seed, 6) < 0.92 then 'planned' else 'snoozed' end as work,
     case when pg_temp.random_of(seed, 7) < 0.3 then ${personId(`1 + floor(${people} * pg_temp.random_of(seed, 8))::int`)} end as assignee,
     now() - 40 * pg_temp.random_of(seed, 9) * pg_temp.random_of(seed, 10) * interval '1 day' - interval '20 minutes' as opened_at
   from made m join ${kinds} on floor(1000 * pg_temp.random_of(seed, 3)) >= k.first and floor(1000 * pg_temp.random_of(seed, 3)) < k.last`,
  `insert into condition (entity_id, condition_id, entity, kind, subject, source, signal, work, assignee, opened_at, last_seen_at,
     planned_day, snooze, who_can_act, facts, cost, points, evaluated, serial, model)
   select device_id, gen_random_uuid(), 'device', kind, kind || '.' || n, source, 'active', work, case when work <> 'snoozed' then assignee end, opened_at, now(),
     case when work = 'planned' then current_date - 1 + floor(10 * pg_temp.random_of(seed, 11))::int end,
     case when work = 'snoozed' then '{"until": null, "untilWorse": true, "reason": "waitingForPart"}'::jsonb end, actor,
     json_build_object('item', 'cyan', 'percent', 7, 'days', 6, 'range', json_build_object('lower', 3, 'upper', 11), 'code', 'C371', 'urgency', 'low')::jsonb,
     json_build_object('points', points, 'hours', 8, 'use', 1.2, 'chance', 0.4)::jsonb, points,
     json_build_object('conditionId', seed, 'kind', kind, 'subject', kind || '.' || n, 'spans', repeat('x', 500)), serial, model
   from drawn`,
  `insert into condition (entity_id, condition_id, entity, kind, subject, source, signal, work, opened_at, last_seen_at, cleared_at, resolved_at,
     resolution, who_can_act, facts, cost, points, evaluated, is_final, serial, model)
   select device_id, gen_random_uuid(), 'device', kind, kind || '.' || n, source, 'cleared', 'resolved', resolved - interval '4 days', resolved, resolved, resolved,
     (array['device', 'device', 'device', 'visit', 'fixed'])[1 + (seed % 5)::int], actor, '{"item": "cyan", "percent": 7}'::jsonb, null, 0,
     json_build_object('kind', kind, 'spans', repeat('x', 500)), true, serial, model
   from (select *, now() - 84 * pg_temp.random_of(seed, 12) * interval '1 day' as resolved from drawn where pg_temp.random_of(seed, 13) < 0.5) past`,
  `insert into condition_event (entity_id, event_id, condition_id, at, change, work_from, work_to, detail)
   select entity_id, gen_random_uuid(), condition_id, opened_at, 'opened', null, 'open', '{"priority": "P3"}'::jsonb from condition
   union all select entity_id, gen_random_uuid(), condition_id, resolved_at, 'cleared', 'open', 'resolved', '{}'::jsonb from condition where work = 'resolved'`,
  `insert into worklist_row (entity_id, entity, customer_number, model, priority, computed, cost, judged_cost, rank, overdue, opened_at, raised_at, state,
     states, kinds, actors, snoozes, assignees, conditions, planned_day, is_planned)
   select entity_id, 'device', customer_number, model, class, class, cost, judged, (5 - class) * 1e6 + cost, overdue, since, case when class <= 2 then since end, states[1],
     states, kinds, actors, snoozes, assignees, conditions, planned_day, coalesce(planned_day > current_date and states = '{planned}', false)
   from (select c.entity_id, d.customer_number, d.model, sum(c.points) as cost, coalesce(sum(c.points) filter (where c.source = 'judgement'), 0) as judged,
       case when coalesce(sum(c.points) filter (where c.work <> 'snoozed'), 0) >= 8 then 1 when sum(c.points) filter (where c.work <> 'snoozed') >= 4 then 2
         when sum(c.points) filter (where c.work <> 'snoozed') >= 1.5 then 3 else 4 end as class,
       coalesce(bool_or(c.planned_day < current_date), false) as overdue, min(c.opened_at) as since,
       array_agg(distinct case when c.work in ('open', 'acknowledged') and c.assignee is not null then 'assigned' else c.work end) as states,
       array_agg(distinct c.kind) as kinds, array_agg(distinct c.who_can_act) as actors,
       coalesce(array_agg(distinct c.snooze ->> 'reason') filter (where c.snooze is not null), '{}') as snoozes,
       coalesce(array_agg(distinct c.assignee) filter (where c.assignee is not null), '{}') as assignees, count(*) as conditions, min(c.planned_day) as planned_day
     from condition c join device d on d.device_id = c.entity_id where c.work <> 'resolved' group by c.entity_id, d.customer_number, d.model) summed`,
  'vacuum analyze',
];
