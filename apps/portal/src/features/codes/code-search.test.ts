import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAskedFor, parseCodeSearch } from './code-search.ts';

test('CD-12..CD-14 OQ-51: values and ranges between commas, with blanks around them', () => {
  expect(parseCodeSearch('2000-3000, 4000, 4001')).toEqual([
    { from: 2000, to: 3000 },
    { from: 4000, to: 4000 },
    { from: 4001, to: 4001 },
  ]);
  expect(parseCodeSearch('100-200, 400, 401')).toHaveLength(3);
  expect(parseCodeSearch(' 5-5 ,0007 ')).toEqual([
    { from: 5, to: 5 },
    { from: 7, to: 7 },
  ]);
  expect(parseCodeSearch('')).toEqual([]);
  expect(parseCodeSearch('  ')).toEqual([]);
});

test.each(['3000-2000', '2000 - 3000', '2000-', '-5', '1,,2', '1,', 'a', '２０００', '1，2', '1-2-3', '1.5', '　1'])(
  'CD-12 CD-15 OQ-51: %s does not match',
  (text) => {
    expect(parseCodeSearch(text)).toBeUndefined();
  },
);

test('CD-12 OQ-51: both ends of a range are within, nothing beside it is', () => {
  const pair = fc.tuple(fc.nat(99_999), fc.nat(99_999)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), fc.nat(99_999), (pairs, main) => {
      const ranges = parseCodeSearch(pairs.map(([from, to]) => `${from}-${to}`).join(', ')) ?? [];
      expect(isAskedFor(main, ranges)).toBe(pairs.some(([from, to]) => from <= main && main <= to));
    }),
  );
  expect(isAskedFor(7, [])).toBe(true);
});

test('OQ-51: whatever is typed either matches or is refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ranges = parseCodeSearch(text);
      expect(ranges === undefined || ranges.every(({ from, to }) => from <= to)).toBe(true);
    }),
  );
});
