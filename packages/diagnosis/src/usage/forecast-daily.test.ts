import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastDaily } from './forecast-daily.ts';

const amount = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(Number.NaN));
const values = fc
  .oneof(fc.array(amount, { maxLength: 120 }), fc.array(amount, { minLength: 380, maxLength: 450 }))
  .map((list) => Float64Array.from(list));
const question = fc.record({ days: fc.double({ min: -5, max: 400, noNaN: true }), amount: fc.nat(200_000) });

describe('forecast of daily use', () => {
  it('FS-17: what is asked, and in which order, changes no answer by a single bit', () => {
    fc.assert(
      fc.property(values, fc.array(question, { maxLength: 8 }), (use, questions) => {
        const whole = forecastDaily({ first: 20_000, values: use });
        whole?.within(365);
        const asked = forecastDaily({ first: 20_000, values: use });
        for (const { days, amount: wanted } of questions) {
          expect(asked?.daysToReach(wanted)).toBe(whole?.daysToReach(wanted));
          expect(asked?.swingWithin(days)).toBe(whole?.swingWithin(days));
          expect(asked?.within(days)).toBe(whole?.within(days));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('FS-17: the use of n days is reached after n days, and no use beyond the days looked ahead is known', () => {
    const steady = forecastDaily({ first: 20_000, values: new Float64Array(100).fill(10) }, 60);
    expect(steady?.within(30)).toBeCloseTo(300, 6);
    expect(steady?.daysToReach(300)).toBeCloseTo(30, 6);
    expect(steady?.within(61)).toBe(0);
    expect(steady?.daysToReach(601)).toBeUndefined();
    expect(steady?.daysToReach(0)).toBe(0);
  });
});
