import { devicePageSize } from '@platen/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { allOf, type Query } from '../../device-list/distinct-texts.ts';
import { toConditions, toWalked } from '../../device-list/filter.ts';
import {
  type DeviceRow,
  itemColumns,
  type Key,
  type PreparedSelection,
  toAfter,
  toOrderBy,
  toOrderColumns,
  toVisible,
  toWhere,
} from '../../device-list/selection.ts';
import { manyDevices } from '../../store/common-parts.ts';
import { type CountedDevices, cells, digestOfGroups } from '../../store/fleet-totals.ts';

export interface PreparedRequest extends PreparedSelection {
  readonly offset: number;
  readonly limit: number;
}

export interface NamedQuery<Row> {
  readonly query: RawBuilder<Row>;
  readonly name: string | undefined;
}

/**
 * How a page is read. `walk`: in the order of its index until the page is full; `find`: all that is asked
 * for, then sorted; a number: this number of each cell in the order of status, then sorted.
 */
export type PageWay = 'walk' | 'find' | number;

interface PagePlace {
  readonly after: Key | undefined;
  /** Rows between the key, or the beginning, and the page. */
  readonly skip: number;
  /** One more than asked for, which shows whether there are more. */
  readonly rows: number;
  readonly way: PageWay;
}

/** Devices that the way by cells reads at first, at most. */
const mostOfCells = 25_000;
/** Times what a cell has in a page on the average: seldom does one have more. */
const spare = 4;
const leastOfCell = 8;

/**
 * The way that reads the fewest devices. PostgreSQL does not know how many devices a group has, and would
 * walk a million for fifty. A walk by status passes every device outside of the group with a worse status,
 * which may be most of the fleet (0790).
 */
export function toWay(request: PreparedRequest, counted: CountedDevices, skip: number): PageWay {
  const { total, fleet, cells: known = 0 } = counted;
  const { user, groupId, filter, sort, limit } = request;
  if (fleet !== undefined && total * total < fleet * limit) return 'find';
  const isNarrowed = (!user.seesAll || groupId !== 0) && !('criteria' in filter);
  if (sort.column !== 'status' || !isNarrowed || known === 0) return 'walk';
  const each = Math.max(leastOfCell, Math.ceil((spare * (skip + limit + 1)) / known));
  return known * each < Math.min(total, mostOfCells) ? each : 'walk';
}

/** A row of a page; `deepest`: the largest place within its cell of a row up to the end of the page. */
interface PageRow extends DeviceRow {
  readonly deepest?: number;
}

/** Reads a page; once more where a cell may have more devices in it than were read of each. */
export async function readPage(query: Query, request: PreparedRequest, place: PagePlace): Promise<PageRow[]> {
  const { query: statement, name } = toPage(request, place);
  const rows = await query(statement, name);
  const { way } = place;
  if (typeof way !== 'number' || way >= place.skip + place.rows) return rows;
  if ((rows[0]?.deepest ?? way) < way) return rows;
  return await readPage(query, request, { ...place, way: way * spare });
}

/**
 * Skipped rows are passed by key alone, then the page is fetched. Limit and offset are checked whole numbers
 * and stand in the text: as parameters of a prepared statement PostgreSQL would plan for a tenth of all
 * devices, and sort the fleet for a page.
 */
function toPage(prepared: PreparedRequest, { after, skip, rows, way }: PagePlace): NamedQuery<PageRow> {
  const request = way === 'find' ? prepared : { ...prepared, filter: toWalked(prepared.filter) };
  const { sort } = request;
  const where = after ? allOf([toWhere(request), toAfter(sort, after)]) : toWhere(request);
  const order = toOrderBy(sort);
  const limit = rows + (skip > 0 ? 1 : 0);
  const selected = sql`select ${itemColumns}`;
  if (skip === 0 && way === 'walk') {
    const name = `list-${sort.column}-${sort.order}-${request.limit}${after ? '-after' : ''}`;
    const query = sql<PageRow>`${selected} from device d where ${where} ${order} limit ${sql.lit(limit)}`;
    return { query, name: isPlain(request) ? name : undefined };
  }
  const offset = Math.max(skip - 1, 0);
  const part = sql`${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  const join = (ids: RawBuilder<unknown>) => sql`from device d join (${ids}) page using (device_id) ${order}`;
  if (typeof way !== 'number') {
    // `offset 0` keeps PostgreSQL from walking the order.
    const source =
      way === 'find' ? sql`(select * from device d where ${where} offset 0) d` : sql`device d where ${where}`;
    return {
      query: sql<PageRow>`${selected} ${join(sql`select d.device_id from ${source} ${part}`)}`,
      name: undefined,
    };
  }
  const first = sql`
    select d.device_id, ${toOrderColumns(sort)}, d.place
    from (select distinct ${digestOfGroups} as digest from ${cells} d where ${toWhere(request)}) cell
    cross join lateral (
      select d.device_id, ${toOrderColumns(sort)}, row_number() over (${order}) as place from device d
      where ${digestOfGroups} = cell.digest and ${where} ${order} limit ${sql.lit(way)}) d
    ${order} limit ${sql.lit(offset + limit)}`;
  const ids = sql`select d.device_id, d.deepest from (select *, max(place) over () as deepest from (${first}) d) d ${part}`;
  return { query: sql<PageRow>`${selected}, page.deepest ${join(ids)}`, name: undefined };
}

/**
 * `device d where …` with all that match. `isLargeGroup`: the text is looked for first. `offset 0` keeps
 * PostgreSQL from reading the index of groups for half of the fleet, and then the grams of each device in the
 * pages that both indexes name.
 */
export const toMatching = (request: PreparedSelection, isLargeGroup: boolean): RawBuilder<unknown> =>
  isLargeGroup
    ? sql`(select * from device d where ${allOf([sql<boolean>`true`, ...toConditions(request.filter, request.user)])} offset 0) d where ${toVisible(request)}`
    : sql`device d where ${toWhere(request)}`;

/** Devices that are found for a page and counted in one statement; where more match, each has its own way. */
export const mostFound = manyDevices;

/** A row of a page, with the number of all that match; `mostFound` and one where there are more. */
export interface FoundRow extends DeviceRow {
  readonly found: number;
}

/**
 * The page and the number of all in one statement (0791): both need the same devices, and looking for them
 * costs most. Planned as if all were wanted: for some of them only, PostgreSQL would read the table from its
 * beginning where it takes a rare text for a common one.
 */
export function toFound(
  request: PreparedRequest,
  { after, skip, rows, isLargeGroup = false }: Omit<PagePlace, 'way'> & { readonly isLargeGroup?: boolean },
): RawBuilder<FoundRow> {
  const order = toOrderBy(request.sort);
  const offset = Math.max(skip - 1, 0);
  const limit = rows + (skip > 0 ? 1 : 0);
  return sql<FoundRow>`
    with matching as materialized (select d.device_id, ${toOrderColumns(request.sort)} from ${toMatching(request, isLargeGroup)}),
      found as materialized (select * from matching limit ${sql.lit(mostFound + 1)})
    select ${itemColumns}, (select count(*) from found) as found
    from device d join (
      select d.device_id from found d ${after ? sql`where ${toAfter(request.sort, after)}` : sql``}
      ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) page using (device_id) ${order}`;
}

/**
 * Whether the statements are prepared: only where the plan does not depend on the values. For a pattern or a
 * group PostgreSQL must see them, or it settles on one plan for rare and common ones alike. Pages of another
 * size are too rare for a prepared statement in every session.
 */
export const isPlain = ({ user, filter, groupId, limit }: PreparedRequest): boolean =>
  user.seesAll && groupId === 0 && !('criteria' in filter) && (filter.search ?? '') === '' && limit === devicePageSize;
