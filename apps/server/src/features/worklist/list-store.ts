import type { WorklistPage } from '@platen/contract/worklist';
import type { WorklistGroup, WorklistSort } from '@platen/contract/worklist-names';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { allOf } from '../../device-list/distinct-texts.ts';
import { type ListRow, rowColumns } from './row-store.ts';
import { isAhead, rowVisibleTo, toWhere, type WorklistSelection } from './selection.ts';

type Db = Kysely<Database>;

export interface Order {
  readonly sort: WorklistSort;
  readonly groupBy: WorklistGroup;
}

/** The order of work: an index holds all of it but the serial, by which ties are broken (WL-47). */
const byWork = sql`w.rank desc, w.opened_at, d.serial, w.entity_id`;
const orders: Readonly<Record<WorklistSort, RawBuilder<unknown>>> = {
  cost: byWork,
  since: sql`w.opened_at, d.serial, w.entity_id`,
  serial: sql`d.serial nulls last, w.entity_id`,
  customer: sql`coalesce(d.customer_name, d.customer_number, w.customer_number) nulls last, ${byWork}`,
  planned: sql`w.planned_day nulls last, ${byWork}`,
  answer: sql`w.answer_due nulls last, ${byWork}`,
};

/** Value by which rows are grouped (WL-58), and what the group is called. */
const groupings: Readonly<
  Record<Exclude<WorklistGroup, 'none'>, { value: RawBuilder<unknown>; name: RawBuilder<unknown> }>
> = {
  customer: {
    value: sql`coalesce(d.customer_number, w.customer_number, '')`,
    name: sql`coalesce(d.customer_name, d.customer_number, w.customer_number)`,
  },
  kind: { value: sql`coalesce(w.kinds[1], '')`, name: sql`w.kinds[1]` },
  model: { value: sql`coalesce(d.model, '')`, name: sql`d.model` },
  assignee: {
    value: sql`coalesce(w.assignees[1]::text, '')`,
    name: sql`(select u.name from app_user u where u.user_id = w.assignees[1])`,
  },
};

const rowsOf = sql`worklist_row w left join device d on d.device_id = w.entity_id and w.entity = 'device'`;

interface Group {
  readonly value: string;
  readonly name: string | null;
  readonly count: number;
  readonly cost: number;
}

/** Rows of a page, whether more follow, and the groups that these rows belong to. */
export async function readListPage(
  db: Db,
  selection: WorklistSelection,
  { sort, groupBy }: Order,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: ListRow[]; hasMore: boolean; groups: Group[] | undefined }> {
  const where = toWhere(selection);
  // Checked whole numbers stand in the text: as parameters PostgreSQL would plan for a tenth of all.
  const page = sql`limit ${sql.lit(limit + 1)} offset ${sql.lit(offset)}`;
  if (groupBy === 'none') {
    const { rows } = await sql<ListRow>`
      select ${rowColumns} from ${rowsOf} where ${where} order by ${orders[sort]} ${page}`.execute(db);
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit, groups: undefined };
  }
  const { value, name } = groupings[groupBy];
  const { rows } = await sql<ListRow & { group: Group }>`
    with found as (
      select w.entity_id, ${value} as value, ${name} as name, w.rank, w.cost, row_number() over (order by ${orders[sort]}) as place
      from ${rowsOf} where ${where}
    ), placed as (
      select *, max(rank) over g as top, count(*) over g as size, sum(cost) over g as total
      from found window g as (partition by value)
      order by top desc, value, place ${page}
    )
    select ${rowColumns}, json_build_object('value', p.value, 'name', p.name, 'count', p.size,
      'cost', round(p.total::numeric, 5)::float8) as "group"
    from placed p join worklist_row w on w.entity_id = p.entity_id
      left join device d on d.device_id = w.entity_id and w.entity = 'device'
    order by p.top desc, p.value, p.place`.execute(db);
  const groups = new Map(rows.slice(0, limit).map(({ group }) => [group.value, group]));
  return {
    rows: rows.slice(0, limit).map(({ group: _group, ...row }) => row),
    hasMore: rows.length > limit,
    groups: [...groups.values()],
  };
}

/** The number of rows found, and the figures of the head (whatever the filters), in one pass. */
export async function readCounts(
  db: Db,
  selection: WorklistSelection,
): Promise<{ total: number; head: WorklistPage['head'] }> {
  const { user, today } = selection;
  const isOpen = sql<boolean>`not (${isAhead(today)}) and w.state <> 'snoozed'`;
  const { rows } = await sql<{ total: number } & WorklistPage['head']>`
    select count(*) filter (where ${toWhere(selection)})::int as total,
      count(*) filter (where w.priority <= 2 and w.assignees = '{}' and ${isOpen})::int as unowned,
      count(*) filter (where w.priority <= 2 and ${isOpen})::int as pressing,
      count(*) filter (where w.priority = 3 and ${isOpen})::int as p3,
      count(*) filter (where ${isAhead(today)})::int as planned,
      min(w.planned_day) filter (where ${isAhead(today)}) as "nextPlannedDay"
    from worklist_row w where ${allOf([sql<boolean>`w.priority is not null`, rowVisibleTo(user)])}`.execute(db);
  const { total = 0, ...head } = rows[0] ?? {};
  return { total, head: { unowned: 0, pressing: 0, p3: 0, planned: 0, nextPlannedDay: null, ...head } };
}
