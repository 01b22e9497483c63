import { describe, expect, it } from 'vitest';
import { normalShare } from './normal.ts';

describe('normal distribution', () => {
  it('gives the shares of the table, the same on both sides', () => {
    for (const [z, share] of [
      [0, 0.5],
      [0.5, 0.691462],
      [1.281552, 0.9],
      [1.959964, 0.975],
      [3, 0.99865],
    ] as const) {
      expect(normalShare(z)).toBeCloseTo(share, 5);
      expect(normalShare(-z)).toBeCloseTo(1 - share, 5);
    }
    expect([normalShare(-Infinity), normalShare(Infinity)]).toEqual([0, 1]);
  });
});
