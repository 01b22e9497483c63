import { expect, test } from 'vitest';
import { type CounterDay, toAverageMonthlyPages, toHistoryDays } from './amp.ts';

const days = (...totals: (number | null)[]): CounterDay[] =>
  totals.map((total, n) => [`2026-01-${String(n + 1).padStart(2, '0')}`, total]);
const steady = (count: number, perDay: number) => days(...Array.from({ length: count }, (_, n) => 1000 + n * perDay));

test('PR-11: AMP is the pages of a month of 30.44 days, and unknown with less than 14 days of history', () => {
  expect(toAverageMonthlyPages(steady(15, 10))).toBe(304);
  expect(toAverageMonthlyPages(steady(14, 10))).toBeNull();
  expect(toAverageMonthlyPages(steady(20, 0))).toBe(0);
  expect(toAverageMonthlyPages([])).toBeNull();
});

test('PR-11: days without a report or without a total are bridged, not counted as zero', () => {
  expect(
    toAverageMonthlyPages([
      ['2026-01-01', 1000],
      ['2026-01-09', null],
      ['2026-01-21', 1200],
    ]),
  ).toBe(304);
  expect(toAverageMonthlyPages(days(...Array.from({ length: 20 }, () => null)))).toBeNull();
});

test('PR-11: a counter that falls, as after a new board, takes that step out and no more', () => {
  const before = Array.from({ length: 11 }, (_, n) => 5000 + n * 10);
  const after = Array.from({ length: 11 }, (_, n) => 100 + n * 10);
  expect(toAverageMonthlyPages(days(...before, ...after))).toBe(304);
});

test('PR-11: a counter that leaps beyond what any printer prints takes that step out too', () => {
  const before = Array.from({ length: 11 }, (_, n) => 1000 + n * 10);
  const after = Array.from({ length: 11 }, (_, n) => 9_000_000 + n * 10);
  expect(toAverageMonthlyPages(days(...before, ...after))).toBe(304);
});

test('PR-11: the history is given in days between the first and the last counter', () => {
  expect(
    toHistoryDays([
      ['2026-02-27', 5],
      ['2026-03-02', 9],
    ]),
  ).toBe(3);
  expect(toHistoryDays([['2026-02-27', 5]])).toBe(0);
  expect(toHistoryDays(days(null, 5, 6, null))).toBe(1);
});
