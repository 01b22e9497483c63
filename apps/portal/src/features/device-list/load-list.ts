import { devicePageSize } from '@platen/contract/constants';
import { listDevices, searchDevices } from '@platen/contract/devices';
import { call } from '../../api/client.ts';
import { reportThrown } from '../../platform/errors.ts';
import { toStateOf } from '../../platform/failure.ts';
import { createArea } from '../../platform/state.ts';
import {
  initialList,
  type ListEvent,
  type ListLoad,
  type ListQuery,
  mayLoadOn,
  nextOffset,
  reduceList,
  toQueryKey,
} from './model.ts';

/**
 * The list as loaded so far (AU-22, HD-27); stored while a device is open, so that the way back needs no
 * call.
 */
export const devicesArea = createArea('devices', initialList);

let running: AbortController | undefined;
/** The load that is under way, or the last one. */
let underWay: Promise<void> = Promise.resolve();

const dispatch = (event: ListEvent) => devicesArea.set(reduceList(devicesArea.get(), event));

/**
 * Shows the list of a query: what is already there or on its way stays, anything else starts at offset 0
 * (DL-13..DL-17).
 */
export function openList(query: ListQuery): void {
  const { query: held } = devicesArea.get();
  if (held !== undefined && toQueryKey(held) === toQueryKey(query)) return;
  void load(query, 'first');
}

/** Reads the list afresh; the old rows stay until the answer replaces them (DL-18, OQ-41). */
export function refreshList(): void {
  const { query, load: kind } = devicesArea.get();
  if (query !== undefined && kind !== 'first' && kind !== 'refresh') void load(query, 'refresh');
}

/** Reads the next page, unless something is under way or there is none (DL-14, DL-20). */
export function loadNextPage(): void {
  const { query, load: kind, hasMore } = devicesArea.get();
  if (query !== undefined && kind === 'none' && hasMore) void load(query, 'next');
}

/**
 * Reads page after page up to `limit` rows, for paper. Ends with the first page that fails or brings nothing
 * new.
 */
export async function loadRows(limit: number): Promise<void> {
  await underWay;
  for (;;) {
    const { query, rows, load: kind } = devicesArea.get();
    if (query === undefined || kind !== 'none' || rows.length >= limit || !mayLoadOn(devicesArea.get())) return;
    await load(query, 'next');
  }
}

/** Repeats the load that failed. */
export function retryList(): void {
  const { query, failure } = devicesArea.get();
  if (query !== undefined && failure !== undefined && failure.load !== 'none') void load(query, failure.load);
}

function load(query: ListQuery, kind: Exclude<ListLoad, 'none'>): Promise<void> {
  underWay = readPage(query, kind);
  return underWay;
}

async function readPage(query: ListQuery, kind: Exclude<ListLoad, 'none'>): Promise<void> {
  running?.abort(); // a later question makes the answer to an earlier one stale
  const mine = new AbortController();
  running = mine;
  const offset = kind === 'next' ? nextOffset(devicesArea.get()) : 0;
  dispatch({ type: 'started', query, load: kind });
  // After a logout, or a reset by the device-list icon, this answer is no longer needed.
  const isStale = () => running !== mine || devicesArea.get().query !== query;
  try {
    const { data, hasMore, totalCount } = await request(query, offset, mine.signal);
    if (isStale()) return;
    dispatch({ type: 'answered', offset, page: { devices: data.devices, hasMore, totalCount, at: Date.now() } });
  } catch (thrown) {
    if (isStale()) return;
    reportThrown(thrown);
    const { statusCode, errorCode } = toStateOf(thrown);
    dispatch({ type: 'failed', failure: { statusCode, errorCode } });
  }
}

/**
 * AP-12, AP-13: free text and group go with `GET`, criteria with `POST`; what is empty is not sent (GR-05,
 * AS-44).
 */
function request({ search, groupId, criteria, sort }: ListQuery, offset: number, signal: AbortSignal) {
  const page = { offset, limit: devicePageSize, ...(groupId === 0 ? {} : { groupId }), ...sort };
  return criteria === undefined
    ? call(listDevices, { query: { ...page, ...(search === '' ? {} : { search }) }, signal })
    : call(searchDevices, { body: { ...criteria, ...page }, signal });
}
