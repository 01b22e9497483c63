import { readPmParts } from '@platen/contract/readings';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayReading, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { forecastUsage } from '../usage/forecast-usage.ts';
import { judgePmParts } from './pm-parts.ts';

const toHistory = (days: readonly DayReading[]): DeviceHistory => ({
  family: null,
  model: null,
  firmware: null,
  days,
  errors: [],
  replacements: [],
});
/** Monday to Friday 200 pages; day 4 is a Monday (1970-01-05). */
const workdays = (day: number) => Math.floor((day - 4) / 7) * 5 + Math.min(5, ((day - 4) % 7) + 1);
const toDays = (length: number, toValues: (pages: number, day: number) => Record<string, number>): DayReading[] =>
  Array.from({ length }, (_, at) => {
    const day = 4 + at;
    const pages = 200 * workdays(day);
    return { day, values: new Map(Object.entries({ 'pages.total': 50_000 + pages, ...toValues(pages, day) })) };
  });
function judge(days: readonly DayReading[], today = days.at(-1)?.day ?? 0) {
  const history = toHistory(days);
  const usage = forecastUsage(toIncrements(seriesOf(history, 'pages.total'), pageLimits), today);
  return judgePmParts(history, { today, usage });
}
const partOf = (days: readonly DayReading[], today?: number) => judge(days, today)?.parts[0];
/** The days end on a Sunday: what comes is whole weeks of 1000 pages. */
const weeks = 10;

describe('life of the parts for preventive maintenance', () => {
  it.each([
    [
      'pages against the life in pages',
      (pages: number) => ({ 'part.6250.pages': pages, 'part.6250.lifePages': 100_000 }),
    ],
    [
      'percent reported with pages',
      (pages: number) => ({ 'part.6250.pages': pages, 'part.6250.life': Math.round(pages / 1000) }),
    ],
    [
      'percent reported with rotations',
      (pages: number) => ({ 'part.6250.rotations': 7 * pages, 'part.6250.life': Math.round(pages / 1000) }),
    ],
    [
      'percent reported with drive time',
      (pages: number) => ({ 'part.6250.hours': pages / 2400, 'part.6250.life': Math.round(pages / 1000) }),
    ],
    ['whole percents alone', (pages: number) => ({ 'part.6250.life': Math.round(pages / 1000) })],
  ])('PM-04 PM-05 PM-06 PM-07 PM-09: %s: now and after 1, 2 and 4 weeks', (_, toValues) => {
    const part = partOf(toDays(7 * weeks, toValues));
    expect(part?.lifeNow).toBe(10);
    expect(part?.consumedLife).toBe(10);
    expect(Math.abs((part?.life1Week ?? Number.NaN) - 11)).toBeLessThanOrEqual(0.2);
    expect(Math.abs((part?.life2Weeks ?? Number.NaN) - 12)).toBeLessThanOrEqual(0.3);
    expect(Math.abs((part?.life4Weeks ?? Number.NaN) - 14)).toBeLessThanOrEqual(0.5);
    for (const [name, truth] of [
      ['life1Week', 11],
      ['life2Weeks', 12],
      ['life4Weeks', 14],
    ] as const) {
      expect(part?.ranges?.[name]?.lower).toBeLessThanOrEqual(truth);
      expect(part?.ranges?.[name]?.upper).toBeGreaterThanOrEqual(truth);
    }
  });

  it('CN-16 PM-05 PM-06 PM-07: with the same use every day the forecasts lie 7, 14 and 28 days ahead', () => {
    const days = Array.from({ length: 140 }, (_, day) => ({
      day,
      values: new Map([
        ['pages.total', 200 * day],
        ['part.6250.pages', 200 * day],
        ['part.6250.lifePages', 100_000],
      ]),
    }));
    const part = partOf(days);
    // 0.2 percent a day: a day more or less is seen.
    const daysAhead = (life: number | null | undefined) => ((life ?? Number.NaN) - (part?.lifeNow ?? Number.NaN)) / 0.2;
    expect(daysAhead(part?.life1Week)).toBeCloseTo(7, 0);
    expect(daysAhead(part?.life2Weeks)).toBeCloseTo(14, 0);
    expect(daysAhead(part?.life4Weeks)).toBeCloseTo(28, 0);
  });

  it('PM-08: the counter is the pages of the part, null where it counts none', () => {
    expect(partOf(toDays(70, (pages) => ({ 'part.6250.pages': pages })))?.counter).toBe(10_000);
    expect(partOf(toDays(70, () => ({ 'part.6250.life': 50 })))?.counter).toBeNull();
  });

  it('a part used for colour alone wears by its share of the pages', () => {
    const part = partOf(
      toDays(7 * weeks, (pages) => ({ 'part.6251.pages': pages / 4, 'part.6251.lifePages': 100_000 })),
    );
    expect(part?.lifeNow).toBe(2.5);
    expect(Math.abs((part?.life4Weeks ?? Number.NaN) - 3.5)).toBeLessThanOrEqual(0.1);
  });

  it('a part just replaced goes on from its own counter at the pace of the one before', () => {
    const days = toDays(7 * weeks, (pages, day) => ({
      'part.6250.pages': day < 60 ? 80_000 + pages : pages - 200 * workdays(60),
      'part.6250.lifePages': 100_000,
    }));
    const part = partOf(days);
    expect(part?.replacedAt).toBe('1970-03-02');
    expect(part?.lifeNow).toBeLessThan(3);
    expect(Math.abs((part?.life4Weeks ?? Number.NaN) - (part?.lifeNow ?? 0) - 4)).toBeLessThanOrEqual(0.4);
  });

  it('without pages of the device the part itself is forecast', () => {
    const days = toDays(7 * weeks, (pages) => ({ 'part.6250.pages': pages, 'part.6250.lifePages': 100_000 })).map(
      (one) => ({
        ...one,
        values: new Map([...one.values].filter(([key]) => key !== 'pages.total')),
      }),
    );
    expect(Math.abs((partOf(days)?.life4Weeks ?? Number.NaN) - 14)).toBeLessThanOrEqual(0.5);
  });

  it('OQ-85: fewer than 14 readings give no forecast, and the basis says how many there are', () => {
    const toValues = (pages: number) => ({ 'part.6250.pages': pages, 'part.6250.lifePages': 100_000 });
    const part = partOf(toDays(13, toValues));
    expect(part).toMatchObject({ life1Week: null, life2Weeks: null, life4Weeks: null });
    expect(part?.lifeNow).toBeGreaterThan(0);
    expect(part?.ranges).toBeUndefined();
    expect(part?.basis).toMatchObject({ rule: 'pmParts', readings: 13, neededReadings: 14 });
    expect(partOf(toDays(14, toValues))?.life4Weeks).not.toBeNull();
  });

  it('an unknown life stays unknown, old readings give no forecast, no parts give null', () => {
    const unknown = partOf(toDays(70, (pages) => ({ 'part.6250.rotations': pages })));
    expect(unknown).toMatchObject({ lifeNow: null, consumedLife: null, life1Week: null, counter: null });
    const days = toDays(70, (pages) => ({ 'part.6250.pages': pages, 'part.6250.lifePages': 100_000 }));
    expect(partOf(days, 73 + 14)?.life4Weeks).not.toBeNull();
    expect(partOf(days, 73 + 15)?.life4Weeks).toBeNull();
    expect(judge(toDays(70, () => ({})))).toBeNull();
    expect(judge([])).toBeNull();
  });

  it('PM-01 PM-02: the most consumed part comes first, the threshold is 100 percent', () => {
    const found = judge(
      toDays(20, () => ({ 'part.6250.life': 20, 'part.6342.life': 104, 'part.6321.pages': 5, 'part.6274.life': 80 })),
    );
    expect(found?.threshold).toBe(100);
    expect(found?.parts.map(({ partsCode }) => partsCode)).toEqual(['6342', '6274', '6250', '6321']);
  });

  it('whatever the history: the answer of the call, lives never falling, bounds around them', () => {
    const value = fc.option(
      fc.oneof(fc.integer({ min: -5, max: 200_000 }), fc.double({ min: 0, max: 1e7, noNaN: true })),
    );
    const keys = [
      'pages.total',
      'part.6250.pages',
      'part.6250.lifePages',
      'part.6250.life',
      'part.6250.rotations',
      'part.6321.hours',
    ];
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value, value, value, value), { maxLength: 60 }), (rows) => {
        const days = rows.map((row, day) => ({
          day,
          values: new Map(row.flatMap((one, at) => (one === null ? [] : [[keys[at] ?? '', one] as const]))),
        }));
        const found = judge(days, rows.length);
        expect(readPmParts.answer.safeParse(found ?? { threshold: 100, parts: [] }).success).toBe(true);
        for (const part of found?.parts ?? []) {
          const lives = [part.lifeNow, part.life1Week, part.life2Weeks, part.life4Weeks].filter((one) => one !== null);
          expect(lives).toEqual(lives.toSorted((a, b) => a - b));
          for (const name of ['life1Week', 'life2Weeks', 'life4Weeks'] as const) {
            const range = part.ranges?.[name];
            expect(range?.lower ?? 0).toBeLessThanOrEqual(part[name] ?? 0);
            expect(range?.upper ?? 0).toBeGreaterThanOrEqual(part[name] ?? 0);
          }
        }
      }),
    );
  });
});
