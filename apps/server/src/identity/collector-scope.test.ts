import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeScope,
  isEmptyScope,
  isInScope,
  nowhere,
  type Owner,
  placeNumbers,
  type Scope,
  scopeSchema,
} from './collector-scope.ts';

const collectorId = 'north';
const owner = (dealerNumber: string | null, customerNumber: string | null, more: Partial<Owner> = {}): Owner => ({
  dealerNumber,
  customerNumber,
  ownerId: 'south',
  heldBy: null,
  ...more,
});
const dealer: Scope = { places: [{ dealerNumber: 'D1' }] };
const customer: Scope = { places: [{ dealerNumber: 'D1', customerNumber: 'C1' }] };
const alone: Scope = { places: [{ customerNumber: 'C1' }] };
const bare: Scope = { places: [{}] };
const everywhere: Scope = { everywhere: true, places: [] };

describe('what a collector key may touch', () => {
  test.each([
    ['a dealer', dealer, ['D1', 'C1'], true],
    ['a dealer', dealer, ['D1', null], true],
    ['a dealer', dealer, ['D2', 'C1'], false],
    ['a dealer', dealer, [null, 'C1'], false],
    ['a dealer', dealer, [null, null], false],
    ['a customer of a dealer', customer, ['D1', 'C1'], true],
    ['a customer of a dealer', customer, ['D1', 'C2'], false],
    ['a customer of a dealer', customer, ['D1', null], false],
    ['a customer without a dealer', alone, [null, 'C1'], true],
    ['a customer without a dealer', alone, ['D1', 'C1'], false],
    ['devices without numbers', bare, ['D1', 'C1'], false],
    ['devices without numbers', bare, [null, null], false],
    ['everything', everywhere, ['D9', null], true],
    ['nothing', nowhere, ['D1', 'C1'], false],
  ] as const)('a key for %s: %j with numbers %j is %s', (_, scope, [d, c], expected) => {
    expect(isInScope({ collectorId, scope }, owner(d, c))).toBe(expected);
  });

  test('a device without numbers belongs to the key that registered it', () => {
    const own = owner(null, null, { ownerId: collectorId });
    expect(isInScope({ collectorId, scope: bare }, own)).toBe(true);
    expect(isInScope({ collectorId: 'other', scope: bare }, own)).toBe(false);
  });

  test('a held device belongs to the key it is held for, whatever its numbers and the scope of others', () => {
    const held = owner('D1', 'C1', { heldBy: collectorId });
    expect(isInScope({ collectorId, scope: bare }, held)).toBe(true);
    expect(isInScope({ collectorId: 'other', scope: dealer }, held)).toBe(false);
    expect(isInScope({ collectorId: 'other', scope: everywhere }, held)).toBe(false);
  });
});

describe('the numbers of a report', () => {
  const both = ['dealerNumber', 'customerNumber'];
  test.each([
    ['stay within the scope', dealer, ['D1', 'C7'], ['D1', 'C7'], []],
    ['are filled in where they are missing', customer, [null, null], ['D1', 'C1'], []],
    ['keep the customer of a dealer that is filled in', dealer, [null, 'C7'], ['D1', 'C7'], []],
    ['lose a foreign dealer', dealer, ['D9', 'C7'], ['D1', 'C7'], ['dealerNumber']],
    ['lose a foreign customer', customer, ['D1', 'C9'], ['D1', 'C1'], ['customerNumber']],
    ['lose both', customer, ['D9', 'C9'], ['D1', 'C1'], both],
    ['lose both where the key has none', bare, ['D9', 'C9'], [null, null], both],
    ['lose the dealer of a customer without one', alone, ['D9', 'C1'], [null, 'C1'], ['dealerNumber']],
    ['stay everywhere', everywhere, ['D9', 'C9'], ['D9', 'C9'], []],
    [
      'come from the place they fit',
      { places: [{ dealerNumber: 'D1' }, ...alone.places] },
      [null, 'C1'],
      [null, 'C1'],
      [],
    ],
    [
      'come from the first place',
      { places: [{ dealerNumber: 'D2' }, ...dealer.places] },
      ['D9', null],
      ['D2', null],
      ['dealerNumber'],
    ],
  ] satisfies [string, Scope, [string | null, string | null], [string | null, string | null], string[]][])(
    '%s: %j',
    (_, scope, [d, c], [dealerNumber, customerNumber], leftOut) => {
      expect(placeNumbers(scope, { dealerNumber: d, customerNumber: c })).toEqual({
        dealerNumber,
        customerNumber,
        leftOut,
      });
    },
  );

  test('an empty scope places nothing', () => {
    expect(placeNumbers(nowhere, { dealerNumber: 'D1', customerNumber: null })).toBeNull();
    expect([isEmptyScope(nowhere), isEmptyScope(everywhere), isEmptyScope(bare)]).toEqual([true, false, false]);
  });

  const number = fc.constantFrom('N1', 'N2', 'N3');
  const place = fc.record({ dealerNumber: number, customerNumber: number }, { requiredKeys: [] });
  const scopes = fc.array(place, { minLength: 1, maxLength: 4 }).map((places): Scope => ({ places }));
  const numbers = fc.record({ dealerNumber: fc.option(number), customerNumber: fc.option(number) });

  test('always lie within the scope, stay when they did, and are placed once and for all', () => {
    fc.assert(
      fc.property(scopes, numbers, (scope, reported) => {
        const placed = placeNumbers(scope, reported);
        if (placed === null) throw new Error('a scope with places places everything');
        const { leftOut, ...result } = placed;
        expect(isInScope({ collectorId, scope }, { ...result, ownerId: collectorId, heldBy: null })).toBe(true);
        expect(placeNumbers(scope, result)).toEqual({ ...result, leftOut: [] });
        // What is left out was reported; what is kept is as it was reported.
        for (const name of ['dealerNumber', 'customerNumber'] as const) {
          const isLeftOut = leftOut.includes(name);
          expect(isLeftOut && reported[name] === null).toBe(false);
          expect(isLeftOut || reported[name] === null || result[name] === reported[name]).toBe(true);
        }
        const isNumbered = reported.dealerNumber !== null || reported.customerNumber !== null;
        const isInside = isNumbered && isInScope({ collectorId, scope }, { ...reported, ownerId: null, heldBy: null });
        expect(isInside ? result : reported).toEqual(reported);
      }),
      { numRuns: 2000 },
    );
  });

  test('a foreign owner is never reached by any report', () => {
    let met = 0;
    fc.assert(
      fc.property(scopes, numbers, numbers, (scope, reported, foreign) => {
        const sender = { collectorId, scope };
        const target = owner(foreign.dealerNumber, foreign.customerNumber);
        const isBare = foreign.dealerNumber === null && foreign.customerNumber === null;
        fc.pre(!isBare && !isInScope(sender, target));
        const { leftOut: _, ...result } = placeNumbers(scope, reported) ?? { leftOut: [] };
        expect(result).not.toEqual(foreign);
        met += 1;
      }),
      { numRuns: 2000 },
    );
    expect(met).toBeGreaterThan(500);
  });

  test('a scope survives the store and reads as a sentence', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        expect(scopeSchema.parse(JSON.parse(JSON.stringify(scope)))).toEqual(JSON.parse(JSON.stringify(scope)));
      }),
    );
    expect(describeScope({ places: [...customer.places, ...dealer.places, ...alone.places, {}] })).toBe(
      'customer C1 of dealer D1, dealer D1, customer C1, its own devices without numbers',
    );
    expect([describeScope(everywhere), describeScope(nowhere)]).toEqual(['everywhere', 'nothing']);
  });
});
