import { describe, expect, it } from 'vitest';
import { toPagesAMonth, toUseFactor } from './use.ts';

describe('the use of a device', () => {
  it.each([
    [2000, 1000, 2],
    [1, 1000, 0.25],
    [1e6, 1000, 4],
    [null, 1000, null],
    [5, null, null],
    [5, 0, null],
  ])('WL-48: %j pages a month against a median of %j make the factor %j', (pagesAMonth, medianPages, factor) => {
    expect(toUseFactor({ pagesAMonth, medianPages })).toBe(factor);
  });

  it('WL-48: a month is worked out from seven days on, unless the counter fell', () => {
    expect(toPagesAMonth(700, 7)).toBeCloseTo(3043.75);
    expect(toPagesAMonth(0, 7)).toBe(0);
    expect([toPagesAMonth(700, 6), toPagesAMonth(-1, 30)]).toEqual([null, null]);
  });
});
