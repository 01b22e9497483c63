import type { DeviceListItem } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDevice } from '../../../../../packages/contract/test/a-device.ts';
import { emptySearch } from '../../device-search/address.ts';
import {
  initialList,
  type ListPage,
  type ListQuery,
  type ListState,
  mayLoadOn,
  nextOffset,
  reduceList,
  toIdentity,
  toListQuery,
  toNextSort,
  toQueryKey,
} from './model.ts';

const query: ListQuery = { search: '', groupId: 0, criteria: undefined, sort: undefined };
const device = (id: string, serial: string | null = `S-${id}`): DeviceListItem => aDevice({ deviceId: id, serial });
const page = (devices: DeviceListItem[], more: Partial<ListPage> = {}): ListPage => ({
  devices,
  hasMore: true,
  totalCount: 1000,
  at: 1,
  ...more,
});
const start = (state: ListState, load: 'first' | 'refresh' | 'next' = 'first', of = query) =>
  reduceList(state, { type: 'started', query: of, load });
const answer = (state: ListState, offset: number, of: ListPage) =>
  reduceList(state, { type: 'answered', offset, page: of });
const ids = (state: ListState) => state.rows.map((row) => row.deviceId);
const anyDevice = fc
  .record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), serial: fc.constantFrom('1', '11', null) })
  .map(({ id, serial }) => device(id, serial));
const anyPages = fc.array(fc.array(anyDevice, { maxLength: 12 }), { minLength: 1, maxLength: 8 });

describe('paging', () => {
  test('DL-13: the offset starts at 0, with an empty list of unknown size', () => {
    expect(initialList).toMatchObject({ offset: 0, rows: [], hasMore: false, totalCount: undefined });
  });

  test('DL-14 DL-19: each later page adds 100 to the offset, also when the page was short or brought repeats', () => {
    let state = answer(start(initialList), 0, page([device('a'), device('b')]));
    expect(nextOffset(state)).toBe(100);
    state = answer(start(state, 'next'), nextOffset(state), page([device('b'), device('c')]));
    expect(ids(state)).toEqual(['a', 'b', 'c']);
    expect(nextOffset(state)).toBe(200);
  });

  test('DL-18: an answer for offset 0 replaces the whole list', () => {
    const state = answer(start(initialList), 0, page([device('a'), device('b')]));
    const later = answer(start(state, 'refresh'), 0, page([device('b'), device('z')], { totalCount: 2 }));
    expect(ids(later)).toEqual(['b', 'z']);
    expect(later.totalCount).toBe(2);
  });

  test('DL-11 DL-19: over any pages the list holds each pair of deviceId and serial once, the first copy, in order', () => {
    fc.assert(
      fc.property(anyPages, (pages) => {
        let state = initialList;
        for (const [index, devices] of pages.entries()) {
          state = answer(start(state, index === 0 ? 'first' : 'next'), index * 100, page(devices));
        }
        const firstCopies = new Map<string, DeviceListItem>();
        for (const item of pages.flat()) {
          const pair = JSON.stringify([item.deviceId, item.serial]);
          if (!firstCopies.has(pair)) firstCopies.set(pair, item);
        }
        expect(state.rows).toHaveLength(firstCopies.size);
        expect(state.rows.every((row, index) => row === [...firstCopies.values()][index])).toBe(true);
      }),
    );
  });

  test('DL-11: two different pairs never have the same identity', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), fc.string(), fc.option(fc.string()), (a, s, b, u) => {
        fc.pre(!a.includes(' ') && !b.includes(' '));
        expect(toIdentity({ deviceId: a, serial: s }) === toIdentity({ deviceId: b, serial: u })).toBe(
          a === b && s === u,
        );
      }),
    );
  });

  test('DL-20: only a page with devices can promise more, so that an empty one is not asked for ever', () => {
    const state = answer(start(initialList), 0, page([device('a')]));
    expect(mayLoadOn(state)).toBe(true);
    expect(mayLoadOn(answer(start(state, 'next'), 100, page([])))).toBe(false);
  });

  test('DL-19 DL-20: a page of nothing but repeats stops loading by itself, and leaves the button', () => {
    const state = answer(start(initialList), 0, page([device('a')]));
    const stalled = answer(start(state, 'next'), 100, page([device('a')]));
    expect(mayLoadOn(stalled)).toBe(false);
    expect(stalled.hasMore).toBe(true);
    expect(nextOffset(stalled)).toBe(200);
  });

  test('DL-21: a later page without a count leaves the known one, a first page without one makes it unknown', () => {
    const state = answer(start(initialList), 0, page([device('a')]));
    expect(answer(start(state, 'next'), 100, page([device('b')], { totalCount: undefined })).totalCount).toBe(1000);
    expect(answer(start(state, 'refresh'), 0, page([], { totalCount: undefined })).totalCount).toBeUndefined();
  });
});

describe('changes and failures', () => {
  const loaded = answer(start(answer(start(initialList), 0, page([device('a')])), 'next'), 100, page([device('b')]));

  test.each([
    ['DL-15: changing the search text', { ...query, search: 'x' }],
    ['DL-16: changing the advanced search', { ...query, criteria: { models: ['x'] } }],
    ['DL-17: changing the group', { ...query, groupId: 7 }],
    ['DL-09: changing the sort', { ...query, sort: { sortColumn: 'model', sortOrder: 'desc' } }],
  ] satisfies [string, ListQuery][])('%s resets the offset to 0', (_title, changed) => {
    expect(loaded.offset).toBe(100);
    expect(toQueryKey(changed)).not.toBe(toQueryKey(query));
    expect(start(loaded, 'first', changed).offset).toBe(0);
  });

  test('DL-19: a page that fails keeps the list and its place; the retry asks for the same offset', () => {
    const failed = reduceList(start(loaded, 'next'), {
      type: 'failed',
      failure: { statusCode: null, errorCode: 102001 },
    });
    expect(ids(failed)).toEqual(['a', 'b']);
    expect(nextOffset(failed)).toBe(nextOffset(loaded));
    expect(failed.failure).toMatchObject({ load: 'next', errorCode: 102001 });
    expect(mayLoadOn(failed)).toBe(false);
    expect(start(failed, 'next').failure).toBeUndefined();
  });

  test('DL-18: a refresh that fails keeps the old rows, a new search that fails does not pass them off as its own', () => {
    const failure = { statusCode: 500, errorCode: 201000 };
    expect(ids(reduceList(start(loaded, 'refresh'), { type: 'failed', failure }))).toEqual(['a', 'b']);
    const other = reduceList(start(loaded, 'first', { ...query, search: 'x' }), { type: 'failed', failure });
    expect(other.rows).toEqual([]);
    expect(other.query?.search).toBe('x');
  });
});

describe('queries and order', () => {
  test('AP-13: criteria and free text are never sent together', () => {
    const search = { ...emptySearch, text: ' abc ', criteria: { models: ['m'] } };
    expect(toListQuery(search, () => true).search).toBe('');
    expect(toListQuery({ ...search, criteria: undefined }, () => true).search).toBe('abc');
    expect(toListQuery({ ...search, criteria: undefined }, () => false).search).toBe('');
  });

  test('DL-16: the same criteria in another order are the same query', () => {
    const one: ListQuery = { ...query, criteria: { models: ['m'], dealerNames: ['d'] } };
    const two: ListQuery = { ...query, criteria: { dealerNames: ['d'], models: ['m'] } };
    expect(toQueryKey(one)).toBe(toQueryKey(two));
  });

  test('DL-09: a picked column starts ascending and turns round; serial, shown by default, turns round at once', () => {
    expect(toNextSort(undefined, 'model')).toEqual({ sortColumn: 'model', sortOrder: 'asc' });
    expect(toNextSort({ sortColumn: 'model', sortOrder: 'asc' }, 'model')).toEqual({
      sortColumn: 'model',
      sortOrder: 'desc',
    });
    expect(toNextSort({ sortColumn: 'model', sortOrder: 'desc' }, 'model')).toEqual({
      sortColumn: 'model',
      sortOrder: 'asc',
    });
    expect(toNextSort(undefined, 'serial')).toEqual({ sortColumn: 'serial', sortOrder: 'desc' });
  });
});
