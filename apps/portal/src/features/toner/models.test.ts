import type { AnswerOf } from '@platen/contract/endpoint';
import type { readToner } from '@platen/contract/readings';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMedianInterval, toSpans, toTonerRows } from './toner-rows.ts';

type Toner = AnswerOf<typeof readToner>;
const perColor = <T>(value: T) => ({ black: value, yellow: value, magenta: value, cyan: value, eBlue: value });
const silent = (): Toner => ({
  toner: perColor(null),
  cartridgeReplacement: perColor([]),
  tonerNearEmpty: null,
  tonerLeftDays: perColor(null),
});
const basis = (readings: number) => ({ rule: 'toner', readings, neededReadings: 14, from: null, to: null });

describe('rows of the toner screen', () => {
  test('TN-06 TN-13: stand in the order K Y M C, and B only where the device has it', () => {
    const level = { percent: 50, averagePixelCount: 5 };
    const four = { ...silent(), toner: { ...perColor<Toner['toner']['black']>(level), eBlue: null } };
    expect(toTonerRows(four).map(({ tone }) => tone)).toEqual(['K', 'Y', 'M', 'C']);
    expect(toTonerRows({ ...four, toner: perColor(level) }).map(({ tone }) => tone)).toEqual(['K', 'Y', 'M', 'C', 'B']);
    const unreadable = { tonerReadings: { eBlue: { percent: null, state: 'unknown' as const } } };
    expect(toTonerRows(four, unreadable).at(-1)).toMatchObject({ tone: 'B', percent: null, state: 'unknown' });
  });

  test('TN-06: a monochrome device has one row', () => {
    const mono = { ...silent(), toner: { ...perColor(null), black: { percent: 0, averagePixelCount: null } } };
    expect(toTonerRows(mono)).toMatchObject([{ color: 'black', percent: 0, state: 'measured' }]);
  });

  test('TN-06: a device that reports no toner has the four usual rows, all not reported and never zero', () => {
    const rows = toTonerRows(silent());
    expect(rows.map(({ tone, percent, state }) => [tone, percent, state])).toEqual(
      ['K', 'Y', 'M', 'C'].map((tone) => [tone, null, 'notReported']),
    );
  });

  test('TN-03: days left come with their range, without one as a plain figure, or say how many readings are missing', () => {
    const answer: Toner = {
      ...silent(),
      tonerLeftDays: { ...perColor<number | null>(null), black: 27, yellow: 49 },
      tonerLeftDaysRange: {
        black: { days: 27, lower: 22, upper: 33, basis: basis(34) },
        yellow: null,
        magenta: { days: null, basis: basis(9) },
        cyan: { days: null, basis: basis(20) },
        eBlue: null,
      },
    };
    const days = toTonerRows({ ...answer, toner: perColor({ percent: 1, averagePixelCount: null }) });
    expect(days.map(({ daysLeft }) => daysLeft)).toEqual([
      { kind: 'known', days: 27, range: { lower: 22, upper: 33 } },
      { kind: 'known', days: 49, range: undefined },
      { kind: 'withheld', readings: 9, needed: 14 },
      { kind: 'none' },
      { kind: 'none' },
    ]);
  });

  test('zero days left are zero, not nothing', () => {
    const [row] = toTonerRows({ ...silent(), tonerLeftDays: { ...perColor(null), black: 0 } });
    expect(row?.daysLeft).toEqual({ kind: 'known', days: 0, range: undefined });
  });
});

describe('the rhythm of replacements', () => {
  const at = (day: number) => ({ replacedAt: new Date(day * 86_400_000).toISOString() });
  test('is the middle of the intervals, newest first or not', () => {
    expect(toMedianInterval([at(100), at(70), at(10)])).toBe(45);
    expect(toMedianInterval([at(10), at(70), at(100), at(200)])).toBe(60);
  });
  test('TN-05: the running cartridge reaches today, each before it the next replacement', () => {
    const replaced = ['2026-03-02', '2026-08-20'].map((day) => ({ replacedAt: `${day}T00:00:00.000Z` }));
    expect(toSpans(replaced, '2026-11-22')).toEqual([
      { from: '2026-03-02', to: '2026-08-20', current: false },
      { from: '2026-08-20', to: '2026-11-22', current: true },
    ]);
    // In Honolulu it is still yesterday.
    expect(toSpans(replaced.slice(1), '2026-08-19')).toEqual([{ from: '2026-08-20', to: '2026-08-20', current: true }]);
  });
  test('needs two replacements', () => {
    expect([toMedianInterval([]), toMedianInterval([at(3)])]).toEqual([undefined, undefined]);
  });
  test('lies between the shortest and the longest interval', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 2, maxLength: 10 }), (days) => {
        const sorted = days.toSorted((a, b) => a - b);
        const intervals = sorted.slice(1).map((day, place) => day - (sorted[place] ?? 0));
        const median = toMedianInterval(days.map(at)) ?? Number.NaN;
        expect(median).toBeGreaterThanOrEqual(Math.min(...intervals));
        expect(median).toBeLessThanOrEqual(Math.max(...intervals));
      }),
    );
  });
});
