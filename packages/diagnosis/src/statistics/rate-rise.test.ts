import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackRate } from './rate-drift.ts';
import { limitAt, RiseEvidence } from './rate-rise.ts';

const prior = { events: 10, exposure: 50_000 };
const belief = { prior, size: 2 };
const random = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
/** Days of 100 sheets, on each of which a jam occurs with the given probability. */
function daysOf(seed: number, days: number, jam: (day: number) => number) {
  const next = random(seed);
  return Array.from({ length: days }, (_, day) => ({ day, exposure: 100, events: next() < jam(day) ? 1 : 0 }));
}

describe('evidence for a rise of a rate', () => {
  it('flat rates alarm about once in twenty years, rises to six times the usual mostly within 90 days', () => {
    const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1);
    const flat = seeds.flatMap(
      (seed) =>
        trackRate(
          daysOf(seed, 600, () => 0.02),
          belief,
        )?.alarms ?? [],
    );
    const years = (300 * 600) / 365 / Math.max(1, flat.length);
    expect(years).toBeGreaterThan(15);
    const found = seeds.filter((seed) => {
      const alarms =
        trackRate(
          daysOf(seed, 390, (day) => (day < 300 ? 0.02 : 0.12)),
          belief,
        )?.alarms ?? [];
      return alarms.some((day) => day >= 300);
    });
    expect(found.length / seeds.length).toBeGreaterThan(0.7);
  });

  it('a further day with a jam never weakens it, a further day without one never strengthens it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 40, maxLength: 150 }), fc.nat(30), (counts, back) => {
        const readings = counts.map((events, day) => ({ day, exposure: 100, events }));
        const last = readings.length - 1;
        const weightOf = (all: typeof readings) => new RiseEvidence(all, belief).strongest(last)?.weight ?? 0;
        const weight = weightOf(readings);
        const at = Math.max(0, last - Math.min(back, 6));
        const with1 = readings.map((one) => (one.day === last ? { ...one, events: one.events + 1 } : one));
        expect(weightOf(with1)).toBeGreaterThanOrEqual(weight - 1e-9);
        const without = readings.map((one) => (one.day === at && at === last ? { ...one, events: 0 } : one));
        expect(weightOf(without)).toBeLessThanOrEqual(weight + 1e-9);
      }),
    );
  });

  it('jams of two days alone are no rise, however many', () => {
    const readings = daysOf(1, 200, () => 0).map((one) => (one.day > 197 ? { ...one, events: 50 } : one));
    expect(new RiseEvidence(readings, belief).strongest(199)).toBeUndefined();
  });

  it('its limit rises with the events a year up to twenty, and is a number for any rate', () => {
    const rates = [0, 0.01, 0.5, 1, 2, 5, 8, 15, 20];
    expect(rates.map(limitAt)).toEqual(rates.map(limitAt).toSorted((a, b) => a - b));
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true }), (rate) => {
        expect(Number.isFinite(limitAt(rate))).toBe(true);
      }),
    );
  });

  it('any order of wild counts and gaps gives numbers', () => {
    const reading = fc.record({
      day: fc.nat(400),
      exposure: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      events: fc.nat(1e6),
    });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 60 }), (all) => {
        const readings = all.toSorted((a, b) => a.day - b.day);
        const found = new RiseEvidence(readings, belief).strongest(readings.length - 1);
        const values = found && [found.weight, found.limit, found.usual.events, found.usual.exposure];
        expect(values ?? []).toSatisfy((all: readonly number[]) => all.every(Number.isFinite));
      }),
    );
  });
});
