import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMonthlyPages, toSum } from './monthly-pages.ts';
import type { CounterDay } from './store.ts';

const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
const black = (...days: [day: string, value: number | null][]): CounterDay[] =>
  days.map(([day, value]) => [day, value, 0, value]);
const blackPages = (days: CounterDay[]) => toMonthlyPages(days, months).map((pages) => pages.black);

describe('pages of a month', () => {
  test('CT-01 CT-02: they run from the last counter before the month to the last one in it', () => {
    const days = black(
      ['2026-07-31', 100],
      ['2026-08-02', 110],
      ['2026-08-31', 150],
      ['2026-09-01', 155],
      ['2026-10-31', 300],
    );
    expect(blackPages(days)).toEqual([50, 5, 145, null]);
  });

  test('CT-01: a month without a report is null, and what was printed in it counts with the next report', () => {
    expect(blackPages(black(['2026-08-01', 100], ['2026-08-05', 130], ['2026-11-03', 500]))).toEqual([
      30,
      null,
      null,
      370,
    ]);
  });

  test('CT-01: the month of the first report counts from that report on; a single counter tells no pages', () => {
    expect(blackPages(black(['2026-10-10', 5000], ['2026-10-12', 5040], ['2026-11-01', 5050]))).toEqual([
      null,
      null,
      40,
      10,
    ]);
    expect(blackPages(black(['2026-10-10', 5000]))).toEqual([null, null, null, null]);
    expect(blackPages(black(['2026-10-10', 5000], ['2026-10-11', 5000]))).toEqual([null, null, 0, null]);
  });

  test('CT-01: a counter that fell or leapt costs that step, and no pages go negative', () => {
    const days = black(
      ['2026-08-01', 9000],
      ['2026-08-20', 9100],
      ['2026-08-21', 5],
      ['2026-08-31', 25],
      ['2026-09-01', 90_000_000],
      ['2026-09-30', 90_000_010],
    );
    expect(blackPages(days)).toEqual([120, 10, null, null]);
  });

  test('CT-04: color and black are null where the device counts all pages alone, and the total says how many', () => {
    const days: CounterDay[] = [
      ['2026-09-30', 100, null, null],
      ['2026-10-31', 160, null, null],
      ['2026-11-05', 170, null, null],
    ];
    const pages = toMonthlyPages(days, months);
    expect(pages.slice(1)).toEqual([
      { color: null, black: null },
      { color: null, black: null, total: 60 },
      { color: null, black: null, total: 10 },
    ]);
    expect(toSum(pages)).toEqual({ color: null, black: null, total: 70 });
  });

  test('CT-03: a sum leaves out unknown months, is null of none, and tells a total where one month has nothing else', () => {
    expect(
      toSum([
        { color: null, black: null },
        { color: 1, black: 2 },
        { color: 3, black: 4 },
      ]),
    ).toEqual({ color: 4, black: 6 });
    expect(toSum([{ color: null, black: null }])).toEqual({ color: null, black: null });
    expect(
      toSum([
        { color: 1, black: 2 },
        { color: null, black: null, total: 10 },
      ]),
    ).toEqual({ color: null, black: null, total: 13 });
  });

  test('CT-01: whatever counters do, pages are never below zero', () => {
    const value = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }), { nil: null });
    const row = fc.tuple(fc.integer({ min: 0, max: 160 }), value, value, value);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const days = rows.map(
          ([day, ...values]): CounterDay => [
            new Date(Date.UTC(2026, 5, 1 + day)).toISOString().slice(0, 10),
            ...values,
          ],
        );
        for (const pages of toMonthlyPages(days, months))
          for (const count of [pages.color, pages.black, pages.total ?? null])
            expect(count === null || count >= 0).toBe(true);
      }),
    );
  });
});
