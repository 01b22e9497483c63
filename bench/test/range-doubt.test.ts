import { describe, expect, it } from 'vitest';
import type { RangeCase } from '../src/diagnosis/range-cases.ts';
import { coverageDoubt } from '../src/diagnosis/range-doubt.ts';

/** The same number of dates of each device; of every fifth device all lie after their range. */
const dates = (devices: number, each: number): RangeCase[] =>
  Array.from({ length: devices * each }, (_, at) => {
    const device = Math.floor(at / each);
    const actual = device % 5 === 0 ? 20 : 10;
    return { kind: 'drum', device: String(device), predicted: 10, lower: 8, upper: 13, actual };
  });

describe('how sure the coverage of ranges is', () => {
  it('FS-17: it is as sure as its devices are many, not as its dates', () => {
    const [least = 0, most = 0] = coverageDoubt(dates(20, 50)) ?? [];
    expect(least).toBeGreaterThan(0.5);
    expect(least).toBeLessThan(0.7);
    expect(most).toBeGreaterThan(0.9);
    const [surer = 0, ofMany = 0] = coverageDoubt(dates(500, 2)) ?? [];
    expect(surer).toBeGreaterThan(0.75);
    expect(ofMany).toBeLessThan(0.85);
  });

  it('FS-17: the same dates have the same doubt, and devices that are not known have none', () => {
    expect(coverageDoubt(dates(20, 2))).toEqual(coverageDoubt(dates(20, 2)));
    expect(coverageDoubt([{ kind: 'drum', predicted: 10, lower: 8, upper: 13, actual: 9 }])).toBeUndefined();
    expect(coverageDoubt([])).toBeUndefined();
  });
});
