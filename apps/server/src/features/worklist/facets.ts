import type { WorklistPage } from '@platen/contract/worklist';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf } from '../../device-list/distinct-texts.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import {
  bitOf,
  dueOf,
  type FacetName,
  facetNames,
  toBaseConditions,
  toFacetConditions,
  type WorklistSelection,
} from './selection.ts';

type Facets = NonNullable<WorklistPage['facets']>;

/** Values of one filter at most; the most frequent. */
const mostValues = 200;

/**
 * How many rows each value of each filter would leave, with all other filters applied. A row gets a bit for
 * each filter that it does not pass; a filter counts the rows that miss no other. Rows that agree in all
 * that is counted are put together first, so that the lists of a row are unfolded once for each combination;
 * customers and models, of which there are thousands, are counted by themselves.
 */
export async function readFacets(db: Kysely<Database>, selection: WorklistSelection): Promise<Facets> {
  const { user, today } = selection;
  const conditions = toFacetConditions(selection);
  const misses = sql<number>`(0${sql.join(
    [...conditions].map(([name, condition]) => sql` + case when ${condition} then 0 else ${sql.lit(bitOf(name))} end`),
    sql``,
  )})`;
  const base = allOf(toBaseConditions(selection));
  const passes = (name: FacetName) => sql`misses in (0, ${sql.lit(bitOf(name))})`;
  const unfolded = (name: FacetName, column: RawBuilder<unknown>) => sql`
    select ${sql.lit(name)} as facet, value::text, sum(n)::int as count
    from combos cross join lateral unnest(${column}) value where ${passes(name)} group by value`;
  const single = (name: FacetName, column: RawBuilder<unknown>) => sql`
    select ${sql.lit(name)} as facet, ${column} as value, sum(n)::int as count
    from combos where ${passes(name)} group by 2`;
  const combos = sql<Counted>`
    with combos as materialized (
      select w.priority, w.states, w.kinds, w.actors, w.snoozes, w.assignees, ${dueOf(today)} as due,
        ${misses} as misses, count(*) as n
      from worklist_row w where ${base} group by 1, 2, 3, 4, 5, 6, 7, 8
    )
    ${sql.join(
      [
        single('priority', sql`'P' || priority`),
        single('due', sql`due`),
        unfolded('state', sql`states`),
        unfolded('kind', sql`kinds`),
        unfolded('whoCanAct', sql`actors`),
        unfolded('waiting', sql`snoozes`),
        unfolded('assignee', sql`assignees`),
        sql`select 'assignee', 'none', sum(n)::int from combos where ${passes('assignee')} and assignees = '{}'
          having sum(n) > 0`,
      ],
      sql` union all `,
    )}`;
  const customers = sql<Counted>`
    select 'customer' as facet, value, count, (
      select d.customer_name from device d
      where left(lower(d.customer_number), 200) = left(lower(value), 200) and d.customer_number = value
        and ${visibleTo(user)} limit 1) as name
    from (
      select value, count(*)::int as count
      from (select w.customer_number as value, ${misses} as misses from worklist_row w where ${base}) found
      where ${passes('customer')} and value is not null
      group by value order by count desc, value limit ${sql.lit(mostValues)}
    ) counted`;
  const models = sql<Counted>`
    select 'model' as facet, d.model as value, count(*)::int as count
    from (select w.entity_id, ${misses} as misses from worklist_row w where ${base}) found
      join device d on d.device_id = found.entity_id
    where ${passes('model')} and d.model is not null
    group by d.model order by count desc, value limit ${sql.lit(mostValues)}`;
  const answers = await Promise.all([combos.execute(db), customers.execute(db), models.execute(db)]);
  const rows = answers.flatMap((answer) => answer.rows);
  const names = await readAssignees(db, rows);
  const facets: Facets = Object.fromEntries(facetNames.map((name) => [name, []]));
  for (const { facet, value, count, name } of rows) {
    const known = facet === 'assignee' ? names.get(value) : name;
    facets[facet]?.push({ value: value === user.userId ? 'me' : value, count, ...(known && { name: known }) });
  }
  for (const values of Object.values(facets)) values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return facets;
}

interface Counted {
  readonly facet: FacetName;
  readonly value: string;
  readonly count: number;
  readonly name?: string | null;
}

async function readAssignees(db: Kysely<Database>, rows: readonly Counted[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ facet, value }) => (facet === 'assignee' && value !== 'none' ? value : []));
  const found = await sql<{ userId: string; name: string }>`
    select user_id as "userId", name from app_user where user_id = any(${ids}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ userId, name }) => [userId, name]));
}
