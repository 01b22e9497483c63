import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayReading, DeviceHistory, ReportedReplacement } from '../history/day-reading.ts';
import { fitToner, judgeToner, summariseToner } from './toner.ts';

const toHistory = (days: readonly DayReading[], replacements: readonly ReportedReplacement[] = []): DeviceHistory => ({
  family: null,
  model: null,
  firmware: null,
  days,
  errors: [],
  replacements,
});
const context = (today: number) => ({ today, model: undefined });

/** Evenly spread figures from 0 to 1, the same on every run. */
function toRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface Office {
  /** Percent used on a mean workday. */
  readonly daily: number;
  readonly seed?: number;
  /** How much the use of a workday varies: 0 none, 1 from 0 to 2 times the mean. */
  readonly chance?: number;
  readonly report?: (percent: number) => number;
  readonly keys?: readonly ('pages' | 'pixels' | 'coarse')[];
}

/** A device on weekdays, cartridges changed when empty; the true percent left at the end of each day. */
function toDevice({ daily, seed = 1, chance = 0, report = Math.round, keys = ['pages'] }: Office, length: number) {
  const random = toRandom(seed);
  const left: number[] = [];
  let percent = 100;
  let pages = 5000;
  const days = Array.from({ length }, (_, day) => {
    const printed = day % 7 < 5 ? Math.round(200 * (1 + chance * (2 * random() - 1))) : 0;
    pages += printed;
    // A cartridge found empty is changed overnight.
    percent = percent <= 0 ? 100 : percent - (daily * printed * (1 + 0.3 * chance * (2 * random() - 1))) / 200;
    left.push(percent);
    return {
      day,
      values: new Map<string, number>([
        ['toner.black', report(Math.max(0, percent))],
        ...(keys.includes('pages') ? [['pages.total', pages] as const] : []),
        ...(keys.includes('pixels') ? [['sensor.pixelCount.black', 5] as const] : []),
        ...(keys.includes('coarse') ? [['coarse.black', 1] as const] : []),
      ]),
    };
  });
  return { days, left };
}

const judged = (days: readonly DayReading[], today: number) => {
  const found = judgeToner(toHistory(days.filter(({ day }) => day <= today)), context(today)).black?.daysLeft;
  return found?.state === 'judged' ? found.value : undefined;
};

describe('days that a toner cartridge lasts', () => {
  it.each([
    ['a level in whole percents', {}],
    ['a level in whole percents without pages', { keys: [] }],
    ['a level in steps of five', { report: (percent: number) => 5 * Math.round(percent / 5) }],
    ['a level with decimals', { report: (percent: number) => percent }],
  ])('TN-03: %s: the true day within three days, also where it falls one percent in several days', (_, office) => {
    for (const daily of [0.4, 1, 3.7]) {
      const { days, left } = toDevice({ daily, ...office }, 420);
      const empty = left.findIndex((percent) => percent <= 0);
      const [today, end] = empty < 0 ? [400, undefined] : [Math.max(20, empty - 20), empty];
      const found = judged(days, today);
      if (end === undefined) throw new Error('the series must end');
      const within = end - today <= 30 ? 3 : 0.05 * (end - today);
      expect(Math.abs((found?.value ?? Number.NaN) - (end - today))).toBeLessThanOrEqual(within);
      expect(found?.lower).toBeLessThanOrEqual(end - today);
      expect(found?.upper).toBeGreaterThanOrEqual(end - today - 1);
    }
  });

  it('TN-03: over devices of all kinds eight of ten dates of the coming two weeks are within three days, and eight of ten intervals hold them', () => {
    let near = 0;
    let held = 0;
    let all = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const { days, left } = toDevice({ daily: 0.5 + (seed % 8) * 0.5, seed, chance: 0.8 }, 300);
      for (let today = 60; today < 280; today += 8) {
        const found = judged(days, today);
        const ahead = left.findIndex((percent, day) => day >= today && percent <= 0) - today;
        if (found === undefined || found.value > 14 || ahead < 1) continue;
        all++;
        if (Math.abs(found.value - ahead) <= 3) near++;
        if (found.lower <= ahead && found.upper >= ahead - 1) held++;
      }
    }
    expect(all).toBeGreaterThan(100);
    expect(near / all).toBeGreaterThan(0.8);
    expect(held / all).toBeGreaterThan(0.75);
  });

  it('OQ-85: is withheld with fewer than 14 readings, and says how many there are', () => {
    const { days } = toDevice({ daily: 2 }, 20);
    const found = judgeToner(toHistory(days.slice(0, 13)), context(12)).black?.daysLeft;
    expect(found).toEqual({
      state: 'withheld',
      basis: { rule: 'toner', readings: 13, neededReadings: 14, from: '1970-01-01', to: '1970-01-13' },
    });
    expect(judged(days.slice(0, 14), 13)).toBeDefined();
  });

  it('is withheld where the level does not fall, where it is old, and where it lasts beyond a year', () => {
    const { days } = toDevice({ daily: 0 }, 60);
    expect(judged(days, 59)).toBeUndefined();
    const used = toDevice({ daily: 1 }, 60).days;
    expect(judged(used, 59 + 14)).toBeDefined();
    expect(judged(used, 59 + 15)).toBeUndefined();
    expect(judged(toDevice({ daily: 0.1 }, 60).days, 59)).toBeUndefined();
  });

  it('a coarse level is followed by pages and pixel count, and withheld without pages', () => {
    const quarter = (percent: number) => 25 * Math.round(percent / 25);
    const { days, left } = toDevice({ daily: 1.5, report: quarter, keys: ['pages', 'pixels', 'coarse'] }, 120);
    const empty = left.findIndex((percent) => percent <= 0);
    expect(Math.abs((judged(days, empty - 20)?.value ?? Number.NaN) - 20)).toBeLessThanOrEqual(6);
    expect(judged(toDevice({ daily: 1.5, report: quarter, keys: ['coarse'] }, 120).days, empty - 20)).toBeUndefined();
  });

  it('days since an older level count as used', () => {
    const { days } = toDevice({ daily: 1 }, 60);
    const now = judged(days, 59)?.value ?? Number.NaN;
    expect(judged(days, 63)?.value).toBeCloseTo(now - 4, 6);
  });

  it('an empty cartridge lasts no day, a new one is known from those before it', () => {
    const { days, left } = toDevice({ daily: 3 }, 200);
    const empty = left.findIndex((percent) => percent <= 0);
    expect(judged(days, empty)).toEqual({ value: 0, lower: 0, upper: 0 });
    const fresh = judged(days, empty + 2)?.value;
    const next = left.findIndex((percent, day) => day > empty && percent <= 0);
    expect(Math.abs((fresh ?? Number.NaN) - (next - empty - 2))).toBeLessThanOrEqual(5);
  });

  it('a single misread level changes nothing much', () => {
    const { days } = toDevice({ daily: 1 }, 60);
    const misread = days.map((one) =>
      one.day === 40 ? { day: 40, values: new Map(one.values).set('toner.black', 0) } : one,
    );
    expect(Math.abs((judged(misread, 59)?.value ?? Number.NaN) - (judged(days, 59)?.value ?? 0))).toBeLessThan(1);
  });

  it('TN-04: the mean pixel count is that of the cartridge in place', () => {
    const { days } = toDevice({ daily: 3, keys: ['pages', 'pixels'] }, 60);
    expect(judgeToner(toHistory(days), context(59)).black?.averagePixelCount).toBe(5);
    const old = days.map((one) =>
      one.day < 40
        ? one
        : { day: one.day, values: new Map([...one.values].filter(([key]) => !key.startsWith('sensor'))) },
    );
    const reported = [{ item: 'toner.black', day: 45 }];
    expect(judgeToner(toHistory(old, reported), context(59)).black?.averagePixelCount).toBeNull();
  });

  it('a colour that is not reported is not judged, and an empty history gives nothing', () => {
    expect(judgeToner(toHistory([]), context(0))).toEqual({});
    expect(Object.keys(judgeToner(toHistory(toDevice({ daily: 1 }, 30).days), context(29)))).toEqual(['black']);
    expect(summariseToner(toHistory([]))).toBeUndefined();
  });

  it('intervals learned from devices that vary much are wider than from steady ones', () => {
    const fit = (chance: number) =>
      fitToner(
        Array.from({ length: 12 }, (_, seed) => toDevice({ daily: 1.5, seed: seed + 1, chance }, 250).days).flatMap(
          (days) => summariseToner(toHistory(days)) ?? [],
        ),
      );
    const { days } = toDevice({ daily: 1.5, seed: 99, chance: 0.3 }, 100);
    const width = (chance: number) => {
      const found = judgeToner(toHistory(days), { today: 99, model: fit(chance) }).black?.daysLeft;
      return found?.state === 'judged' ? found.value.upper - found.value.lower : Number.NaN;
    };
    expect(width(1)).toBeGreaterThan(1.2 * width(0.1));
  });

  it('whatever the history: never throws, whole days, never negative, the value inside its interval', () => {
    const anyDay = fc.record({
      level: fc.option(fc.oneof(fc.integer({ min: -5, max: 120 }), fc.double({ min: 0, max: 100, noNaN: true }))),
      coarse: fc.option(fc.constantFrom(0, 1)),
      pages: fc.option(fc.integer({ min: 0, max: 100_000 })),
      pixels: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    });
    const reported = fc.array(fc.record({ item: fc.constant('toner.black'), day: fc.integer({ min: 0, max: 80 }) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(anyDay, { maxLength: 80 }), reported, (rows, replaced) => {
        const keys = {
          level: 'toner.black',
          coarse: 'coarse.black',
          pages: 'pages.total',
          pixels: 'sensor.pixelCount.black',
        };
        const days = rows.map((row, day) => ({
          day,
          values: new Map(
            (['level', 'coarse', 'pages', 'pixels'] as const).flatMap((name) => {
              const value = row[name];
              return value === null ? [] : [[keys[name], value] as const];
            }),
          ),
        }));
        const history = toHistory(days, replaced);
        summariseToner(history);
        const found = judgeToner(history, context(days.length)).black?.daysLeft;
        const { value, lower, upper } = found?.state === 'judged' ? found.value : { value: 0, lower: 0, upper: 0 };
        expect(lower).toBeGreaterThanOrEqual(0);
        expect([lower, value, upper].every((days) => Number.isInteger(days))).toBe(true);
        expect(lower).toBeLessThanOrEqual(value);
        expect(upper).toBeGreaterThanOrEqual(value);
        expect(found?.state === 'judged' && found.basis.readings < 14).toBe(false);
      }),
    );
  });
});
