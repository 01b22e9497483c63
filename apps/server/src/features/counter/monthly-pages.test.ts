import { toStatedCause } from '@platen/diagnosis/meters/page-series';
import * as fc from 'fast-check';
import { assert, describe, expect, test } from 'vitest';
import { lastMonths } from '../../device/periods.ts';
import { toMonthlyPages, toSum } from './monthly-pages.ts';
import type { CounterDay, CounterReading } from './store.ts';

const now = new Date('2026-11-21T10:00:00Z');
const months = lastMonths(now, 4, 'UTC');
type Values = [total: number | null, color: number | null, black: number | null];
const toRow = (day: string, values: Values): CounterDay => ({
  day,
  last: [`${day}T20:00:00Z`, ...values],
  quarters: null,
});
const black = (...days: [day: string, value: number | null][]): CounterDay[] =>
  days.map(([day, value]) => toRow(day, [value, 0, value]));
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

  test('CT-01: the month of the first report counts from that report on; a single counter gives no pages', () => {
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

  test('LG-10 LG-11: the pages between the two sides of a misread count, without and with a stated cause', () => {
    const days = black(
      ['2026-08-30', 1000],
      ['2026-08-31', 1100],
      ['2026-09-01', 7],
      ['2026-09-02', 1350],
      ['2026-09-03', 1400],
    );
    expect(blackPages(days)).toEqual([100, 300, null, null]);
    const long = black(['2026-08-30', 1000], ['2026-08-31', 1100], ['2026-09-01', 7], ['2026-09-20', 1400]);
    expect(blackPages(long)).toEqual([100, 1393, null, null]);
    const misread = { causes: new Map([['pages.black', [toStatedCause('2026-09-01', 'misread')]]]) };
    expect(toMonthlyPages(long, months, misread)[1]?.black).toBe(300);
  });

  test('LG-10 LG-13: a leap far over the usual pages counts once it is stated that it was printed', () => {
    const usual = Array.from({ length: 40 }, (_, n): [string, number] => [
      new Date(Date.UTC(2026, 7, 1 + n)).toISOString().slice(0, 10),
      50_000 + n * 300,
    ]);
    const days = black(...usual, ['2026-09-10', 76_500]);
    expect(blackPages(days)[1]).toBe(9 * 300);
    const printed = { causes: new Map([['pages.black', [toStatedCause('2026-09-10', 'printed')]]]) };
    expect(toMonthlyPages(days, months, printed)[1]?.black).toBe(9 * 300 + 14_800);
  });

  test('LG-13: what the model cannot print is not counted, by the model table as far as it has the model', () => {
    const days = black(['2026-09-01', 1000], ['2026-09-02', 1300], ['2026-09-03', 26_300]);
    // 25,000 pages in a day are 17 a minute.
    expect(toMonthlyPages(days, months)[1]?.black).toBe(25_300);
    expect(toMonthlyPages(days, months, { perMinute: 25 })[1]?.black).toBe(25_300);
    expect(toMonthlyPages(days, months, { perMinute: 12 })[1]?.black).toBe(300);
  });

  test('CT-04: color and black are null where the device counts all pages alone, and the total says how many', () => {
    const days = [
      toRow('2026-09-30', [100, null, null]),
      toRow('2026-10-31', [160, null, null]),
      toRow('2026-11-05', [170, null, null]),
    ];
    const pages = toMonthlyPages(days, months);
    expect(pages.slice(1)).toEqual([
      { color: null, black: null },
      { color: null, black: null, total: 60 },
      { color: null, black: null, total: 10 },
    ]);
    expect(toSum(pages)).toEqual({ color: null, black: null, total: 70 });
  });

  test('CT-03: a sum leaves out unknown months, is null of none, and has a total where one month has nothing else', () => {
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

  test('CT-03: a kind that every month has is added up, also where the other kind is not reported', () => {
    expect(
      toSum([
        { color: null, black: null },
        { color: null, black: 1412, total: 1412 },
        { color: null, black: 1529, total: 1530 },
      ]),
    ).toEqual({ color: null, black: 2941, total: 2942 });
  });

  test('CT-01: whatever counters do, pages are never below zero', () => {
    const value = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }), { nil: null });
    const row = fc.tuple(fc.integer({ min: 0, max: 160 }), value, value, value);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const days = rows.map(([day, ...values]) =>
          toRow(new Date(Date.UTC(2026, 5, 1 + day)).toISOString().slice(0, 10), values),
        );
        for (const pages of toMonthlyPages(days, months))
          for (const count of [pages.color, pages.black, pages.total ?? null])
            expect(count === null || count >= 0).toBe(true);
      }),
    );
  });
});

describe('CT-01: months of a time zone', () => {
  const reading = (at: string, value: number): CounterReading => [at, value, 0, value];
  // In Tokyo the month begins at 15:00 UTC of 31 October, in Berlin at 23:00, in Honolulu at 10:00 of 1
  // November.
  const days: CounterDay[] = [
    { day: '2026-10-30', last: reading('2026-10-30T23:00:00Z', 100), quarters: null },
    {
      day: '2026-10-31',
      last: reading('2026-10-31T23:45:00Z', 190),
      quarters: [
        reading('2026-10-31T05:45:00Z', 110),
        reading('2026-10-31T11:45:00Z', 130),
        reading('2026-10-31T14:45:00Z', 150),
      ],
    },
    { day: '2026-11-01', last: reading('2026-11-01T23:45:00Z', 205), quarters: [reading('2026-11-01T05:45:00Z', 200)] },
  ];
  test.each([
    ['Asia/Tokyo', 50, 55],
    ['Asia/Kolkata', 50, 55],
    ['Europe/Berlin', 50, 55],
    ['UTC', 90, 15],
    ['Pacific/Honolulu', 100, 5],
  ])('%s', (zone, october, november) => {
    const pages = toMonthlyPages(days, lastMonths(now, 2, zone));
    expect(pages.map((month) => month.black)).toEqual([october, november]);
  });

  test('a reading of a quarter that the counter cannot have passed divides nothing', () => {
    const [first, second] = [days[0], days[1]];
    assert(first && second);
    const misread = {
      ...second,
      quarters: [reading('2026-10-31T11:45:00Z', 5), reading('2026-10-31T14:45:00Z', 9000)],
    };
    const pages = toMonthlyPages([first, misread], lastMonths(now, 2, 'Asia/Tokyo'));
    expect(pages.map((month) => month.black)).toEqual([null, 90]);
  });

  test('the months of every zone add up to the same pages', () => {
    const zone = fc.constantFrom(
      'Asia/Tokyo',
      'Asia/Kolkata',
      'Pacific/Honolulu',
      'Australia/Lord_Howe',
      'Europe/Berlin',
    );
    const steps = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 60 }), pages: fc.nat(500) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(zone, steps, (name, taken) => {
        const rows = toRows(taken);
        const sumIn = (of: string) => toSum(toMonthlyPages(rows, lastMonths(now, 6, of)));
        expect(sumIn(name)).toEqual(sumIn('UTC'));
      }),
    );
  });

  /** Rows as the store has them, of readings from July on. */
  function toRows(steps: readonly { readonly hours: number; readonly pages: number }[]): CounterDay[] {
    let [time, pages] = [Date.parse('2026-07-10T00:00:00Z'), 1000];
    const byDay = new Map<string, Map<number, CounterReading>>();
    for (const step of steps) {
      time += step.hours * 3_600_000;
      pages += step.pages;
      const at = new Date(time).toISOString();
      const ofDay = byDay.get(at.slice(0, 10)) ?? new Map<number, CounterReading>();
      byDay.set(at.slice(0, 10), ofDay.set(Math.floor(Number(at.slice(11, 13)) / 6), reading(at, pages)));
    }
    return [...byDay].flatMap(([day, readings]) => {
      const last = [...readings.values()].at(-1);
      return last === undefined ? [] : [{ day, last, quarters: [...readings.values()] }];
    });
  }
});
