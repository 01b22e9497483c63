import { firmwareMatchers, type SearchCriteria, sortColumns, sortOrders } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptySearch, readCriteriaHash, readDeviceSearch, toAddress, toCriteriaHash } from './address.ts';

const name = fc.constantFrom('4525C', '東亜物産', 'a b', '<3', 'Müller & Söhne', '50%', '😀');
const criteria: fc.Arbitrary<SearchCriteria> = fc.oneof(
  fc.record({ models: fc.array(name, { minLength: 1 }), dealerNames: fc.array(name, { minLength: 1 }) }),
  fc.record({
    mfpIdentifiers: fc.array(fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/), { minLength: 1, maxLength: 1500 }),
    firmwareVersion: fc.record({
      matcher: fc.constantFrom(...firmwareMatchers),
      versions: fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/).map((version) => [version]),
    }),
  }),
);

test('DL-09 DL-15 DL-16 DL-17: search, group, sort and criteria come back from the address they were put into', () => {
  const search = fc.record({
    text: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
    groupId: fc.nat(),
    criteria: fc.option(criteria, { nil: undefined }),
    sort: fc.option(
      fc.record({ sortColumn: fc.constantFrom(...sortColumns), sortOrder: fc.constantFrom(...sortOrders) }),
      {
        nil: undefined,
      },
    ),
  });
  fc.assert(
    fc.property(search, (search) => {
      const address = toAddress(search);
      const back = readDeviceSearch({ ...address.search }, address.hash);
      expect(back).toEqual(search.criteria === undefined ? search : { ...search, text: '' });
      expect(address.hash).toMatch(/^(adv=[\w-]+)?$/);
    }),
  );
});

test('DL-24: a searchkey is the search text until the user changes it', () => {
  const carried = readDeviceSearch({ searchkey: 'CKL 24' }, '');
  expect(carried.text).toBe('CKL 24');
  expect(toAddress({ ...carried, text: 'other' }).search).toEqual({ search: 'other' });
  expect(readDeviceSearch({ searchkey: 'a', search: 'b' }, '').text).toBe('b');
  expect(readDeviceSearch({ searchkey: '0012' }, '').text).toBe('0012');
});

test('AP-13: an address with criteria and free text counts as an advanced search', () => {
  const { text, criteria } = readDeviceSearch({ search: 'abc' }, toCriteriaHash({ models: ['m'] }));
  expect({ text, criteria }).toEqual({ text: '', criteria: { models: ['m'] } });
});

test('DL-24 GR-04: an address that cannot be parsed is the plain list, never an error', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('search', 'group', 'sort', 'order', 'searchkey'), fc.anything()),
      (raw) => {
        expect(readDeviceSearch(raw, '').groupId).toBeGreaterThanOrEqual(0);
      },
    ),
  );
  const malformed = { search: {}, group: '-3', sort: 'colour', order: 'asc', searchkey: '  ' };
  expect(readDeviceSearch(malformed, '#adv=%%%')).toEqual(emptySearch);
});

test('AS-44: a damaged or foreign fragment holds no criteria', () => {
  const broken = ['', '#top', 'adv=', 'adv=!!!', toCriteriaHash({}), toCriteriaHash({ models: ['<script'] })];
  for (const hash of broken) expect(readCriteriaHash(hash)).toBeUndefined();
  expect(readCriteriaHash(`#${toCriteriaHash({ models: ['45'] })}`)).toEqual({ models: ['45'] });
});
