import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CodeEntry } from '../../device/code-queries.ts';
import { toCodeRow, toNextSort, toShownColumns, toShownRows, toSort, toTableStyle } from './code-rows.ts';
import { toBarLength, toFleetView } from './fleet-panel.tsx';

const entry = (more: Partial<CodeEntry>): CodeEntry => ({
  main: 2000,
  sub: 0,
  currentValue: '50',
  modeValue: '50',
  averageValue: '50.2',
  outlierLevel: 0,
  alertThreshold: null,
  clearThreshold: null,
  ...more,
});

test('CD-01 OQ-77: a row is flagged once its value has reached the alert threshold on its bad side', () => {
  const flagged = (currentValue: string, alertThreshold: number | null, clearThreshold: number | null) =>
    toCodeRow(entry({ currentValue, alertThreshold, clearThreshold })).isFlagged;
  expect(flagged('59', 59, 55)).toBe(true);
  expect(flagged('58', 59, 55)).toBe(false);
  expect(flagged('165', 169, 175)).toBe(true);
  expect(flagged('170', 169, 175)).toBe(false);
  expect(flagged('A0', 1, null)).toBe(false);
  expect(flagged('5', null, null)).toBe(false);
  expect(toCodeRow(entry({ alertThreshold: 169, clearThreshold: 175 })).alert).toEqual({
    side: 'low',
    value: 169,
    clear: 175,
  });
});

test('CD-01: an empty value is unknown, not empty', () => {
  expect(toCodeRow(entry({ currentValue: ' ', modeValue: '' }))).toMatchObject({ current: null, mode: null });
});

const value = fc.oneof(fc.integer().map(String), fc.constantFrom('A0', 'on', '', '-3.5', '1e400'));
const entries = fc.array(
  fc.record({ main: fc.nat(9), sub: fc.nat(3), currentValue: value, outlierLevel: fc.constantFrom(null, 0, 1, 2, 3) }),
);

test('CD-04..CD-10: sorting keeps every row, puts the unknown last in both orders and is one order with its reverse', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom('asc', 'desc'), (some, order) => {
      const rows = some.map((more) => toCodeRow(entry(more)));
      const sorted = toShownRows(rows, [], { column: 'current', order });
      expect(sorted).toHaveLength(rows.length);
      const known = sorted.map(({ current }) => current !== null);
      expect(known).toEqual([...known].sort((a, b) => Number(b) - Number(a)));
      const numbers = sorted.map(({ current }) => Number(current ?? 'x')).filter(Number.isFinite);
      expect(numbers).toEqual([...numbers].sort((a, b) => (order === 'asc' ? a - b : b - a)));
    }),
  );
});

test('CD-04 CD-09: the address names the order; a press reverses it or begins with that column, outliers with the worst', () => {
  expect(toSort(undefined, undefined)).toEqual({ column: 'main', order: 'asc' });
  expect(toSort('nonsense', 'desc')).toEqual({ column: 'main', order: 'asc' });
  expect(toSort('level', 'desc')).toEqual({ column: 'level', order: 'desc' });
  expect(toNextSort({ column: 'main', order: 'asc' }, 'main')).toEqual({ column: 'main', order: 'desc' });
  expect(toNextSort({ column: 'main', order: 'asc' }, 'level')).toEqual({ column: 'level', order: 'desc' });
  expect(toNextSort({ column: 'main', order: 'asc' }, 'average')).toEqual({ column: 'average', order: 'asc' });
});

test('CD-02 CD-17 OQ-76: hidden columns go, the code stays; code 13 has two columns whatever is hidden', () => {
  expect(toShownColumns('05', ['sub', 'mode', 'main'])).toEqual(['main', 'current', 'average', 'level', 'setting']);
  expect(toShownColumns('13', ['current'])).toEqual(['main', 'current']);
  expect(toTableStyle(['main', 'current'])).toEqual({ '--columns': '104px minmax(146px, 1fr)', minWidth: 250 });
});

test('CD-09 OQ-75: outside the fleet are levels 2 and 3, by level and distance from the average', () => {
  const rows = [
    entry({ main: 1, outlierLevel: 2, currentValue: '45', averageValue: '50' }),
    entry({ main: 2, outlierLevel: 3, currentValue: '60', averageValue: '50' }),
    entry({ main: 3, outlierLevel: 3, currentValue: '-150', averageValue: '-50' }),
    entry({ main: 4, outlierLevel: 1 }),
    entry({ main: 5, outlierLevel: null }),
    entry({ main: 6, outlierLevel: 2, currentValue: 'on', averageValue: null, modeValue: 'off' }),
    entry({ main: 7, outlierLevel: 2, currentValue: '4', averageValue: '0' }),
  ].map(toCodeRow);
  const { outliers, compared } = toFleetView(rows);
  expect(compared).toBe(6);
  expect(outliers.map(({ main, distance }) => [main, distance])).toEqual([
    [3, -2],
    [2, 0.2],
    [1, -0.1],
    [6, undefined],
    [7, undefined],
  ]);
  expect([-2, 0.2, -0.1].map((distance) => toBarLength(distance, outliers))).toEqual([1, 0.2, 0.1]);
  expect(toBarLength(0, [])).toBe(0);
});
