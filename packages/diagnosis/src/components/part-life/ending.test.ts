import { describe, expect, it } from 'vitest';
import { chance } from '../../../test/chance.ts';
import type { DeviceHistory } from '../../history/day-reading.ts';
import { namedLife, toEnding } from './ending.ts';
import { toLives } from './part-lives.ts';

const kind = { code: '6250', sensor: 'sensor.chargingVoltage.black' } as const;
const replaced = 160;

/** A drum whose counter begins again on day 160, its sensor by day, and service calls by day. */
function history(voltsOn: (day: number) => number, calls: readonly number[] = []): DeviceHistory {
  const days = Array.from({ length: 120 }, (_, at) => 100 + at);
  return {
    family: null,
    model: null,
    firmware: null,
    replacements: [],
    days: days.map((day) => ({
      day,
      values: new Map([
        ['pages.total', 100 * day],
        ['part.6250.pages', 100 * (day < replaced ? day : day - replaced)],
        [kind.sensor, voltsOn(day)],
      ]),
    })),
    errors: calls.map((day) => ({
      at: (day + 0.5) * 86_400_000,
      code: 'C3A5',
      category: 'serviceCall' as const,
      counter: null,
      conditions: {},
    })),
  };
}
const { uniform } = chance(1);
const scattered = () => 10 * (uniform() - 0.5);
const endingOf = (one: DeviceHistory, part: Parameters<typeof toEnding>[2] = kind) =>
  toEnding(one, { until: replaced }, part, {});

describe('what was around a replacement', () => {
  it('FS-17: a sensor that reads another piece has moved; after a bare reset of the counter it stays', () => {
    expect(endingOf(history((day) => (day < replaced ? 700 : 640) + scattered()))).toEqual(['alone', 'moved']);
    expect(endingOf(history((day) => 650 + 0.05 * (day - replaced) + scattered()))).toEqual(['alone', 'stayed']);
  });

  it('FS-17: a sensor that shows nothing of sound pieces, or hardly reads, says neither', () => {
    const one = history((day) => (day < replaced ? 700 : 640));
    expect(endingOf(one, { ...kind, driftsUp: true })).toEqual(['alone']);
    expect(endingOf(one, { code: '6250' })).toEqual(['alone']);
    expect(endingOf({ ...one, days: one.days.filter(({ day }) => day <= replaced + 3) })).toEqual(['alone']);
  });

  it('FS-17: a fault that lasts calls on several days until the part is replaced, one that means nothing once', () => {
    const calling = (...days: number[]) => endingOf(history(() => 650, days)).filter((sign) => sign !== 'stayed');
    expect(calling(155)).toEqual(['cured', 'alone']);
    expect(calling(155, 155)).toEqual(['cured', 'alone']);
    expect(calling(155, 157)).toEqual(['cured', 'again', 'alone']);
    // It goes on after the replacement, so it was of something else.
    expect(calling(155, 157, 170)).toEqual(['alone']);
  });
});

describe('the life that a maker names', () => {
  /** A drum of four rotations a page whose counters fall back to 60 % on day 160. */
  const setBack = (): DeviceHistory => {
    const one = history(() => 650);
    const days = one.days.map(({ day }) => {
      const pages = 100 * (day < replaced ? day : day - 0.4 * replaced);
      const counters = [['pages', pages] as const, ['rotations', 4 * pages] as const, ['lifePages', 120_000] as const];
      return { day, values: new Map(counters.map(([key, value]) => [`part.6250.${key}`, value])) };
    });
    return { ...one, days };
  };

  it('FS-17: follows from the counters as they are reported, whatever the piece wore before they were set back', () => {
    const [life, ...others] = toLives(setBack(), '6250', 'rotations');
    if (life === undefined) throw new Error('no life');
    expect(others).toEqual([]);
    expect(life.readings.at(-1)?.wear).toBeGreaterThan(4 * 100 * 210);
    expect(namedLife(setBack(), '6250', 'rotations', life)).toBeCloseTo(4 * 120_000, 3);
    expect(namedLife(setBack(), '6250', 'pages', life)).toBe(120_000);
  });
});
