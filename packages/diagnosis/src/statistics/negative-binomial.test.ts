import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitRatePrior, logLikelihoodRatio, logProbability, upperTail } from './negative-binomial.ts';

const mean = fc.double({ min: 0.01, max: 40, noNaN: true });
const size = fc.oneof(fc.double({ min: 0.3, max: 50, noNaN: true }), fc.constant(Number.POSITIVE_INFINITY));

describe('negative binomial', () => {
  it('probabilities sum to 1 and have the mean asked for', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 8, noNaN: true }), size, (mu, r) => {
        const shares = Array.from({ length: 600 }, (_, k) => Math.exp(logProbability(k, mu, r)));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
        expect(shares.reduce((sum, share, k) => sum + k * share, 0)).toBeCloseTo(mu, 3);
      }),
    );
  });

  it('size 1 is the geometric, size infinity the Poisson distribution', () => {
    expect(Math.exp(logProbability(3, 1, 1))).toBeCloseTo(1 / 16, 12);
    expect(Math.exp(logProbability(2, 3, Number.POSITIVE_INFINITY))).toBeCloseTo(4.5 * Math.exp(-3), 12);
  });

  it('the upper tail is a share that never grows with the count', () => {
    fc.assert(
      fc.property(mean, size, fc.nat(60), (mu, r, count) => {
        const tail = upperTail(count, mu, r);
        expect(tail).toBeGreaterThanOrEqual(0);
        expect(tail).toBeLessThanOrEqual(1);
        expect(upperTail(count + 1, mu, r)).toBeLessThanOrEqual(tail);
      }),
    );
    expect(upperTail(0, 5, 2)).toBe(1);
    expect(upperTail(1, 0, 2)).toBe(0);
  });

  it('the likelihood ratio is that of the probabilities', () => {
    fc.assert(
      fc.property(mean, size, fc.nat(50), fc.double({ min: 1.1, max: 5, noNaN: true }), (mu, r, count, factor) => {
        const ratio = logProbability(count, factor * mu, r) - logProbability(count, mu, r);
        expect(logLikelihoodRatio(count, mu, factor, r)).toBeCloseTo(ratio, 6);
      }),
    );
  });

  it('a belief is worth more where groups are more alike, and needs five of them', () => {
    const alike = Array.from({ length: 20 }, () => ({ events: 10, exposure: 1000 }));
    const unlike = alike.map(({ exposure }, i) => ({ events: i % 2 === 0 ? 1 : 19, exposure }));
    const [sure, unsure] = [fitRatePrior(alike), fitRatePrior(unlike)];
    expect((sure?.events ?? 0) / (sure?.exposure ?? 1)).toBeCloseTo(0.01);
    expect(sure?.events).toBeGreaterThan(10 * (unsure?.events ?? 1000));
    expect(fitRatePrior(alike.slice(0, 4))).toBeUndefined();
    expect(fitRatePrior(alike.map((one) => ({ ...one, events: 0 })))).toBeUndefined();
  });
});
