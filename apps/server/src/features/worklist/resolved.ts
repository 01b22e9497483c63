import type { QueryOf } from '@platen/contract/endpoint';
import type { listWorklist } from '@platen/contract/worklist';
import { type RawBuilder, sql } from 'kysely';
import { bitsOf, type TraitName, toMask, unowned } from './traits.ts';

/** Whether the list is asked for what was resolved today, instead of for what is open (WL-55). */
export const asksForResolved = ({ state }: Pick<QueryOf<typeof listWorklist>, 'state'>): boolean =>
  state === 'resolved';

/** The condition on `condition c` for what was resolved since an instant; retired devices are no work. */
const resolvedSince = (since: Date): RawBuilder<boolean> =>
  sql<boolean>`c.work = 'resolved' and c.resolved_at >= ${since}::timestamptz and c.resolution <> 'retired'`;

/** What was resolved last comes first. */
export const newestFirst = sql`c.resolved_at desc, c.condition_id`;

const bitOf = (trait: TraitName, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`bit_or(case ${column} ${sql.join(
    bitsOf(trait).map(([name, bit]) => sql`when ${sql.lit(name)} then ${sql.lit(bit)}::bigint`),
    sql` `,
  )} else 0 end)`;

/**
 * The devices with something that was resolved since an instant, in the columns of `worklist_row`: filters,
 * counts, groups and orders read them as they read the list. They have no class and cost nothing; `opened_at`
 * is when the last of it was resolved, which the order of work goes by.
 */
export const resolvedRows = (since: Date): RawBuilder<unknown> => sql`(
  select c.entity_id, 'device' as entity, d.customer_number, d.model, 4::smallint as priority,
    null::smallint as computed, null::jsonb as by_hand, 0::real as cost, 0::real as judged_cost, 0 as unknown,
    1::real as answer_factor, null::timestamptz as answer_due, false as overdue, null::timestamptz as raised_at,
    null::date as planned_day, false as is_planned, '{}'::text[] as marks, 'resolved' as state,
    extract(epoch from max(c.resolved_at))::float8 as rank, max(c.resolved_at) as opened_at,
    count(*)::int as conditions, array_agg(c.kind order by ${newestFirst}) as kinds,
    coalesce(array_agg(c.assignee order by ${newestFirst}) filter (where c.assignee is not null), '{}') as assignees,
    ${sql.lit(toMask('state', ['resolved']))}::bigint | ${bitOf('kind', sql`c.kind`)}
      | ${bitOf('whoCanAct', sql`c.who_can_act`)}
      | case when count(c.assignee) = 0 then ${sql.lit(unowned)}::bigint else 0 end as traits
  from condition c join device d on d.device_id = c.entity_id
  where ${resolvedSince(since)}
  group by c.entity_id, d.device_id)`;

/** Conditions of `w` that the resolved list shows. */
export const isResolvedOf = (since: Date): RawBuilder<boolean> =>
  sql<boolean>`c.entity_id = w.entity_id and ${resolvedSince(since)}`;
