import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedDays, type RangeFactors, usualFactors, widenRange } from './range-factors.ts';

const flat = (lower: number, upper: number): RangeFactors => ({
  lower: namedDays.map(() => lower),
  upper: namedDays.map(() => upper),
});
const range = { median: 40, lower: 20, upper: 80 };

describe('factors of 80 % ranges', () => {
  it('FS-17: each half of a range grows or shrinks by itself, the date stays', () => {
    const { median, lower, upper } = widenRange(range, flat(2, 0.5));
    expect(median).toBe(40);
    expect(lower).toBeCloseTo(10);
    expect(upper).toBeCloseTo(40 * Math.SQRT2);
  });

  it('FS-17: between two named days a factor goes straight over the logarithm of the days, beyond the ends it stays', () => {
    const factors = { lower: flat(1, 1).lower, upper: [1, 1, 1, 1, 2, 3] };
    const factorAt = (median: number) =>
      Math.log2(widenRange({ median, lower: median, upper: 2 * median }, factors).upper / median);
    expect(factorAt(85)).toBeCloseTo(2);
    expect(factorAt(Math.sqrt(42 * 85))).toBeCloseTo(1.5);
    expect(factorAt(1)).toBeCloseTo(1);
    expect(factorAt(300)).toBeCloseTo(3);
  });

  it('FS-17: of each kind of part a near date may come much later than predicted, and hardly earlier', () => {
    for (const kind of ['drum', 'fuserBelt', 'secondTransfer', 'developer'] as const) {
      const { lower, upper } = widenRange({ median: 20, lower: 10, upper: 40 }, usualFactors[kind]);
      expect(Math.log(upper / 20)).toBeGreaterThan(1.4 * Math.log(20 / lower));
    }
  });

  it('FS-17: a range holds its date, and what is in no sight stays so', () => {
    const days = fc.double({ min: 0.01, max: 400, noNaN: true });
    fc.assert(
      fc.property(days, days, days, fc.constantFrom(...Object.values(usualFactors)), (one, two, three, factors) => {
        const [lower = 0, median = 0, upper = 0] = [one, two, three].toSorted((a, b) => a - b);
        const wide = widenRange({ median, lower, upper }, factors);
        expect(wide.lower).toBeLessThanOrEqual(median);
        expect(wide.upper).toBeGreaterThanOrEqual(median);
        expect(wide.lower).toBeGreaterThanOrEqual(0);
      }),
    );
    const never = { median: Infinity, lower: Infinity, upper: Infinity };
    expect(widenRange(never, flat(2, 2))).toEqual(never);
  });
});
