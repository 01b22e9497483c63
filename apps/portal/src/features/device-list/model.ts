import { devicePageSize } from '@platen/contract/constants';
import {
  type DeviceListItem,
  deviceStatuses,
  type SearchCriteria,
  type SortColumn,
  type SortKey,
  type SortOrder,
  sortKeysOf,
} from '@platen/contract/devices';
import type { DeviceSearch, Sort } from '../../device-search/address.ts';

/** What is known of a failed call; fields of the portal's error state. */
export interface ListFailure {
  statusCode: number | null;
  errorCode: number;
}

export type ListLoad = 'none' | 'first' | 'refresh' | 'next';

/**
 * The device list as held in the session: it outlives the screen, so that a return from a profile costs
 * nothing.
 */
export interface ListState {
  /** The query of the rows; undefined before the first answer. */
  query: ListQuery | undefined;
  rows: readonly DeviceListItem[];
  /** Identity of the rows held, DL-11. */
  seen: ReadonlySet<string>;
  /** Offset of the page last answered; the next one is `nextOffset`. */
  offset: number;
  hasMore: boolean;
  /** Undefined: the server did not state it. */
  totalCount: number | undefined;
  /** Time of the answer for offset 0, ms. */
  loadedAt: number | undefined;
  load: ListLoad;
  failure: (ListFailure & { load: ListLoad }) | undefined;
  /** The last page brought no new device: loading on needs a person (see `mayLoadOn`). */
  stalled: boolean;
}

/** A search in the form it is sent in: trimmed, and free of what breaks a rule. */
export interface ListQuery {
  search: string;
  groupId: number;
  criteria: SearchCriteria | undefined;
  sort: Sort | undefined;
}

/** DL-13 DL-22: what a reset goes back to. */
export const initialList: ListState = {
  query: undefined,
  rows: [],
  seen: new Set(),
  offset: 0,
  hasMore: false,
  totalCount: undefined,
  loadedAt: undefined,
  load: 'none',
  failure: undefined,
  stalled: false,
};

export interface ListPage {
  devices: readonly DeviceListItem[];
  hasMore: boolean;
  totalCount: number | undefined;
  at: number;
}

export type ListEvent =
  | { type: 'started'; query: ListQuery; load: Exclude<ListLoad, 'none'> }
  | { type: 'answered'; offset: number; page: ListPage }
  | { type: 'failed'; failure: ListFailure };

export function reduceList(state: ListState, event: ListEvent): ListState {
  if (event.type === 'answered') {
    return event.offset === 0 ? toFirstPage(state, event.page) : toLaterPage(state, event.offset, event.page);
  }
  if (event.type === 'started') {
    const started: ListState = { ...state, query: event.query, load: event.load, failure: undefined };
    return event.load === 'first' ? { ...started, offset: 0, hasMore: false } : started;
  }
  // A failed page or refresh removes no rows; rows of another query are not shown for this one.
  return state.load === 'first'
    ? { ...initialList, query: state.query, failure: { ...event.failure, load: 'first' } }
    : { ...state, load: 'none', failure: { ...event.failure, load: state.load } };
}

/** DL-18: an answer for offset 0 replaces the whole list. */
function toFirstPage(state: ListState, page: ListPage): ListState {
  const { seen, added } = withoutRepeats(new Set(), page.devices);
  return {
    ...initialList,
    query: state.query,
    rows: mergeSorted([], added, state.query?.sort),
    seen,
    hasMore: page.hasMore && page.devices.length > 0,
    totalCount: page.totalCount,
    loadedAt: page.at,
  };
}

/** DL-19: an answer for any other offset appends only what is not there yet; the first copy stays (OQ-35). */
function toLaterPage(state: ListState, offset: number, page: ListPage): ListState {
  const { seen, added } = withoutRepeats(state.seen, page.devices);
  return {
    ...state,
    rows: mergeSorted(state.rows, added, state.query?.sort),
    seen,
    offset,
    // A server that promises more but sends an empty page would be asked for ever.
    hasMore: page.hasMore && page.devices.length > 0,
    totalCount: page.totalCount ?? state.totalCount,
    load: 'none',
    failure: undefined,
    stalled: added.length === 0,
  };
}

/** DL-11: deviceId and serial together; the length before the id keeps two pairs from reading alike. */
export function toIdentity(device: Pick<DeviceListItem, 'deviceId' | 'serial'>): string {
  return `${device.deviceId} ${device.serial === null ? 0 : `1${device.serial}`}`;
}

function withoutRepeats(held: ReadonlySet<string>, devices: readonly DeviceListItem[]) {
  const seen = new Set(held);
  const added = devices.filter((device) => {
    const identity = toIdentity(device);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
  return { seen, added };
}

/** DL-14: the offset counts the server's rows, so a page always adds the page size (OQ-33). */
export function nextOffset(state: ListState): number {
  return state.offset + devicePageSize;
}

/**
 * Whether the next page may be fetched automatically: nothing under way, nothing failed, and it can bring
 * rows.
 */
export function mayLoadOn(state: ListState): boolean {
  return state.hasMore && state.load === 'none' && state.failure === undefined && !state.stalled;
}

/** Equal queries have equal keys; the order of criteria does not count. */
export function toQueryKey(query: ListQuery): string {
  const { search, groupId, criteria, sort } = query;
  const fields = Object.entries(criteria ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([search, groupId, fields, sort?.sortColumn ?? null, sort?.sortOrder ?? null]);
}

/** The query of a search; text that breaks a rule is not sent (`isSendable` judges it). */
export function toListQuery(search: DeviceSearch, isSendable: (text: string) => boolean): ListQuery {
  const text = search.text.trim();
  return {
    search: search.criteria === undefined && isSendable(text) ? text : '',
    groupId: search.groupId,
    criteria: search.criteria,
    sort: search.sort,
  };
}

/** The order the head shows: until a column is picked the server's own, serial ascending (OQ-39). */
export function shownSort(sort: Sort | undefined): Sort {
  return sort ?? { sortColumn: 'serial', sortOrder: 'asc' };
}

/** A press on a head: another column starts ascending, the shown one turns round. */
export function toNextSort(sort: Sort | undefined, column: SortColumn): Sort {
  const shown = shownSort(sort);
  const order: SortOrder = shown.sortColumn === column && shown.sortOrder === 'asc' ? 'desc' : 'asc';
  return { sortColumn: column, sortOrder: order };
}

type Compare = (a: DeviceListItem, b: DeviceListItem) => number;

/** The first field of a key that is not null. */
export function toSortText(device: DeviceListItem, key: SortKey): string | null {
  for (const field of key) if (device[field] !== null) return device[field];
  return null;
}

/**
 * Order by one key. Texts by code points, null first, as the server's indexes order them: a page loaded later
 * joins at the end and no row jumps. A collation of the browser would put rows between those already read.
 * Status: most urgent first (OQ-30), as the server's `status_rank`.
 */
function compareBy(key: SortKey): Compare {
  if (key.includes('status')) return (a, b) => deviceStatuses.indexOf(a.status) - deviceStatuses.indexOf(b.status);
  return (a, b) => {
    const [left, right] = [toSortText(a, key) ?? '', toSortText(b, key) ?? ''];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}

function ascending(column: SortColumn): Compare {
  const [first = () => 0, second = () => 0] = sortKeysOf(column).map(compareBy);
  return (a, b) => first(a, b) || second(a, b);
}

export function toCompare({ sortColumn, sortOrder }: Sort): Compare {
  const compare = ascending(sortColumn);
  return sortOrder === 'asc' ? compare : (a, b) => compare(b, a);
}

/**
 * Rows in order joined by a new page. Without a sort column the server's order stays. Equal rows keep the
 * order they came in. A page that follows what is there, as from a server that sorts, costs one comparison a
 * row.
 */
export function mergeSorted(
  rows: readonly DeviceListItem[],
  page: readonly DeviceListItem[],
  sort: Sort | undefined,
): readonly DeviceListItem[] {
  if (page.length === 0) return rows;
  if (sort === undefined) return rows.concat(page);
  const compare = toCompare(sort);
  const added = [...page].sort(compare);
  const last = rows.at(-1);
  const first = added[0];
  if (last === undefined || first === undefined || compare(last, first) <= 0) return rows.concat(added);
  return rows.concat(added).sort(compare); // Array.prototype.sort is stable and fast on two ordered runs
}

/** What presses most is planned, or nothing is open: the way leads to the visit, else to the worklist. */
export const isToVisit = ({ visit, worklist }: DeviceListItem): boolean =>
  visit !== undefined && (worklist?.state ?? 'planned') === 'planned';

/** Where the work on a device stands: its visit, or its row of the worklist (WL-65, VP-01). */
export const toWork = (device: DeviceListItem) =>
  isToVisit(device)
    ? ({ to: '/visits/$visitId', params: { visitId: device.visit?.visitId ?? '' } } as const)
    : ({ to: '/worklist', search: { row: device.deviceId } } as const);
