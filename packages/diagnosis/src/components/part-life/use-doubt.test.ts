import { describe, expect, it } from 'vitest';
import type { LifeSummary, Look } from './life-model.ts';
import { learnUseDoubt, usualUseDoubt } from './use-doubt.ts';

/** A running piece that was forecast to be used 10 a day, and was used `times` as much. */
const piece = (times: number, { days = 100, logSd = 0.12 } = {}): LifeSummary => {
  const look: Look = [1000, 10, logSd, days];
  return { entry: 0, end: 1000 + 10 * times * days, failed: false, track: [], looks: [look] };
};
/** Pieces that were used from 1 / `factor` to `factor` times what was forecast, evenly over the logarithm. */
const spread = (factor: number, options?: { days?: number; logSd?: number }) =>
  Array.from({ length: 1000 }, (_, at) => piece(factor ** ((2 * at) / 1000 - 1), options));

describe('doubt of the use to come', () => {
  it('FS-17: it is as large as the past needs for 80 % of its uses to lie in the range of their forecast', () => {
    const learned = learnUseDoubt(spread(2));
    const known = Math.hypot(0.12, 0.06);
    const within = spread(2).filter(({ end }) => {
      const off = Math.abs(Math.log((end - 1000) / 1000));
      return off <= 1.2816 * Math.hypot(known, learned);
    });
    expect(within.length / 1000).toBeGreaterThan(0.77);
    expect(within.length / 1000).toBeLessThan(0.83);
  });

  it('FS-17: devices that were used as forecast need no more than their own steadiness says', () => {
    expect(learnUseDoubt(spread(1.1))).toBeLessThan(0.02);
    expect(learnUseDoubt(spread(2, { logSd: 0.5 }))).toBeLessThan(0.25 * learnUseDoubt(spread(2)));
  });

  it('FS-17: a fleet without a past has the usual doubt, and a few pieces hardly change it', () => {
    expect(learnUseDoubt([])).toBe(usualUseDoubt);
    expect(learnUseDoubt([{ entry: 0, end: 10, failed: true, track: [] }])).toBe(usualUseDoubt);
    expect(learnUseDoubt(spread(5, { days: 14 }))).toBe(usualUseDoubt);
    expect(Math.abs(learnUseDoubt([piece(3)]) - usualUseDoubt)).toBeLessThan(0.05);
  });
});
