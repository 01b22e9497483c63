import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFleetCodes } from './fleet-codes.ts';
import { outlierLevel } from './outlier-level.ts';
import { type LevelRules, levelBy, toLevelRules, toUsualCodes, type UsualCodes } from './stored-codes.ts';

const fleetOf = (values: readonly string[], dealerOf = (index: number) => `D-${index % 3}`) =>
  toFleetCodes(
    values.map((value) => new Map([['1.0', value]])),
    dealerOf,
  );
/** As it comes back from the database. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

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
        const rules: LevelRules = stored(toLevelRules(fleet));
        for (const value of [...values, ...others])
          expect(levelBy(value, rules['1.0'])).toBe(outlierLevel(value, fleet.codes['1.0']));
      }),
      { numRuns: 300 },
    );
  });

  it('OQ-75: mode and mean of a code are those of the fleet from 20 devices on', () => {
    const usual = (values: readonly string[]): UsualCodes => stored(toUsualCodes(fleetOf(values)));
    const twenty = Array.from({ length: 20 }, (_, at) => String(at % 4 === 0 ? 6 : 5));
    expect(usual(twenty)).toEqual({ '1.0': ['5', '5'] });
    expect(usual(twenty.map((value) => `v${value}`))).toEqual({ '1.0': ['v5', null] });
    expect(usual(twenty.slice(1))).toEqual({});
  });

  it('M1: mode, mean and levels of a code rest on devices of at least three dealers', () => {
    const twenty = Array.from({ length: 20 }, () => '5');
    for (const dealerOf of [() => 'D-1', () => '', (index: number) => (index === 0 ? '' : 'D-1')]) {
      const fleet = fleetOf(twenty, dealerOf);
      expect([toUsualCodes(fleet), toLevelRules(fleet)]).toEqual([{}, {}]);
      expect(outlierLevel('5', fleet.codes['1.0'])).toBeNull();
    }
    expect(toUsualCodes(fleetOf(twenty))).toEqual({ '1.0': ['5', '5'] });
  });

  it('M1: the mode is unknown where fewer than three dealers have it, whatever else is known of the code', () => {
    const values = [...Array.from({ length: 26 }, () => '4711'), '1', '2'];
    const ofOne = fleetOf(values, (index) => (index < 26 ? 'D-1' : `D-${index}`));
    expect(toUsualCodes(ofOne)['1.0']?.[0]).toBeNull();
    expect(toUsualCodes(fleetOf(values))['1.0']?.[0]).toBe('4711');
  });

  it('M1: a text that may be a secret is not stored, and is not distinguished from another such text', () => {
    const values = [...Array.from({ length: 26 }, () => 'PIN-4711'), ...Array.from({ length: 4 }, () => 'on')];
    const fleet = fleetOf(values);
    expect(JSON.stringify([toUsualCodes(fleet), toLevelRules(fleet)])).not.toContain('4711');
    expect(toUsualCodes(fleet)).toEqual({ '1.0': [null, null] });
    const rule = toLevelRules(fleet)['1.0'];
    expect(levelBy('PIN-0815', rule)).toBe(levelBy('PIN-4711', rule));
  });
});
