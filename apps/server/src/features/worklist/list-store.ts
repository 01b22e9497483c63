import type { SortOrder } from '@platen/contract/devices';
import {
  conditionKinds,
  shownStates,
  usualOrder,
  type WorklistGroup,
  type WorklistSort,
} from '@platen/contract/worklist-names';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { asksForResolved } from './resolved.ts';
import { type ListRow, resolvedColumns, rowColumns } from './row-store.ts';
import { sourceOf, toWhere, type WorklistSelection } from './selection.ts';

type Db = Kysely<Database>;

export interface Order {
  readonly sort: WorklistSort;
  /** Undefined: the usual direction. */
  readonly sortOrder: SortOrder | undefined;
  readonly groupBy: WorklistGroup;
}

/** The order of work: an index holds all of it but the serial, by which ties are broken (WL-47). */
const byWork = sql`w.rank desc, w.opened_at, d.serial, w.entity_id`;
/** Places of names in a table of the contract, as an expression to order by. */
const placeOf = (names: readonly string[], value: RawBuilder<unknown>) =>
  sql`array_position(array[${sql.join(names.map((name) => sql.lit(name)))}], ${value})`;
const sortKeys: Readonly<Record<Exclude<WorklistSort, 'cost'>, RawBuilder<unknown>>> = {
  priority: sql`w.priority`,
  what: placeOf(conditionKinds, sql`w.kinds[1]`),
  serial: sql`d.serial`,
  model: sql`w.model`,
  customer: sql`coalesce(d.customer_name, d.customer_number, w.customer_number)`,
  since: sql`w.opened_at`,
  answer: sql`w.answer_due`,
  planned: sql`w.planned_day`,
  // New work comes first.
  state: placeOf(shownStates.toReversed(), sql`w.state`),
  assignee: sql`(select lower(u.name) from app_user u where u.user_id = w.assignees[1])`,
};

/** `order by` of the list; rows without a value come last in both directions. */
function toOrderBy({ sort, sortOrder = usualOrder(sort) }: Order): RawBuilder<unknown> {
  if (sort === 'cost') return sortOrder === 'desc' ? byWork : sql`w.rank, w.opened_at, d.serial, w.entity_id`;
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`;
  return sql`${sortKeys[sort]} ${direction} nulls last, ${byWork}`;
}

/** Value by which rows are grouped (WL-58), and what the group is called. */
const groupings: Readonly<
  Record<Exclude<WorklistGroup, 'none'>, { value: RawBuilder<unknown>; name: RawBuilder<unknown> }>
> = {
  customer: {
    value: sql`coalesce(d.customer_number, w.customer_number, '')`,
    name: sql`coalesce(d.customer_name, d.customer_number, w.customer_number)`,
  },
  kind: { value: sql`coalesce(w.kinds[1], '')`, name: sql`w.kinds[1]` },
  model: { value: sql`coalesce(w.model, '')`, name: sql`w.model` },
  assignee: {
    value: sql`coalesce(w.assignees[1]::text, '')`,
    name: sql`(select u.name from app_user u where u.user_id = w.assignees[1])`,
  },
};

const withDevice = sql`left join device d on d.device_id = w.entity_id and w.entity = 'device'`;

interface Group {
  readonly value: string;
  readonly name: string | null;
  readonly count: number;
  readonly cost: number;
}

/** The rows of the list in their order; with a grouping each with its group. */
export function toListStatement(
  selection: WorklistSelection,
  order: Order,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<ListRow & { group?: Group }> {
  const where = toWhere(selection);
  const { groupBy } = order;
  const orderBy = toOrderBy(order);
  const source = sourceOf(selection);
  const rowsOf = sql`${source} w ${withDevice}`;
  const columns = asksForResolved(selection.filters) ? resolvedColumns(selection.dayStart) : rowColumns;
  if (groupBy === 'none') return sql`select ${columns} from ${rowsOf} where ${where} order by ${orderBy} ${page}`;
  const { value, name } = groupings[groupBy];
  return sql`
    with found as (
      select w.entity_id, ${value} as value, ${name} as name, w.rank, w.cost, row_number() over (order by ${orderBy}) as place
      from ${rowsOf} where ${where}
    ), placed as (
      select *, max(rank) over g as top, count(*) over g as size, sum(cost) over g as total
      from found window g as (partition by value)
      order by top desc, value, place ${page}
    )
    select ${columns}, json_build_object('value', p.value, 'name', p.name, 'count', p.size,
      'cost', round(p.total::numeric, 5)::float8) as "group"
    from placed p join ${source} w on w.entity_id = p.entity_id ${withDevice}
    order by p.top desc, p.value, p.place`;
}

/** Rows of a page, whether more follow, and the groups that these rows belong to. */
export async function readListPage(
  db: Db,
  selection: WorklistSelection,
  order: Order,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: ListRow[]; hasMore: boolean; groups: Group[] | undefined }> {
  // Checked whole numbers stand in the text: as parameters PostgreSQL would plan for a tenth of all.
  const page = sql`limit ${sql.lit(limit + 1)} offset ${sql.lit(offset)}`;
  const { rows } = await toListStatement(selection, order, page).execute(db);
  const shown = rows.slice(0, limit);
  const groups = new Map(shown.flatMap(({ group }) => (group === undefined ? [] : [[group.value, group]])));
  return {
    rows: shown.map(({ group: _group, ...row }) => row),
    hasMore: rows.length > limit,
    groups: order.groupBy === 'none' ? undefined : [...groups.values()],
  };
}
