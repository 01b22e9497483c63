import { describe, expect, it } from 'vitest';
import { normalShare, z90 } from '../../statistics/normal.ts';
import { failureChance } from './failure-chance.ts';

/** A part whose days left are normal in the logarithm: 10 %, 50 % and 90 % after 30, 60 and 120 days. */
const plain = { lower: 30, median: 60, upper: 120 };
const riskWithin = (days: number) => normalShare((z90 * Math.log(days / 60)) / Math.log(2));
const standing = (left = plain, failed?: number) => ({ to: 1000, state: { plain, left, riskWithin, failed } });

describe('FS-17: the chance that a part fails within some days', () => {
  it('is that of its days left, from the day of the judgement on', () => {
    expect(failureChance(standing(), 1000, 30)).toBeCloseTo(0.1, 5);
    expect(failureChance(standing(), 1010, 50)).toBeCloseTo(0.5, 5);
  });

  it('meets the ends of a range that was corrected, and never falls with more days', () => {
    const corrected = standing({ lower: 10, median: 40, upper: 300 });
    const chances = [10, 40, 300].map((days) => failureChance(corrected, 1000, days));
    for (const [at, share] of [0.1, 0.5, 0.9].entries()) expect(chances[at]).toBeCloseTo(share, 5);
    const all = Array.from({ length: 400 }, (_, days) => failureChance(corrected, 1000, days) ?? Number.NaN);
    expect(all.every((chance, at) => chance >= (all[at - 1] ?? 0) && chance <= 1)).toBe(true);
  });

  it('is certain once the part has failed, and not known where nothing is judged', () => {
    expect(failureChance(standing(plain, 990), 1000, 7)).toBe(1);
    expect(failureChance({ to: 1000 }, 1000, 7)).toBeUndefined();
  });
});
