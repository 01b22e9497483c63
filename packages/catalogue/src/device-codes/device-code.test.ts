import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableOf, tableToAsk, toDeviceCode } from './device-code.ts';

describe('the form of a device code', () => {
  it.each([
    [' c010 ', 'C010'],
    ['ea5F', 'EA5F'],
    ['0139', '0139'],
    ['NULL', 'null'],
    ['Header', 'header'],
    ['8', '8'],
    ['', ''],
  ])('DM-001 DM-002: %j is the code %j', (raw, code) => {
    expect(toDeviceCode(raw)).toBe(code);
  });

  it('DM-001: a code read twice is the same code', () => {
    fc.assert(
      fc.property(fc.string(), (raw) => {
        expect(toDeviceCode(toDeviceCode(raw))).toBe(toDeviceCode(raw));
      }),
    );
  });

  it.each([
    ['A', 'a'],
    ['A28F', 'a'],
    ['C010', 'c'],
    ['D', 'd'],
    ['EFFF', 'e'],
    ['F000', 'f'],
    ['0000', 'events'],
    ['9FFF', 'events'],
  ] as const)('DM-001: %s is explained by table %s', (code, table) => {
    expect(tableOf(code)).toBe(table);
    expect(tableToAsk(code.toLowerCase())).toBe(table);
  });

  it.each([
    '',
    'B',
    'B000',
    'Z',
    'Z123',
    '0',
    '8',
    '9',
    'null',
    'header',
    'C01',
    'C0100',
    'C01G',
    'C010\n',
    'constructor',
  ])('DM-001 DM-002: %j is of no series', (code) => {
    expect(tableOf(code)).toBeUndefined();
  });
});
