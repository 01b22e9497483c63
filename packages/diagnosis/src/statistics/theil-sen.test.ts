import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { median, theilSen } from './theil-sen.ts';

const points = fc.array(
  fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.double({ min: -1e6, max: 1e6, noNaN: true }) }),
  {
    maxLength: 40,
  },
);

describe('slope through scattered points', () => {
  it('the interval holds the slope, and lifting all points moves the intercept alone', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: -1000, max: 1000 }), (list, lift) => {
        const line = theilSen(list);
        const lifted = theilSen(list.map(({ x, y }) => ({ x, y: y + lift })));
        expect(line === undefined).toBe(new Set(list.map(({ x }) => x)).size < 2);
        expect(line?.lower ?? 0).toBeLessThanOrEqual(line?.slope ?? 0);
        expect(line?.upper ?? 0).toBeGreaterThanOrEqual(line?.slope ?? 0);
        expect(lifted?.slope ?? 0).toBeCloseTo(line?.slope ?? 0, 3);
      }),
    );
  });

  it('a quarter of wild points does not carry the slope away', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: -5, max: 5, noNaN: true }), (seed, slope) => {
        const { uniform, normal } = chance(seed);
        const list = Array.from({ length: 40 }, (_, x) => ({
          x,
          y: x % 4 === 0 ? 1e5 * uniform() : 3 + slope * x + 0.1 * normal(),
        }));
        expect(Math.abs((theilSen(list)?.slope ?? Number.NaN) - slope)).toBeLessThan(0.1);
      }),
    );
  });

  it('the 80 % interval holds the true slope in about 80 % of draws, also under heavy tails', () => {
    const { uniform, normal } = chance(7);
    const heavy = () => normal() / Math.sqrt(0.05 + uniform());
    const held = Array.from({ length: 1000 }, () =>
      theilSen(Array.from({ length: 16 }, (_, x) => ({ x, y: 2 * x + heavy() }))),
    ).filter((line) => line !== undefined && line.lower <= 2 && line.upper >= 2).length;
    expect(held / 1000).toBeGreaterThan(0.76);
    expect(held / 1000).toBeLessThan(0.88);
  });

  it('nothing is estimated from fewer than two places', () => {
    expect(theilSen([])).toBeUndefined();
    expect(
      theilSen([
        { x: 1, y: 2 },
        { x: 1, y: 5 },
        { x: 2, y: Number.NaN },
      ]),
    ).toBeUndefined();
    expect(median([])).toBeUndefined();
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});
