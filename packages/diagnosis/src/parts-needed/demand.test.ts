import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantilesOf, toDemand } from './demand.ts';

const chances = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 80 });
const momentsOf = (each: readonly number[]) => ({
  mean: each.reduce((sum, chance) => sum + chance, 0),
  variance: each.reduce((sum, chance) => sum + chance * (1 - chance), 0),
});

/** Distribution of the number of places that need a piece, each with its own chance, exactly. */
function exactly(each: readonly number[]): readonly number[] {
  let known = [1];
  for (const chance of each)
    known = [...known, 0].map((_, count) => (known[count] ?? 0) * (1 - chance) + (known[count - 1] ?? 0) * chance);
  return known;
}
function quantileOf(probabilities: readonly number[], share: number): number {
  let sum = 0;
  const found = probabilities.findIndex((probability) => (sum += probability) >= share);
  return found < 0 ? probabilities.length - 1 : found;
}

describe('demand of many places (issue 14.9)', () => {
  it('the range holds its ends in order, and the stock is its upper end', () => {
    fc.assert(
      fc.property(chances, (each) => {
        const { expected, lower, upper, stock } = toDemand(momentsOf(each));
        expect(lower).toBeLessThanOrEqual(upper);
        expect(stock).toBe(upper);
        expect(upper).toBeGreaterThanOrEqual(Math.floor(expected));
        expect(lower).toBeLessThanOrEqual(Math.ceil(expected));
      }),
    );
  });

  it('without anything in common its quantiles are those of the sum of the places, give or take one piece', () => {
    fc.assert(
      fc.property(chances, fc.constantFrom(0.1, 0.5, 0.9), (each, share) => {
        const { mean, variance } = momentsOf(each);
        const quantile = quantilesOf(mean, variance)(share);
        expect(Math.abs(quantile - quantileOf(exactly(each), share))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('never falls with a higher share, nor the stock with a wider spread in common', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 400, noNaN: true }),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (mean, dispersion) => {
          const quantile = quantilesOf(mean, mean * dispersion);
          const ends = [0.05, 0.1, 0.5, 0.9, 0.99].map(quantile);
          expect(ends).toEqual(ends.toSorted((one, other) => one - other));
        },
      ),
    );
    expect(toDemand({ mean: 50, variance: 20 }, 0.3).stock).toBeGreaterThan(
      toDemand({ mean: 50, variance: 20 }, 0).stock,
    );
  });

  it('needs nothing where nothing is expected, and one piece where one is certain', () => {
    expect(toDemand({ mean: 0, variance: 0 })).toEqual({ expected: 0, lower: 0, upper: 0, stock: 0 });
    expect(toDemand({ mean: 1, variance: 0 }, 0)).toEqual({ expected: 1, lower: 1, upper: 1, stock: 1 });
    expect(toDemand({ mean: 3, variance: 0 }, 0)).toMatchObject({ lower: 3, upper: 3 });
  });
});
