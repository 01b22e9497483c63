import { devicePageSize } from '@platen/contract/constants';
import type { Query } from '../../device-list/distinct-texts.ts';
import { prepare, type Selection, toWhere } from '../../device-list/selection.ts';
import { toAfter, toKeyColumns, toOrderBy } from '../../device-list/sort.ts';
import { type DeviceRow, itemColumns } from '../../device-list/to-item.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Cursors, Key } from './cursors.ts';
import type { createSharedQuery } from './shared-query.ts';

export interface ListRequest extends Selection {
  readonly offset: number;
  readonly limit: number;
}

type PreparedRequest = Awaited<ReturnType<typeof prepare<ListRequest>>>;

export interface DevicePage {
  readonly rows: readonly DeviceRow[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** What is kept between calls of the list. */
export interface ListState {
  readonly cursors: Cursors;
  readonly count: ReturnType<typeof createSharedQuery<{ total: number }>>;
}

/** A page and the number of all: two statements at once, so that `order by … limit` reaches the index (store rule 6). */
export async function readDevicePage(
  query: Query,
  { cursors, count: readCount }: ListState,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<DevicePage> {
  const list = toListName(request);
  const cursor = cursors.find(list, request.offset);
  const skip = request.offset - (cursor?.offset ?? 0);
  const prepared = await prepare(query, request);
  const reads = [
    query<DeviceRow>(toPageStatement(prepared, cursor?.key, skip)),
    readCount(toCountStatement(prepared), signal),
  ] as const;
  // If one fails, the other may still hold a session: the call is over when both are.
  await Promise.allSettled(reads);
  const [page, count] = await Promise.all(reads);
  // A page found by skipping brings the row before it along, so that the same page need not skip again.
  const before = skip > 0 ? page.rows.shift() : undefined;
  if (before) cursors.remember(list, request.offset, before.key);
  const rows = page.rows.slice(0, request.limit);
  const last = rows.at(-1);
  if (last) cursors.remember(list, request.offset + rows.length, last.key);
  const hasMore = page.rows.length > request.limit;
  // The two statements see the store a moment apart; the total is never less than what was shown.
  const least = rows.length === 0 ? 0 : request.offset + rows.length + (hasMore ? 1 : 0);
  return { rows, hasMore, total: Math.max(count.rows[0]?.total ?? 0, least) };
}

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * One more row than asked for tells whether there are more. Skipped rows are passed by key alone, then the page is fetched.
 * Limit and offset are checked whole numbers and stand in the text: as parameters of a prepared statement PostgreSQL
 * would plan for a tenth of all devices, and sort the fleet for a page.
 */
function toPageStatement(request: PreparedRequest, after: Key | undefined, skip: number): Statement {
  const parameters = new Parameters();
  const where = toWhere(request, parameters);
  if (after) where.push(toAfter(request.sort, after, (value) => parameters.add(value)));
  const order = toOrderBy(request.sort);
  const limit = skip > 0 ? `limit ${request.limit + 2} offset ${skip - 1}` : `limit ${request.limit + 1}`;
  const selected = `select ${itemColumns}, ${toKeyColumns(request.sort)} as key from device d`;
  const found = `where ${where.join(' and ')} ${order} ${limit}`;
  if (skip > 0) {
    const ids = `select d.device_id from device d ${found}`;
    return { text: `${selected} join (${ids}) page using (device_id) ${order}`, values: parameters.values };
  }
  const name = `list-${request.sort.column}-${request.sort.order}-${request.limit}${after ? '-after' : ''}`;
  return toStatement(request, name, `${selected} ${found}`, parameters);
}

function toCountStatement(request: PreparedRequest): Statement {
  const parameters = new Parameters();
  const text = `select count(*) as total from device d where ${toWhere(request, parameters).join(' and ')}`;
  return toStatement(request, 'list-count', text, parameters);
}

/**
 * A prepared statement only where the plan does not hang on the values: for a pattern or a group
 * PostgreSQL must see them, or it settles on one plan for rare and common ones alike.
 */
function toStatement(
  { user, filter, groupId, limit }: PreparedRequest,
  name: string,
  text: string,
  { values }: Parameters,
): Statement {
  const plain = user.seesAll && groupId === 0 && !('criteria' in filter) && (filter.search ?? '') === '';
  // Pages of an odd size are not worth a statement kept in every session.
  return plain && limit === devicePageSize ? { name, text, values } : { text, values };
}

const toListName = ({ user, filter, groupId, sort }: ListRequest): string =>
  JSON.stringify([
    user.userId,
    user.seesAll,
    user.seesAll ? 0 : user.groups.map((group) => group.groupId),
    groupId,
    filter,
    sort,
  ]);
