import { devicePageSize } from '@platen/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { allOf, type Query, toContains } from '../../device-list/distinct-texts.ts';
import { isOfCells, toPlainText } from '../../device-list/filter.ts';
import { isLong } from '../../device-list/find-texts.ts';
import {
  type DeviceRow,
  itemColumns,
  type Key,
  prepare,
  type Selection,
  toAfter,
  toKey,
  toOrderBy,
  toVisible,
  toWhere,
} from '../../device-list/selection.ts';
import { type CountedDevices, countByCells } from '../../store/fleet-totals.ts';
import { readSearchTotal } from '../../store/search-totals.ts';
import { toStatement } from '../../store/statement.ts';
import type { Cursors } from './routes.ts';

export interface ListRequest extends Selection {
  readonly offset: number;
  readonly limit: number;
}

type PreparedRequest = Awaited<ReturnType<typeof prepare<ListRequest>>>;

interface DevicePage {
  readonly rows: readonly DeviceRow[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** What is kept between calls of the list. */
interface ListState {
  readonly cursors: Cursors;
  readonly count: ReturnType<typeof createSharedQuery<CountedDevices>>;
  /** Called with a text that had to be counted and that many devices contain. */
  readonly onManyFound?: (text: string) => void;
}

/**
 * A page and the number of all: two statements, so that `order by … limit` reaches the index (store rule 6).
 * A number that is known decides how the page is read; one that has to be counted is counted only where the
 * page does not end the list.
 */
export async function readDevicePage(
  query: Query,
  { cursors, count: readCount, onManyFound }: ListState,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<DevicePage> {
  const list = toListName(request);
  const cursor = cursors.find(list, request.offset);
  const skip = request.offset - (cursor?.offset ?? 0);
  const prepared = await prepare(query, request);
  const count = toCount(prepared);
  const readTotal = async () => (await readCount(toStatement(count.query, count.name), signal)).rows[0];
  const ofCells = isOfCells(prepared.filter) ? await readTotal() : undefined;
  const ofText = ofCells === undefined ? await readTextTotal(query, prepared) : undefined;
  const known = ofCells ?? ofText;
  if (ofText !== undefined && ofText.total <= request.offset) return { rows: [], hasMore: false, total: ofText.total };
  const page = toPage(prepared, {
    after: cursor?.key,
    skip,
    isRare: ofCells === undefined ? ofText?.isRare === true : isRare(ofCells, request),
    // Without a row to look for, a walk would go on to the end of the order.
    rows: Math.min(request.limit + 1, (ofText?.total ?? Number.POSITIVE_INFINITY) - request.offset),
  });
  const found = await query(page.query, page.name);
  // A page found by skipping brings the row before it along, so that the same page need not skip again.
  const before = skip > 0 ? found.shift() : undefined;
  if (before) cursors.remember(list, request.offset, toKey(request.sort, before));
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  if (last) cursors.remember(list, request.offset + rows.length, toKey(request.sort, last));
  const hasMore = found.length > request.limit;
  // The statements see the store a moment apart; the total is never less than what was shown, and the last
  // page knows it.
  const shown = request.offset + rows.length;
  const isLast = !hasMore && (rows.length > 0 || request.offset === 0);
  if (isLast) return { rows, hasMore, total: shown };
  const { total } = known ?? (await readTotal()) ?? { total: 0 };
  const text = known === undefined && total > manyDevices ? toPlainText(prepared.filter, request.user) : undefined;
  if (text !== undefined) onManyFound?.(text);
  return { rows, hasMore, total: Math.max(total, hasMore ? shown + 1 : 0) };
}

/** A text that more devices contain is counted for all searches to come (0732). */
const manyDevices = 10_000;

/**
 * The total of a short or counted text (0730, 0732), and whether it costs less to find its devices than to
 * walk the order: no index finds a short text, so that all devices of the groups would be looked at.
 * Undefined: it has to be counted.
 */
async function readTextTotal(
  query: Query,
  request: PreparedRequest,
): Promise<{ total: number; isRare: boolean } | undefined> {
  const text = toPlainText(request.filter, request.user);
  if (text === undefined) return undefined;
  const [found] = await query(readSearchTotal(text, toContains(text), toVisible(request)));
  if (found === undefined || found.total === null) return undefined;
  const { total, visible, fleet } = found;
  return { total, isRare: (isLong(text) ? total : visible) * total < fleet * request.limit };
}

/**
 * Whether it costs less to find all that is asked for and sort it than to walk the order until a page is
 * full. PostgreSQL does not know how many devices a group has, and would walk a million for fifty.
 */
const isRare = ({ total, fleet }: CountedDevices, { limit }: ListRequest): boolean =>
  fleet !== undefined && total * total < fleet * limit;

interface NamedQuery<Row> {
  readonly query: RawBuilder<Row>;
  readonly name: string | undefined;
}

/**
 * `rows`: one more than asked for, which shows whether there are more. Skipped rows are passed by key
 * alone, then the page is fetched. Limit and offset are checked whole numbers and stand in the text: as
 * parameters of a prepared statement PostgreSQL would plan for a tenth of all devices, and sort the fleet for
 * a page.
 */
function toPage(
  request: PreparedRequest,
  { after, skip, isRare, rows }: { after: Key | undefined; skip: number; isRare: boolean; rows: number },
): NamedQuery<DeviceRow> {
  const { sort } = request;
  const where = after ? allOf([toWhere(request), toAfter(sort, after)]) : toWhere(request);
  const order = toOrderBy(sort);
  const limit = sql.lit(rows + (skip > 0 ? 1 : 0));
  const selected = sql`select ${itemColumns} from device d`;
  if (skip > 0 || isRare) {
    // `offset 0` keeps PostgreSQL from walking the order.
    const source = isRare ? sql`(select * from device d where ${where} offset 0) d` : sql`device d where ${where}`;
    const ids = sql`select d.device_id from ${source} ${order} limit ${limit} offset ${sql.lit(Math.max(skip - 1, 0))}`;
    return { query: sql<DeviceRow>`${selected} join (${ids}) page using (device_id) ${order}`, name: undefined };
  }
  const name = `list-${sort.column}-${sort.order}-${request.limit}${after ? '-after' : ''}`;
  const query = sql<DeviceRow>`${selected} where ${where} ${order} limit ${limit}`;
  return { query, name: isPlain(request) ? name : undefined };
}

/**
 * From the totals of the fleet where they know what is asked for (0550); a searched text is counted.
 */
const toCount = (request: PreparedRequest): NamedQuery<CountedDevices> =>
  isOfCells(request.filter)
    ? { query: countByCells(toWhere(request)), name: isPlain(request) ? 'list-total' : undefined }
    : {
        query: sql<CountedDevices>`select count(*) as total from device d where ${toWhere(request)}`,
        name: undefined,
      };

/**
 * Whether the statements are prepared: only where the plan does not depend on the values. For a pattern or a
 * group PostgreSQL must see them, or it settles on one plan for rare and common ones alike. Pages of another
 * size are too rare for a prepared statement in every session.
 */
const isPlain = ({ user, filter, groupId, limit }: PreparedRequest): boolean =>
  user.seesAll && groupId === 0 && !('criteria' in filter) && (filter.search ?? '') === '' && limit === devicePageSize;

const toListName = ({ user, filter, groupId, sort }: ListRequest): string =>
  JSON.stringify([
    user.userId,
    user.seesAll,
    user.seesAll ? 0 : user.groups.map((group) => group.groupId),
    groupId,
    filter,
    sort,
  ]);

type Result<Row extends QueryResultRow> = Promise<QueryResult<Row>>;
type RunQuery<Row extends QueryResultRow> = (statement: QueryConfig, signal: AbortSignal) => Result<Row>;
/** `signal`: the caller no longer waits for the result. */
type SharedQuery<Row extends QueryResultRow> = (statement: QueryConfig, signal?: AbortSignal) => Result<Row>;

interface Running<Row extends QueryResultRow> {
  readonly result: Result<Row>;
  readonly stop: AbortController;
  callers: number;
}

/**
 * Statements equal in text and values that are asked for while one is running share its answer; nothing is
 * kept after it. Opening the list on many screens at once counts the fleet once. The statement is stopped
 * when all callers have given up.
 */
export function createSharedQuery<Row extends QueryResultRow>(query: RunQuery<Row>): SharedQuery<Row> {
  const running = new Map<string, Running<Row>>();

  const start = (key: string, statement: QueryConfig): Running<Row> => {
    const stop = new AbortController();
    const forget = () => {
      if (running.get(key) === started) running.delete(key);
    };
    stop.signal.addEventListener('abort', forget, { once: true });
    const started: Running<Row> = { result: query(statement, stop.signal).finally(forget), stop, callers: 0 };
    running.set(key, started);
    return started;
  };

  return async (statement, signal) => {
    const key = JSON.stringify([statement.text, statement.values]);
    const shared = running.get(key) ?? start(key, statement);
    shared.callers += 1;
    const leave = () => {
      shared.callers -= 1;
      if (shared.callers === 0) shared.stop.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    try {
      return await shared.result;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}
