import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTable, finishFleetTally, mergeFleetTally, startFleetTally, toFleetCodes } from './fleet-codes.ts';

/** Three dealers in turn. */
const dealerOf = (index: number) => `D-${index % 3}`;
const tables = (values: readonly string[]) => values.map((value) => new Map([['3612.0', value]]));
const statsOf = (values: readonly string[]) => toFleetCodes(tables(values), dealerOf).codes['3612.0'];
const repeat = (value: string, times: number) => Array.from({ length: times }, () => value);

describe('values of codes over the fleet', () => {
  it('OQ-75 CD-01: mode is the most frequent value and average the mean, with the decimals that devices use', () => {
    expect(statsOf(['10', '10', '13'])).toMatchObject({ n: 3, mode: '10', average: '11', median: 10, mad: 0 });
    expect(statsOf(['1.50', '2.25', '2.25'])).toMatchObject({ mode: '2.25', average: '2.00' });
    expect(statsOf(['-5', '-5', '7'])).toMatchObject({ mode: '-5', average: '-1' });
  });

  it('OQ-75: values that are no numbers have a mode and no average', () => {
    expect(statsOf(['A3', 'A3', '-', '0x1F'])).toMatchObject({ mode: 'A3', average: null, numeric: false });
  });

  it('of several values as frequent the one nearest to the median is the mode', () => {
    expect(statsOf(['1', '5', '100'])?.mode).toBe('5');
  });

  it('commonest values come first and are bounded', () => {
    const stats = statsOf([...repeat('7', 5), ...Array.from({ length: 300 }, (_, i) => String(1000 + i))]);
    expect(stats?.counts[0]).toEqual(['7', expect.any(Number)]);
    expect(stats?.counts).toHaveLength(16);
  });

  it('median and MAD of a code with very many values are near the exact ones', () => {
    const values = Array.from({ length: 20_001 }, (_, i) => String((i * 7919) % 20_001));
    const stats = statsOf(values);
    expect(Math.abs((stats?.median ?? 0) - 10_000)).toBeLessThan(1000);
    expect(Math.abs((stats?.mad ?? 0) - 5000)).toBeLessThan(600);
    expect(stats?.average).toBe('10000');
  });

  it('no table, and tables with nothing in them, give no codes', () => {
    expect(toFleetCodes([], dealerOf)).toEqual({ devices: 0, codes: {} });
    expect(toFleetCodes([new Map()], dealerOf)).toEqual({ devices: 1, codes: {} });
  });

  it('devices tallied apart and put together give the same as all at once', () => {
    const value = fc.oneof(fc.integer({ min: -20, max: 20 }).map(String), fc.constantFrom('-', 'A', ' 5 ', '2.5'));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 90 }), fc.nat(90), (values, at) => {
        const [left, right] = [startFleetTally(), startFleetTally()];
        for (const [i, table] of tables(values).entries()) addTable(i < at ? left : right, table, dealerOf(i));
        mergeFleetTally(left, right);
        expect(finishFleetTally(left)).toEqual(toFleetCodes(tables(values), dealerOf));
      }),
    );
  });

  it('parts with very many values put together keep their number, average and spread', () => {
    const values = Array.from({ length: 6000 }, (_, i) => String((i * 7919) % 6007));
    const [left, right] = [startFleetTally(), startFleetTally()];
    for (const table of tables(values.slice(0, 100))) addTable(left, table, 'D-1');
    for (const table of tables(values.slice(100))) addTable(right, table, 'D-2');
    mergeFleetTally(left, right);
    const [merged, whole] = [finishFleetTally(left).codes['3612.0'], statsOf(values)];
    expect(merged).toMatchObject({ n: 6000, average: whole?.average });
    expect(Math.abs((merged?.median ?? 0) - 3000)).toBeLessThan(300);
  });

  it('keys and values out of the ordinary are only texts', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.string(), { maxKeys: 4 }), { maxLength: 20 }), (all) => {
        const { devices, codes } = toFleetCodes(
          all.map((one) => new Map(Object.entries(one))),
          dealerOf,
        );
        expect(devices).toBe(all.length);
        for (const { n, mad, counts } of Object.values(codes)) {
          expect(n).toBeGreaterThan(0);
          expect(Number.isFinite(mad)).toBe(true);
          expect(counts.reduce((sum, [, times]) => sum + times, 0)).toBeLessThanOrEqual(n);
        }
      }),
    );
  });
});
