import type { Supply } from '@platen/contract/report-sections';
import { describe, expect, it } from 'vitest';
import { withCoarse } from './with-conditions.ts';

const supply = (level: number, capacity: number, fields: Partial<Supply> = {}): Supply => ({
  index: '1.1',
  tonerColor: 'black',
  level: { state: 'measured', value: level },
  capacity: { state: 'measured', value: capacity },
  percent: { state: 'measured', value: (100 * level) / capacity },
  ...fields,
});
const isCoarse = (...supplies: Supply[]) => withCoarse(supplies).map(({ coarse }) => coarse === true);

describe('levels reported in wide steps', () => {
  it('a capacity of few units, which is no percentage', () => {
    expect(isCoarse(supply(3, 4))).toEqual([true]);
    expect(isCoarse(supply(9, 10, { unit: 'impressions' }))).toEqual([true]);
    expect(isCoarse(supply(9, 10, { unit: 'percent' }))).toEqual([false]);
    expect(isCoarse(supply(9, 11))).toEqual([false]);
    expect(isCoarse(supply(0, 1))).toEqual([false]);
  });

  it('three toners on multiples of 10 or of 25, and then the others too', () => {
    expect(isCoarse(supply(40, 100), supply(20, 100), supply(50, 100), supply(100, 100))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isCoarse(supply(25, 100), supply(75, 100), supply(50, 100))).toEqual([true, true, true]);
    expect(isCoarse(supply(40, 100), supply(20, 100), supply(51, 100))).toEqual([false, false, false]);
    expect(isCoarse(supply(25, 100), supply(70, 100), supply(50, 100))).toEqual([false, false, false]);
  });

  it('full and empty toners are no evidence of steps, nor are two', () => {
    expect(isCoarse(supply(100, 100), supply(100, 100), supply(0, 100), supply(100, 100))).not.toContain(true);
    expect(isCoarse(supply(40, 100), supply(20, 100), supply(100, 100))).not.toContain(true);
  });

  it('parts without a colour neither count nor are marked', () => {
    const part = supply(50, 100, { tonerColor: undefined });
    expect(isCoarse(part, part, part)).not.toContain(true);
    expect(isCoarse(supply(40, 100), supply(20, 100), supply(50, 100), part)).toEqual([true, true, true, false]);
  });
});
