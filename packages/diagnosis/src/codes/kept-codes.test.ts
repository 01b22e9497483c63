import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFleetCodes } from './fleet-codes.ts';
import { levelBy, type LevelRules, toLevelRules, toUsualCodes, type UsualCodes } from './kept-codes.ts';
import { outlierLevel } from './outlier-level.ts';

const fleetOf = (values: readonly string[]) => toFleetCodes(values.map((value) => new Map([['1.0', value]])));
/** As it comes back from the database. */
const kept = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const anyValue = fc.oneof(
  fc.integer({ min: -3, max: 12 }).map(String),
  fc.double({ min: 0.001, max: 1e4, noNaN: true }).map((value) => value.toFixed(2)),
  fc.constantFrom('A', 'on', '', '1e3', 'constructor', '__proto__'),
  fc.string({ maxLength: 4 }),
);
/** Fleets that agree, that spread, and that are skewed. */
const anyFleet = fc.oneof(
  fc.array(anyValue, { maxLength: 60 }),
  fc
    .tuple(anyValue, fc.integer({ min: 0, max: 400 }), fc.array(anyValue, { maxLength: 30 }))
    .map(([usual, times, others]) => [...Array.from({ length: times }, () => usual), ...others]),
  fc
    .array(fc.double({ min: 0, max: 6, noNaN: true }), { minLength: 15, maxLength: 150 })
    .chain((list) =>
      fc.array(anyValue, { maxLength: 8 }).map((more) => [...list.map((x) => Math.exp(x).toFixed(2)), ...more]),
    ),
);

describe('what is kept of the codes of a fleet', () => {
  it('OQ-75 CD-09: gives every value the level that all that is known of the code gives it', () => {
    fc.assert(
      fc.property(anyFleet, fc.array(anyValue, { maxLength: 10 }), (values, others) => {
        const fleet = fleetOf(values);
        const rules: LevelRules = kept(toLevelRules(fleet));
        for (const value of [...values, ...others])
          expect(levelBy(value, rules['1.0'])).toBe(outlierLevel(value, fleet.codes['1.0']));
      }),
      { numRuns: 300 },
    );
  });

  it('OQ-75: mode and mean of a code are those of the fleet from 20 devices on', () => {
    const usual = (values: readonly string[]): UsualCodes => kept(toUsualCodes(fleetOf(values)));
    const twenty = Array.from({ length: 20 }, (_, at) => String(at % 4 === 0 ? 6 : 5));
    expect(usual(twenty)).toEqual({ '1.0': ['5', '5'] });
    expect(usual(twenty.map((value) => `v${value}`))).toEqual({ '1.0': ['v5', null] });
    expect(usual(twenty.slice(1))).toEqual({});
  });
});
