import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantilesOf, toDemand, withAsked } from './demand.ts';

const chances = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 80 });
const momentsOf = (each: readonly number[]) => ({
  mean: each.reduce((sum, chance) => sum + chance, 0),
  variance: each.reduce((sum, chance) => sum + chance * (1 - chance), 0),
  asked: 0,
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
    expect(toDemand({ mean: 50, variance: 20, asked: 0 }, 0.3).stock).toBeGreaterThan(
      toDemand({ mean: 50, variance: 20, asked: 0 }, 0).stock,
    );
  });

  it('needs nothing where nothing is expected, and one piece where one is certain', () => {
    expect(toDemand({ mean: 0, variance: 0, asked: 0 })).toEqual({ expected: 0, lower: 0, upper: 0, stock: 0 });
    expect(toDemand({ mean: 1, variance: 0, asked: 0 }, 0)).toEqual({ expected: 1, lower: 1, upper: 1, stock: 1 });
    expect(toDemand({ mean: 3, variance: 0, asked: 0 }, 0)).toMatchObject({ lower: 3, upper: 3 });
  });

  it('what the worklist asks to bring now lies in the range and in the stock, and the rest scatters as before', () => {
    const needs = fc.array(
      fc.record({
        mean: fc.double({ min: 0, max: 3, noNaN: true }),
        variance: fc.double({ min: 0, max: 2, noNaN: true }),
        isAsked: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(needs, (each) => {
        const all = each.map(withAsked);
        const sum = (key: 'mean' | 'variance' | 'asked') => all.reduce((before, one) => before + one[key], 0);
        const demand = toDemand({ mean: sum('mean'), variance: sum('variance'), asked: sum('asked') });
        const asked = each.filter(({ isAsked }) => isAsked).length;
        expect(demand.lower).toBeGreaterThanOrEqual(asked);
        expect(demand.expected).toBeGreaterThanOrEqual(asked - 1e-9);
        expect(demand.stock).toBeGreaterThanOrEqual(demand.lower);
      }),
    );
    expect(toDemand(withAsked({ mean: 0.2, variance: 0.16, isAsked: true }))).toEqual({
      expected: 1,
      lower: 1,
      upper: 1,
      stock: 1,
    });
    expect(withAsked({ mean: 2.4, variance: 0.3, isAsked: true })).toEqual({ mean: 2.4, variance: 0.3, asked: 1 });
    expect(withAsked({ mean: 0.2, variance: 0.16, isAsked: false })).toEqual({ mean: 0.2, variance: 0.16, asked: 0 });
  });
});
