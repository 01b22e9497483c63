import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAskedFor, parseCodeSearch } from './search-box.tsx';

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

test('CD-12 OQ-51: a code with its sub code, with or without its kind, is that code alone', () => {
  const rows = [2137, 2138, 2139].flatMap((main) => [0, 1, 12].map((sub) => ({ main, sub })));
  const found = (text: string) =>
    rows.filter((row) => isAskedFor(row, parseCodeSearch(text) ?? [])).map(({ main, sub }) => `${main}-${sub}`);
  expect(found('2138-1')).toEqual(['2138-1']);
  expect(found(' 05-2138-12 , 08-2137-0')).toEqual(['2137-0', '2138-12']);
  expect(found('2138-1, 2139')).toEqual(['2138-1', '2139-0', '2139-1', '2139-12']);
  expect(found('2138-2139')).toHaveLength(6);
  // A table without sub codes has only ranges.
  for (const text of ['400-1', '05-400-1']) expect(parseCodeSearch(text, false)).toBeUndefined();
});

test('CD-12 OQ-51: both ends of a range are included, their neighbours are not', () => {
  const pair = fc.tuple(fc.nat(99_999), fc.nat(99_999)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), fc.nat(99_999), (pairs, main) => {
      const ranges = parseCodeSearch(pairs.map(([from, to]) => `${from}-${to}`).join(', '), false) ?? [];
      expect(isAskedFor({ main, sub: null }, ranges)).toBe(pairs.some(([from, to]) => from <= main && main <= to));
    }),
  );
  expect(isAskedFor({ main: 7, sub: 0 }, [])).toBe(true);
});

test('OQ-51: whatever is typed either matches or is refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ranges = parseCodeSearch(text);
      expect(ranges === undefined || ranges.every(({ from, to }) => from <= to)).toBe(true);
    }),
  );
});
