import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Experience, expectedFailures, fitFailureRates } from './failure-rates.ts';
import { posteriorRate, priorAround } from './negative-binomial.ts';

const seen = (group: string, state: number, exposure: number, failures: number, daysAgo = 15): Experience => ({
  group,
  state,
  daysAgo,
  exposure,
  failures,
});

describe('failure rates of groups', () => {
  it('a group that was hardly seen has nearly the rate of all, one seen for long its own', () => {
    const rates = fitFailureRates([seen('old', 0, 1e6, 100), seen('new', 0, 100, 0), seen('bad', 0, 1e6, 1000)], 1);
    const all = rates.population;
    expect((rates.groups.get('new') ?? 0) / all).toBeCloseTo(1, 0);
    expect((rates.groups.get('bad') ?? 0) / (rates.groups.get('old') ?? 1)).toBeGreaterThan(8);
    expect(expectedFailures(rates, 'never seen', [5], 1000)).toBeGreaterThan(0);
  });

  it('units in a worse state are expected to fail more often, in every group', () => {
    const rates = fitFailureRates(
      [seen('a', 0, 1e6, 50), seen('a', 1, 1e5, 50), seen('b', 0, 1e6, 200), seen('b', 1, 1e5, 200)],
      2,
    );
    expect((rates.factors[1] ?? 0) / (rates.factors[0] ?? 1)).toBeGreaterThan(7);
    for (const group of ['a', 'b'])
      expect(expectedFailures(rates, group, [0, 10], 1000)).toBeGreaterThan(
        expectedFailures(rates, group, [10, 0], 1000),
      );
  });

  it('what happened long ago weighs less than what happened lately', () => {
    const at = (early: number, late: number) =>
      fitFailureRates(
        [seen('a', 0, 1e5, early, 400), seen('a', 0, 1e5, late, 15), seen('b', 0, 1e6, 300)],
        1,
      ).groups.get('a');
    expect(at(10, 100) ?? 0).toBeGreaterThan(2 * (at(100, 10) ?? Infinity));
  });

  it('rates are never 0 and never endless, whatever was seen', () => {
    const any = fc.record({
      group: fc.constantFrom('a', 'b', 'c'),
      state: fc.integer({ min: 0, max: 3 }),
      daysAgo: fc.integer({ min: 0, max: 600 }),
      exposure: fc.integer({ min: 0, max: 1e6 }),
      failures: fc.integer({ min: 0, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(any), (past) => {
        const rates = fitFailureRates(past, 4);
        for (const rate of [rates.population, ...rates.groups.values(), ...rates.factors]) {
          expect(rate).toBeGreaterThan(0);
          expect(rate).toBeLessThan(Infinity);
        }
      }),
    );
  });

  it('a belief worth some events moves to what was seen as more is seen', () => {
    const prior = priorAround(0.1, 2);
    expect(posteriorRate(prior, 0, 0)).toBeCloseTo(0.1);
    expect(posteriorRate(prior, 0, 20)).toBeCloseTo(0.05);
    expect(posteriorRate(prior, 5000, 10_000)).toBeCloseTo(0.5, 2);
  });
});
