import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFirmware, toFirmwareKey } from './firmware-order.ts';

const version = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'Z', '0', '1', '9', '.', '-', ' ', '字'), maxLength: 12 }),
  fc.stringMatching(/^[ST][0-9]{1,4}(SY|sy|EN)[0-9]{0,3}[JK][0-9]{1,5}$/),
);
const numbered = fc.stringMatching(/^[sS][0-9]{1,4}(SY|sy|EN)?[0-9]{0,3}(-|[JK])?[0-9]{1,5}$/);

/** The rule of OQ-44 written the long way: run by run, numbers as big integers. */
function compareRuns(a: string, b: string): number {
  const runs = (text: string) => text.toUpperCase().match(/[A-Z]+|\d+/g) ?? [];
  const [left, right] = [runs(a), runs(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [x, y] = [left[at], right[at]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const [isX, isY] = [/\d/.test(x), /\d/.test(y)];
    if (isX !== isY) return isX ? -1 : 1;
    const order = isX ? compare(BigInt(x), BigInt(y)) : compare(x, y);
    if (order !== 0) return order;
  }
  return 0;
}
const compare = <T extends bigint | string>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

describe('order of firmware versions', () => {
  it.each([
    ['S310SY0J1650', 'S310SY0J1649', 1],
    ['S310SY0J1650', 's310sy0j1650', 0],
    ['S310SY0J999', 'S310SY0J1000', -1],
    ['S9', 'S10', -1],
    ['S010', 'S10', 0],
    ['1.14', '1-14', 0],
    ['1.14', '1.9', 1],
    ['1.2', '1.2.1', -1],
    ['S310', 'S310SY', -1],
    ['S310SY1', 'S310SX2', 1],
    ['S00000000000000000000000000000000000000009007199254740993', 'S9007199254740992', 1],
  ] as const)('OQ-44: %s against %s is %i', (a, b, order) => {
    expect(compareFirmware(a, b)).toBe(order);
  });

  it.each([
    ['S310SY0J1650', 'T310SY0J1650'],
    ['1.14', 'S1.14'],
    ['SA1', 'S1'],
  ])('OQ-44: %s and %s are of different lines and have no order', (a, b) => {
    expect(compareFirmware(a, b)).toBeUndefined();
    expect(toFirmwareKey(a).line).not.toBe(toFirmwareKey(b).line);
  });

  it('OQ-44: versions compare run by run, as the rule says', () => {
    fc.assert(
      fc.property(numbered, numbered, (a, b) => {
        expect(compareFirmware(a, b)).toBe(compareRuns(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('OQ-44: the plain order of keys is the order of versions, within a line', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [left, right] = [toFirmwareKey(a), toFirmwareKey(b)];
        fc.pre(left.line === right.line);
        expect(compare(left.key, right.key)).toBe(compareRuns(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('OQ-44: it is a total order within a line', () => {
    fc.assert(
      fc.property(numbered, numbered, numbered, (a, b, c) => {
        expect(compareFirmware(a, a)).toBe(0);
        expect(compareFirmware(b, a)).toBe(0 - (compareFirmware(a, b) ?? Number.NaN) + 0);
        const sorted = [a, b, c].toSorted((x, y) => compareFirmware(x, y) ?? Number.NaN);
        expect(compareFirmware(sorted[0] ?? '', sorted[2] ?? '')).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('a hostile version of any length has a key that an index can hold, in plain ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const { line, key } = toFirmwareKey(text);
        expect(key).toMatch(/^[0-9A-Z ]{0,1100}$/);
        expect(line).toMatch(/^[A-Z]{0,256}$/);
      }),
    );
    expect(toFirmwareKey('a1'.repeat(5000)).key.length).toBeLessThan(1100);
  });
});
