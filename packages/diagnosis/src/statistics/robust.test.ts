import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNormal, toRandom } from '../../test/synthetic.ts';
import { ewmaOf, noiseOf, spreadOf } from './robust.ts';

describe('robust statistics', () => {
  it('middle and deviation of normal noise, also with two fifths of wild values', () => {
    const random = toRandom(4);
    const values = Array.from({ length: 4000 }, () => 50 + 3 * toNormal(random));
    expect(spreadOf(values)?.middle).toBeCloseTo(50, 0);
    expect(spreadOf(values)?.deviation).toBeCloseTo(3, 0);
    expect(Math.abs((spreadOf([...values, ...values.slice(0, 1500).map(() => 1e6)])?.middle ?? 0) - 50)).toBeLessThan(
      3,
    );
    expect(spreadOf([])).toBeUndefined();
  });

  it('noise is distinguished from a slowly falling series with a jump', () => {
    const random = toRandom(5);
    const values = Array.from({ length: 3000 }, (_, i) => -0.1 * i + (i > 1500 ? 80 : 0) + 5 * toNormal(random));
    expect(noiseOf(values)).toBeCloseTo(5, 0);
    expect(noiseOf([1])).toBeUndefined();
  });

  it('a weighted mean lies between the least and the greatest value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, weight) => {
          const mean = ewmaOf(all, weight) ?? Number.NaN;
          expect(mean).toBeGreaterThanOrEqual(Math.min(...all) - 1e-3);
          expect(mean).toBeLessThanOrEqual(Math.max(...all) + 1e-3);
        },
      ),
    );
    expect(ewmaOf([], 0.5)).toBeUndefined();
  });
});
