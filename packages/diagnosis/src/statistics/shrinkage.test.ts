import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { shrink, varianceBetween } from './shrinkage.ts';

const figure = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('figures drawn towards what is common', () => {
  it('the result lies between both, nearer to the own figure the more that rests on', () => {
    fc.assert(
      fc.property(figure, figure, fc.double({ min: 0.1, max: 1000, noNaN: true }), (own, common, weight) => {
        const drawn = shrink(own, weight, common, 5);
        expect(drawn).toBeGreaterThanOrEqual(Math.min(own, common) - 1e-6);
        expect(drawn).toBeLessThanOrEqual(Math.max(own, common) + 1e-6);
        expect(Math.abs(shrink(own, weight * 2, common, 5) - own)).toBeLessThanOrEqual(Math.abs(drawn - own) + 1e-6);
      }),
    );
    expect(shrink(3, 0, undefined, 5)).toBe(3);
    expect(shrink(Number.NaN, 0, 4, 5)).toBe(4);
  });

  it('how much groups truly differ follows from the errors of their figures', () => {
    const { normal } = chance(11);
    const draw = (sd: number) =>
      varianceBetween(
        Array.from({ length: 400 }, (_, at) => {
          const own = 0.5 + (at % 5);
          return { value: 20 + sd * normal() + own * normal(), variance: own ** 2 };
        }),
      );
    expect(Math.sqrt(draw(3))).toBeCloseTo(3, 0);
    expect(draw(0)).toBeLessThan(0.3);
    expect(varianceBetween([{ value: 3, variance: 1 }])).toBe(0);
  });
});
