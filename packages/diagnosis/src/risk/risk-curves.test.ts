import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import type { PastRisk } from './past-risks.ts';
import { correctChance, fitRiskCurves } from './risk-curves.ts';

/** Looks at one cause, of which this share came of each chance. */
function looksAt(count: number, shareOf: (forecast: number) => number, group = 'drum'): PastRisk[] {
  const { uniform } = chance(7);
  return Array.from({ length: count }, (_, day) => {
    const forecast = uniform() ** 2;
    return {
      day,
      causes: [{ group, item: 'drum.black', chance: forecast }],
      came: [Number(uniform() < shareOf(forecast))],
    };
  });
}

describe('what the past risks of a fleet teach', () => {
  it('WL-53: chances that came too seldom are lowered to what came, each kind of cause by itself', () => {
    const curves = fitRiskCurves([
      looksAt(16_000, (forecast) => 0.3 * forecast),
      looksAt(16_000, (one) => one, 'fuser'),
    ]);
    for (const forecast of [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]) {
      expect(Math.abs(correctChance(curves['drum'], forecast) - 0.3 * forecast)).toBeLessThan(0.05);
      expect(Math.abs(correctChance(curves['fuser'], forecast) - forecast)).toBeLessThan(0.05);
    }
  });

  it('with fewer than 5 looks of which it is known what followed nothing is learned', () => {
    const open = looksAt(500, () => 0).map(({ day, causes }) => ({ day, causes }));
    expect(fitRiskCurves([looksAt(4, () => 0), open])).toEqual({});
    expect(correctChance(undefined, 0.37)).toBe(0.37);
  });

  it('whatever came, a greater chance stays the greater one, and all stay between 0 and 1', () => {
    const looks = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      {
        minLength: 100,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(
        looks,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, one, other) => {
          const past = all.map(([forecast, came], day) => ({
            day,
            causes: [{ group: 'hdd', item: 'hdd.0', chance: forecast }],
            came: [came],
          }));
          const curve = fitRiskCurves([past])['hdd'];
          const [low, high] = [Math.min(one, other), Math.max(one, other)];
          const [least, most] = [correctChance(curve, low), correctChance(curve, high)];
          expect(least).toBeGreaterThanOrEqual(0);
          expect(most).toBeLessThanOrEqual(1);
          expect(most - least).toBeGreaterThanOrEqual(0.02 * (high - low) - 1e-9);
        },
      ),
      { numRuns: 50 },
    );
  });
});
