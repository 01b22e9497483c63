import { describe, expect, it } from 'vitest';
import { survivalQuantile } from './survival-quantile.ts';

const seen = (value: number) => ({ value, isCensored: false });
const atLeast = (value: number) => ({ value, isCensored: true });

describe('quantiles of partly censored values', () => {
  it('FS-17: without lower bounds they are those of the values', () => {
    const values = [5, 3, 1, 4, 2, 6, 8, 7, 10, 9].map(seen);
    expect(survivalQuantile(values, 0.1)).toBe(1);
    expect(survivalQuantile(values, 0.5)).toBe(5);
    expect(survivalQuantile(values, 0.9)).toBe(9);
  });

  it('FS-17: a lower bound moves later quantiles up and leaves earlier ones', () => {
    // 1 of 4 ends at 1, then 1 of 2 at 3 and the last at 4: 75, 37.5 and 0 % are left (Kaplan and Meier).
    const values = [seen(1), atLeast(2), seen(3), seen(4)];
    expect(survivalQuantile(values, 0.25)).toBe(1);
    expect(survivalQuantile(values, 0.5)).toBe(3);
    expect(survivalQuantile(values, 0.7)).toBe(4);
  });

  it('FS-17: a quantile that no end reaches is not known', () => {
    expect(survivalQuantile([seen(1), atLeast(2), atLeast(3)], 0.5)).toBeUndefined();
    expect(survivalQuantile([], 0.5)).toBeUndefined();
  });
});
