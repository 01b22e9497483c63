import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../base/errors.ts';
import { lineProperties, toMetadata } from './entity-sets.ts';
import { type Filter, parseFilter, parseOrder, parseSelect } from './filter.ts';

const parse = (filter: string) => parseFilter(filter, lineProperties);
const refused = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.detail.join('; ');
    throw error;
  }
  return 'taken';
};
const serial = (value: string): Filter => ({ kind: 'compare', name: 'Serial', comparison: 'eq', value });

test('MX-09: a filter on date, customer, close and serial is read, with and, or and brackets', () => {
  expect(parse("Serial eq 'A' and CustomerNumber eq 'O''Neil' and Date ge 2026-11-01")).toEqual({
    kind: 'and',
    parts: [
      serial('A'),
      { kind: 'compare', name: 'CustomerNumber', comparison: 'eq', value: "O'Neil" },
      { kind: 'compare', name: 'Date', comparison: 'ge', value: '2026-11-01' },
    ],
  });
  expect(parse("(Serial eq 'A' or Serial eq 'B') and ReadAt lt 2026-11-30T23:00:00+01:00")).toEqual({
    kind: 'and',
    parts: [
      { kind: 'or', parts: [serial('A'), serial('B')] },
      { kind: 'compare', name: 'ReadAt', comparison: 'lt', value: '2026-11-30T22:00:00.000Z' },
    ],
  });
  expect(parse('CloseId eq 0190F3C2-7F3A-7CC1-8A6B-2F1D9C3B4A5E and AssetNumber ne null')).toMatchObject({
    parts: [{ value: '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e' }, { comparison: 'ne', value: null }],
  });
});

test.each([
  ["contains(Serial,'A')", '$filter: the function contains is not offered'],
  ["not Serial eq 'A'", '$filter: not is not offered'],
  ['Reading gt 5', '$filter: Reading cannot be filtered by'],
  ["Serial like 'A'", '$filter: like is not one of eq, ne, gt, ge, lt, le'],
  ['Serial eq 5', '$filter: Serial is a Edm.String, which 5 is not'],
  ['Serial gt null', '$filter: null is compared by eq or ne'],
  ["Serial eq 'A", "$filter: ''A' is not understood"],
  ["(Serial eq 'A'", '$filter: it ends too early'],
  ["Serial eq 'A') or 1 eq 1", "$filter: ')' is one too many"],
  ['Date eq 2026-13-01', '$filter: 2026-13-01 is no date'],
  [`${'('.repeat(30)}Serial eq 'A'`, '$filter: too many brackets'],
  ['constructor eq 1', '$filter: constructor cannot be filtered by'],
  ['', '$filter: it ends too early'],
])('MX-09: what is not offered is refused by name: %s', (filter, why) => {
  expect(refused(() => parse(filter))).toBe(why);
});

test('MX-09: whatever text comes is read or refused with 202001', () => {
  const word = fc.constantFrom('Serial', 'eq', "'A'", 'and', 'or', '(', ')', 'Date', '2026-11-01', 'ge', 'null', ' ');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map((words) => words.join(' ')),
      ),
      (filter) => {
        expect(refused(() => parse(filter))).toMatch(/^(taken|\$filter: )/s);
      },
    ),
  );
});

test('MX-09: order and selection name properties', () => {
  expect(parseOrder('Date desc, Serial', lineProperties)).toEqual([
    { name: 'Date', isDescending: true },
    { name: 'Serial', isDescending: false },
  ]);
  expect(refused(() => parseOrder('Remark', lineProperties))).toContain('Remark cannot be ordered by');
  expect(refused(() => parseOrder('Date up', lineProperties))).toContain('Date up is not understood');
  expect(parseSelect('Serial,Reading', lineProperties)).toEqual(['Serial', 'Reading']);
  expect(parseSelect('*', lineProperties)).toBeUndefined();
  expect(refused(() => parseSelect('toString', lineProperties))).toContain('there is no toString');
});

test('MX-09: the metadata names both sets with their properties', () => {
  const xml = toMetadata();
  for (const part of [
    '<EntitySet Name="MeterReadings" EntityType="Platen.MeterReading"/>',
    '<Property Name="Date" Type="Edm.Date"/>',
    '<Property Name="Id" Type="Edm.String" Nullable="false"/>',
  ])
    expect(xml).toContain(part);
});
