import { type RawBuilder, sql } from 'kysely';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { type Query, toContains } from '../../device-list/distinct-texts.ts';
import { isOfCells, toCountedText } from '../../device-list/filter.ts';
import { isLong } from '../../device-list/find-texts.ts';
import { toLetters } from '../../device-list/searched-text.ts';
import { type DeviceRow, prepare, type Selection, toKey, toVisible, toWhere } from '../../device-list/selection.ts';
import { type CountedDevices, countByCells } from '../../store/fleet-totals.ts';
import { readSearchTotal } from '../../store/search-totals.ts';
import { toStatement } from '../../store/statement.ts';
import type { Cursors } from './cursors.ts';
import {
  type FoundRow,
  isPlain,
  mostFound,
  type NamedQuery,
  type PageWay,
  type PreparedRequest,
  readPage,
  toFound,
  toMatching,
  toWay,
} from './page.ts';

export interface ListRequest extends Selection {
  readonly offset: number;
  readonly limit: number;
}

interface DevicePage {
  readonly rows: readonly DeviceRow[];
  readonly hasMore: boolean;
  readonly total: number;
}

interface FoundPage {
  readonly rows: DeviceRow[];
  /** Undefined: the page lies beyond the last row, from which the number cannot be seen. */
  readonly total: number | undefined;
}

/** What is kept between calls of the list. */
interface ListState {
  readonly cursors: Cursors;
  readonly count: ReturnType<typeof createSharedQuery<CountedDevices>>;
  /** Called with a text that had to be counted and that many devices contain. */
  readonly onManyFound?: (text: string) => void;
}

/**
 * A page and the number of all. A number that is known decides how the page is read, by a statement of its
 * own so that `order by … limit` reaches the index (store rule 6). Else both come from what is found, unless
 * that is too much: then the order is walked, and the number counted.
 */
export async function readDevicePage(
  query: Query,
  { cursors, count: readCount, onManyFound }: ListState,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<DevicePage> {
  const list = toListName(request);
  const { offset, limit, sort } = request;
  const cursor = cursors.find(list, offset);
  const prepared = await prepare(query, request);
  const readCounted = async (isOfLargeGroup = false) => {
    const { query: counting, name } = toCount(prepared, isOfLargeGroup);
    return (await readCount(toStatement(counting, name), signal)).rows[0] ?? { total: 0 };
  };
  const skip = offset - (cursor?.offset ?? 0);
  const { known, isLargeGroup = false } = isOfCells(prepared.filter)
    ? { known: toKnown(prepared, await readCounted(), skip) }
    : await readTextTotal(query, prepared);
  if (known?.isText === true && known.total <= offset) return { rows: [], hasMore: false, total: known.total };
  // If no row matches, a walk would read the index to its end.
  const left = known?.isText === true ? known.total - offset : Number.POSITIVE_INFINITY;
  const place = { after: cursor?.key, skip, rows: Math.min(limit + 1, left) };
  const few = known ? undefined : await readFound(query, toFound(prepared, { ...place, isLargeGroup }));
  const found = few?.rows ?? (await readPage(query, prepared, { ...place, way: known?.way ?? 'walk' }));
  // A page found by skipping brings the row before it along, so that the same page need not skip again.
  const before = skip > 0 ? found.shift() : undefined;
  if (before) cursors.remember(list, offset, toKey(sort, before));
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (last) cursors.remember(list, offset + rows.length, toKey(sort, last));
  const hasMore = found.length > limit;
  // The statements see the store a moment apart; the total is never less than what was shown, and the last
  // page knows it.
  const shown = offset + rows.length;
  const isLast = !hasMore && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, hasMore, total: shown };
  const total = known?.total ?? few?.total ?? (await readCounted(isLargeGroup)).total;
  const counted = known === undefined && total > mostFound ? toCountedText(prepared.filter, request.user) : undefined;
  if (counted !== undefined) onManyFound?.(counted.text);
  return { rows, hasMore, total: Math.max(total, hasMore ? shown + 1 : 0) };
}

/** The number of all that is asked for, and the way to read a page of them. */
interface KnownTotal {
  readonly total: number;
  readonly way: PageWay;
  readonly isText: boolean;
}

interface TextTotal {
  /** Undefined: it has to be counted. */
  readonly known?: KnownTotal;
  /** Whether the user sees, of the group that was chosen, a large share of the fleet. */
  readonly isLargeGroup?: boolean;
}

/** From a tenth of the fleet on, looking for a group costs more than comparing what was found. */
const largeShare = 10;

const toKnown = (request: PreparedRequest, counted: CountedDevices, skip: number): KnownTotal => ({
  total: counted.total,
  way: toWay(request, counted, skip),
  isText: false,
});

/**
 * The total of a short or counted text (0730, 0732), and whether it costs less to find its devices than to
 * walk the order: no index finds a short text of ASCII, so that all devices of the groups would be looked at.
 */
async function readTextTotal(query: Query, request: PreparedRequest): Promise<TextTotal> {
  const counted = toCountedText(request.filter, request.user);
  if (counted === undefined) return {};
  const { text } = counted;
  const [found] = await query(readSearchTotal({ ...counted, pattern: toContains(text) }, toVisible(request)));
  if (found === undefined) return {};
  const { total, visible, fleet } = found;
  if (total === null) return { isLargeGroup: visible * largeShare > fleet };
  const isIndexed = isLong(text) || toLetters(text) !== undefined;
  const isRare = (isIndexed ? total : visible) * total < fleet * request.limit;
  return { known: { total, way: isRare ? 'find' : 'walk', isText: true } };
}

/** The page and its total; undefined where more are found than one statement looks for. */
async function readFound(query: Query, statement: RawBuilder<FoundRow>): Promise<FoundPage | undefined> {
  const rows = await query(statement);
  const total = rows[0]?.found;
  return total !== undefined && total > mostFound ? undefined : { rows, total };
}

/**
 * From the totals of the fleet where they know what is asked for (0550); a searched text is counted.
 */
const toCount = (request: PreparedRequest, isLargeGroup: boolean): NamedQuery<CountedDevices> =>
  isOfCells(request.filter)
    ? { query: countByCells(toWhere(request)), name: isPlain(request) ? 'list-total' : undefined }
    : {
        query: sql<CountedDevices>`select count(*) as total from ${toMatching(request, isLargeGroup)}`,
        name: undefined,
      };

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
