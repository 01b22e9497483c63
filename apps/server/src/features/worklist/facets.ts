import type { WorklistPage } from '@platen/contract/worklist';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import type { Summary } from './counts.ts';
import { sourceOf, toWhere, type ValueFilter, valueFilters, type WorklistSelection } from './selection.ts';

type Db = Kysely<Database>;
type Facets = NonNullable<WorklistPage['facets']>;

/** Values of one filter at most; the most frequent. */
const mostValues = 200;

export interface CountedValue {
  readonly facet: ValueFilter;
  readonly value: string;
  readonly count: number;
  readonly name: string | null;
}

/** How many rows of a selection each assignee, customer and model has, in one pass over the rows. */
export async function readValues(db: Db, selection: WorklistSelection): Promise<readonly CountedValue[]> {
  const mostFrequent = (name: ValueFilter, column: RawBuilder<unknown>) => sql`(
    select ${sql.lit(name)} as facet, ${column} as value, n::int as count from grouped
    where ${column} is not null order by 3 desc, 2 limit ${sql.lit(mostValues)})`;
  const { rows } = await sql<CountedValue>`
    with grouped as materialized (
      select customer_number, model, assignees, count(*) as n
      from (select w.customer_number, w.model, nullif(w.assignees, '{}') as assignees from ${sourceOf(selection)} w
        where ${toWhere(selection)}) found
      group by grouping sets ((customer_number), (model), (assignees))
    ), counted as (
      ${mostFrequent('customer', sql`customer_number`)} union all ${mostFrequent('model', sql`model`)}
      union all (select 'assignee', one::text, sum(n)::int from grouped cross join unnest(assignees) one
        group by 2 order by 3 desc, 2 limit ${sql.lit(mostValues)})
    )
    select facet, value, count, case facet
      when 'customer' then (select d.customer_name from device d
        where left(lower(d.customer_number), 200) = left(lower(value), 200) and d.customer_number = value
          and ${visibleTo(selection.user)} limit 1)
      when 'assignee' then (select u.name from app_user u where u.user_id::text = value) end as name
    from counted`.execute(db);
  return rows;
}

/** What the counts of all filters follow from, each with all other filters applied. */
export interface Counted {
  readonly ofSelection: Summary;
  /** The same without the filter by assignee. */
  readonly ofAnybody: Summary;
  /** Of what was resolved today: the same without that, which is the list of what is open. */
  readonly ofOpen: Summary | undefined;
  /** Of each filter for values, without itself. */
  readonly values: Readonly<Record<ValueFilter, readonly CountedValue[]>>;
}

/** The counts of all filters (WL-55), most frequent first. */
export function toFacets({ user }: WorklistSelection, { ofSelection, ofAnybody, ofOpen, values }: Counted): Facets {
  const facets: Facets = {};
  for (const [name, counts] of Object.entries(ofSelection.counts))
    facets[name] = [...counts].map(([value, count]) => ({ value, count }));
  if (ofOpen !== undefined) {
    // What is resolved has no class and no day.
    delete facets['priority'];
    delete facets['due'];
    for (const [value, count] of ofOpen.counts['state'] ?? []) facets['state']?.push({ value, count });
  }
  for (const name of valueFilters)
    facets[name] = values[name]
      .filter(({ facet }) => facet === name)
      .map(({ value, count, name: called }) => ({
        value: value === user.userId ? 'me' : value,
        count,
        ...(called !== null && { name: called }),
      }));
  const { unowned } = ofAnybody;
  if (unowned > 0) facets['assignee']?.push({ value: 'none', count: unowned });
  for (const list of Object.values(facets)) list.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return facets;
}
