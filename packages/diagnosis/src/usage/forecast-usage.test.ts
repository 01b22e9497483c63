import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Increment } from '../history/increment.ts';
import { defaultCalibration, fitUsage } from './calibration.ts';
import { forecastUsage } from './forecast-usage.ts';
import { summariseUsage } from './summarise-usage.ts';

/** Monday to Friday 100, weekends 0; day 4 is a Monday (1970-01-05). */
const office = (day: number) => ((day + 3) % 7 < 5 ? 100 : 0);
const daily = (days: number, use: (day: number) => number, from = 4): Increment[] =>
  Array.from({ length: days }, (_, at) => ({ day: from + at, span: 1, value: use(from + at) }));
/** The same use, but the device reports from Monday to Friday only. */
const silentOnWeekends = (increments: readonly Increment[]): Increment[] =>
  increments.flatMap(({ day }) => (office(day) === 0 ? [] : [{ day, span: (day + 3) % 7 === 0 ? 3 : 1, value: 100 }]));
/** Evenly spread figures from 0 to 1, the same on every run. */
function toRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const anyIncrements = fc.array(
  fc.record({
    day: fc.integer({ min: 500, max: 900 }),
    span: fc.integer({ min: 1, max: 90 }),
    value: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.double({ min: 0, max: 1e9, noNaN: true })),
  }),
  { maxLength: 120 },
);

describe('forecast of what a device uses', () => {
  it('OQ-85: withholds below 14 readings, and where none of the last 112 days is known', () => {
    expect(
      forecastUsage(
        daily(12, () => 5),
        15,
      ),
    ).toBeUndefined();
    expect(
      forecastUsage(
        daily(13, () => 5),
        16,
      )?.readings,
    ).toBe(14);
    expect(
      forecastUsage(
        daily(60, () => 5),
        63 + 112,
      ),
    ).toBeUndefined();
    expect(forecastUsage([], 100)).toBeUndefined();
  });

  it('knows the weekdays: five weekdays of an office are used up by Friday, the sixth on Monday', () => {
    const sunday = 4 + 8 * 7 - 1;
    const forecast = forecastUsage(daily(8 * 7, office), sunday);
    expect(forecast?.cumulative(5).value).toBeGreaterThan(490);
    expect(forecast?.cumulative(7).value).toBeGreaterThan(499);
    expect(forecast?.cumulative(7).value).toBeLessThan(501);
    expect(forecast?.daysUntil(490)?.value).toBeLessThanOrEqual(5);
    expect(forecast?.daysUntil(510)?.value).toBeGreaterThan(7);
  });

  it('a zero is a zero: quiet days of a device that reports lower its level', () => {
    const everyThird = forecastUsage(
      daily(90, (day) => (day % 3 === 0 ? 0 : 90)),
      93,
    );
    expect(everyThird?.cumulative(30).value).toBeCloseTo(1800, -2);
  });

  it('a device silent on weekends is forecast as one that reports zeros there, week by week', () => {
    const sunday = 4 + 12 * 7 - 1;
    const silent = forecastUsage(silentOnWeekends(daily(12 * 7, office)), sunday);
    expect(silent?.cumulative(7).value).toBeGreaterThan(480);
    expect(silent?.cumulative(7).value).toBeLessThan(520);
    expect(silent?.cumulative(28).value).toBeGreaterThan(1920);
    expect(silent?.cumulative(28).value).toBeLessThan(2080);
  });

  it('what was added over several days counts the same as if it had been reported day by day', () => {
    const forecast = forecastUsage(
      Array.from({ length: 20 }, (_, at) => ({ day: 7 * at + 7, span: 7, value: 70 })),
      140,
    );
    expect(forecast?.cumulative(10).value).toBeCloseTo(100, 6);
    expect(forecast?.daysUntil(35)?.value).toBeCloseTo(3.5, 6);
  });

  it('follows last year once 378 days are known, and not before', () => {
    const seasonal = (day: number) => (day % 364 < 60 ? 200 : 100);
    const from = 100;
    const today = 364 * 2 - 1;
    const known = forecastUsage(daily(today + 1 - from, seasonal, from), today);
    const young = forecastUsage(daily(377, seasonal, today - 376), today);
    // Without last year the level goes back to the mean of all known days, which held 60 busy ones.
    expect(young?.cumulative(40).value).toBeGreaterThan(4000);
    expect(young?.cumulative(40).value).toBeLessThan(4300);
    expect(known?.cumulative(40).value).toBeGreaterThan(5000);
    expect(known?.cumulative(40).value).toBeLessThan(8100);
  });

  it('nothing used lasts longer than can be forecast, and nothing left lasts no day', () => {
    const idle = forecastUsage(
      daily(30, () => 0),
      33,
    );
    expect(idle?.daysUntil(1)).toBeUndefined();
    expect(idle?.cumulative(30)).toEqual({ value: 0, lower: 0, upper: 0 });
    const steady = forecastUsage(
      daily(30, () => 10),
      33,
    );
    expect(steady?.daysUntil(0)).toEqual({ value: 0, lower: 0, upper: 0 });
    expect(steady?.daysUntil(3640)?.value).toBeCloseTo(364, 0);
    expect(steady?.daysUntil(3660)).toBeUndefined();
  });

  it('increments after today are not looked at', () => {
    const past = daily(40, office);
    const later = daily(20, () => 100_000, 44);
    expect(forecastUsage([...past, ...later], 43)?.cumulative(9)).toEqual(forecastUsage(past, 43)?.cumulative(9));
  });

  it('intervals learned from other devices cover about eight of ten of what comes', () => {
    const devices = Array.from({ length: 60 }, (_, seed) => {
      const random = toRandom(seed + 1);
      const factor = 0.5 + random();
      return daily(230, (day) => office(day) * factor * 2 * random());
    });
    const today = 4 + 199;
    const fitted = fitUsage(devices.slice(0, 30).flatMap((one) => summariseUsage(one, today - 40) ?? []));
    let inside = 0;
    let all = 0;
    for (const one of devices.slice(30))
      for (const days of [5, 8, 12, 18, 25]) {
        const left = forecastUsage(one, today, fitted)?.daysUntil(
          one.filter(({ day }) => day > today && day <= today + days).reduce((sum, { value }) => sum + value, 0),
        );
        if (left === undefined || left.value === 0) continue;
        all++;
        if (left.lower <= days && left.upper >= days) inside++;
      }
    expect(all).toBeGreaterThan(140);
    expect(inside / all).toBeGreaterThan(0.7);
    expect(inside / all).toBeLessThan(0.95);
  });

  it('a range with too few ratios keeps the common quantiles; the order of devices does not matter', () => {
    const summaries = [1, 2, 3].flatMap((seed) => {
      const random = toRandom(seed);
      return (
        summariseUsage(
          daily(300, () => 50 + 100 * random()),
          303,
        ) ?? []
      );
    });
    const fitted = fitUsage(summaries);
    expect(fitUsage(summaries.toReversed())).toEqual(fitted);
    expect(fitUsage([])).toEqual(defaultCalibration);
    expect(fitted).not.toEqual(defaultCalibration);
    for (const summary of summaries) for (const ratios of summary.ratios) expect(ratios.length).toBeLessThanOrEqual(16);
    expect(JSON.parse(JSON.stringify(fitted))).toEqual(fitted);
  });

  it('whatever the history: never negative, never falling with more days, the value inside its range', () => {
    fc.assert(
      fc.property(anyIncrements, fc.integer({ min: 0, max: 900 }), (increments, today) => {
        const forecast = forecastUsage(increments, today);
        summariseUsage(increments, today);
        if (forecast === undefined) return;
        let last = { value: 0, lower: 0, upper: 0 };
        for (const days of [-1, 0, 0.5, 1, 3.9, 4.1, 7, 14, 28, 90, 365, 400]) {
          const next = forecast.cumulative(days);
          expect(next.lower).toBeLessThanOrEqual(next.value);
          expect(next.upper).toBeGreaterThanOrEqual(next.value);
          for (const bound of ['value', 'lower', 'upper'] as const)
            expect(next[bound]).toBeGreaterThanOrEqual(last[bound]);
          last = next;
        }
        const left = forecast.daysUntil(last.value / 2);
        if (left === undefined) return;
        expect(left.lower).toBeGreaterThanOrEqual(0);
        expect(left.lower).toBeLessThanOrEqual(left.value);
        expect(left.upper).toBeGreaterThanOrEqual(left.value);
      }),
    );
  });

  it('the order in which the increments are given does not matter', () => {
    fc.assert(
      fc.property(
        anyIncrements.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([increments, shuffled]) => {
          const use = forecastUsage(increments, 900)?.cumulative(30).value;
          const again = forecastUsage(shuffled, 900)?.cumulative(30).value;
          expect(again === undefined).toBe(use === undefined);
          // Sums in another order differ in the last digits.
          expect(Math.abs((again ?? 0) - (use ?? 0))).toBeLessThanOrEqual(1e-9 * (1 + (use ?? 0)));
        },
      ),
    );
  });
});
