import { expect, test } from 'vitest';
import { parseAddressSearch, pick, stringifyAddressSearch } from './address.ts';

test('RT-03: query values are texts as they stand, never numbers or JSON', () => {
  expect(parseAddressSearch('?searchkey=0012')).toEqual({ searchkey: '0012' });
  expect(parseAddressSearch('?searchkey=%22a%22')).toEqual({ searchkey: '"a"' });
  expect(stringifyAddressSearch({ searchkey: '0012', none: undefined })).toBe('?searchkey=0012');
  expect(stringifyAddressSearch({})).toBe('');
});

test('RT-03: only the named values are passed on, and only when there is something in them', () => {
  expect(pick({ searchkey: 'a', code: 'secret' }, ['searchkey'])).toEqual({ searchkey: 'a' });
  expect(pick({ searchkey: '' }, ['searchkey'])).toEqual({});
});
