import { describe, expect, it } from 'vitest';
import { chance } from '../../../test/chance.ts';
import type { DeviceHistory } from '../../history/day-reading.ts';
import { toEnding } from './ending.ts';

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
