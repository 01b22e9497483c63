import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { chanceWithin, countRenewals, mixMoments, steps } from './renewal.ts';

/** Pieces last until the end of their life, and then by chance. */
const hazard = (from: number, to: number) => Math.max(0, to - 1) ** 2 * 8 - Math.max(0, from - 1) ** 2 * 8;
const staysOf = (used: number, each: number) =>
  Array.from({ length: steps + 1 }, (_, step) => Math.exp(-hazard(used, used + step * each)));

/** Number of pieces that end, when each week is lived through. */
function live(used: number, each: number, random: () => number): number {
  let [age, ended] = [used, 0];
  for (let step = 0; step < steps; step++) {
    const stays = Math.exp(-hazard(age, age + each));
    age += each;
    if (random() > stays) [age, ended] = [0, ended + 1];
  }
  return ended;
}

describe('pieces that one place needs (issue 14.9)', () => {
  it.each([
    [0.9, 0.02],
    [0.2, 0.15],
    [1.4, 0.3],
  ])('at %f of the life and %f a week mean and variance are those of lived weeks', (used, each) => {
    const random = chance(7).uniform;
    const counts = Array.from({ length: 20_000 }, () => live(used, each, random));
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
    const moments = countRenewals(staysOf(used, each), each, hazard);
    expect(Math.abs(moments.mean - mean)).toBeLessThan(0.03);
    expect(Math.abs(moments.variance - variance)).toBeLessThan(0.04);
  });

  it('more use never needs fewer pieces, and a place without use needs none', () => {
    const part = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(part, fc.double({ min: 0, max: 0.3, noNaN: true }), (used, each) => {
        const less = countRenewals(staysOf(used, each), each, hazard);
        const more = countRenewals(staysOf(used, each * 1.5), each * 1.5, hazard);
        expect(more.mean).toBeGreaterThanOrEqual(less.mean - 1e-9);
        expect(less.variance).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(countRenewals(staysOf(0.99, 0), 0, hazard)).toEqual({ mean: 0, variance: 0 });
  });

  it('cases that differ add their difference to the variance', () => {
    const sure = (mean: number) => ({ mean, variance: 0 });
    expect(
      mixMoments([
        [0.5, sure(0)],
        [0.5, sure(2)],
      ]),
    ).toEqual({ mean: 1, variance: 1 });
  });
});

describe('chance of a dated end', () => {
  const range = { median: 60, lower: 30, upper: 180 };
  it('is a tenth, a half and nine tenths at the ends and the middle of its range', () => {
    expect(chanceWithin(range, 30)).toBeCloseTo(0.1, 3);
    expect(chanceWithin(range, 60)).toBeCloseTo(0.5, 3);
    expect(chanceWithin(range, 180)).toBeCloseTo(0.9, 3);
  });
  it('never falls with more days, and is 0 without any and for a device that is not used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 100 }), (days, more) => {
        expect(chanceWithin(range, days + more)).toBeGreaterThanOrEqual(chanceWithin(range, days) - 1e-9);
      }),
    );
    expect(chanceWithin(range, 0)).toBe(0);
    expect(chanceWithin({ median: Infinity, lower: Infinity, upper: Infinity }, 400)).toBe(0);
  });
});
