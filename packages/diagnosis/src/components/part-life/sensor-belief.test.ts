import { describe, expect, it } from 'vitest';
import { learnLimit } from './sensor-belief.ts';

/** A life whose sensor fell from 2,700 to this reading. */
const life = (low: number, share: number) => ({
  entry: 0,
  end: 100,
  failed: share === 1,
  share,
  track: Array.from({ length: 12 }, (_, at) => [(100 * at) / 11, 2700 - ((2700 - low) * at) / 11] as const),
});

describe('where the sensor of a kind of part ends', () => {
  it('FS-02: the limit is where the pieces of a family ended, drawn towards the usual one', () => {
    const ended = Array.from({ length: 12 }, () => life(1850, 1));
    expect(learnLimit(ended, 1700)).toBeGreaterThan(1820);
    expect(learnLimit(ended, 1700)).toBeLessThan(2000);
    expect(learnLimit([], 1700)).toBe(1700);
  });

  it('FS-02: where most pieces beyond it work on, the limit is too high: it is no higher than those say', () => {
    const sudden = [life(2300, 1), life(2250, 1), life(2280, 1)];
    const working = Array.from({ length: 10 }, (_, at) => life(1750 + 5 * at, 0));
    expect(learnLimit(sudden, 1900)).toBeGreaterThan(2050);
    expect(learnLimit([...sudden, ...working], 1900)).toBeLessThan(1950);
  });

  it('FS-02: also the usual limit, of a family whose pieces print well beyond it', () => {
    const working = Array.from({ length: 6 }, () => life(1500, 0));
    expect(learnLimit(working, 1700)).toBeLessThan(1620);
  });
});
