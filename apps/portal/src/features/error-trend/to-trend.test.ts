import { expect, test } from 'vitest';
import { readView, toTrend } from './trend-table.tsx';

const month = (name: string, count: number | null) => ({
  month: name,
  jamDF: count,
  jamPrint: count === null ? null : count * 2,
  jamFinisher: count,
  serviceCall: count,
  other: count,
});
const six = ['06', '07', '08', '09', '10', '11'].map((name, index) =>
  month(`2026-${name}`, index === 2 ? null : index),
);

test('ER-07 ER-08 ER-09 OQ-69 IX-10: the views take the last 1, 3 or 6 months', () => {
  expect(([1, 3, 6] as const).map((view) => toTrend(six, view)?.months.map(({ month }) => month.slice(5)))).toEqual([
    ['11'],
    ['09', '10', '11'],
    ['06', '07', '08', '09', '10', '11'],
  ]);
});
test('ER-03: counts by kind in their order, on one scale, a month without a report null and in no sum', () => {
  const trend = toTrend(six, 6);
  expect(trend?.kinds.map(({ kind, total }) => [kind, total])).toEqual([
    ['jamDF', 13],
    ['jamPrint', 26],
    ['jamFinisher', 13],
    ['serviceCall', 13],
    ['other', 13],
  ]);
  expect(trend?.kinds[0]?.counts).toEqual([0, 1, null, 3, 4, 5]);
  expect(trend).toMatchObject({ most: 10, reported: 5, sums: [0, 6, null, 18, 24, 30] });
});
test('OQ-69: without a report in any of the months there is no trend', () => {
  expect(toTrend([month('2026-11', null)], 6)).toBeUndefined();
  expect(toTrend([], 1)).toBeUndefined();
  expect(toTrend(six.slice(0, 3), 1)).toBeUndefined();
});
test('ER-07 ER-08 ER-09: an address asks for 1, 3 or 6 months; anything else is six', () => {
  expect([readView('1'), readView('3'), readView('6'), readView('2'), readView(undefined)]).toEqual([1, 3, 6, 6, 6]);
});
