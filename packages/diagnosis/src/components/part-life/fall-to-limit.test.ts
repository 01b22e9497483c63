import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallToLimit } from './fall-to-limit.ts';

const moves = fc
  .array(fc.double({ min: -1e4, max: 1e4, noNaN: true }), { minLength: 20, maxLength: 20 })
  .map((list) => [0, ...list]);
const now = fc.double({ min: 0, max: 2, noNaN: true });

describe('way of a sensor down to its limit', () => {
  it('is whole now, nothing at the end, and falls all the way, whatever the curve of the family', () => {
    fc.assert(
      fc.property(moves, now, (curve, from) => {
        const fall = fallToLimit(curve, from);
        expect(fall(0)).toBeCloseTo(1, 9);
        expect(fall(1)).toBeCloseTo(0, 9);
        const steps = Array.from({ length: 60 }, (_, at) => fall(at / 40));
        expect(steps.slice(1).filter((value, at) => !(value < (steps[at] ?? 0)))).toEqual([]);
      }),
    );
  });

  it('goes as the curve goes, and straight where the curve does not fall', () => {
    const bent = fallToLimit(
      Array.from({ length: 21 }, (_, at) => -1050 * (at / 20) ** 2),
      0,
    );
    expect(bent(0.5)).toBeCloseTo(0.75, 1);
    const straight = fallToLimit(
      Array.from({ length: 21 }, (_, at) => at),
      0.5,
    );
    expect(straight(0.5)).toBeCloseTo(0.5, 9);
    expect(straight(2)).toBeCloseTo(-1, 9);
  });
});
