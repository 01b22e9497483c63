import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { fitWeibull, type Life, remainingLife, wearOut } from './weibull.ts';

/** Parts that came under watch at some age, and were replaced early at another unless they failed before. */
function drawLives(seed: number, count: number, shape: number, scale: number): Life[] {
  const { uniform, weibull } = chance(seed);
  const lives: Life[] = [];
  while (lives.length < count) {
    const life = weibull(shape, scale);
    const entry = uniform() < 0.5 ? 0 : uniform() * scale;
    const limit = entry + uniform() * 1.5 * scale;
    if (life > entry) lives.push({ entry, end: Math.min(life, limit), failed: life <= limit });
  }
  return lives;
}

const shapes = fc.double({ min: 1.5, max: 6, noNaN: true });
const scales = fc.double({ min: 10, max: 1e6, noNaN: true });

describe('life times', () => {
  it('shape and scale come back from lives seen late, cut short or still running', () => {
    fc.assert(
      fc.property(fc.integer(), shapes, scales, (seed, shape, scale) => {
        const fit = fitWeibull(drawLives(seed, 1200, shape, scale));
        expect(Math.abs(Math.log((fit?.scale ?? 0) / scale))).toBeLessThan(0.13);
        expect(Math.abs(Math.log((fit?.shape ?? 0) / shape))).toBeLessThan(0.25);
      }),
      { numRuns: 30 },
    );
  });

  it('lives that are merely cut short say that parts last longer, not that they fail', () => {
    const failed: Life[] = [100, 120, 140].map((end) => ({ entry: 0, end, failed: true }));
    const running: Life[] = [150, 160, 170].map((end) => ({ entry: 0, end, failed: false }));
    const few = fitWeibull(failed);
    const more = fitWeibull([...failed, ...running]);
    expect(more?.scale ?? 0).toBeGreaterThan(few?.scale ?? Infinity);
  });

  it('one failure does not run wild, and a family with few stays near what is common to all', () => {
    fc.assert(
      fc.property(scales, fc.double({ min: 0.3, max: 3, noNaN: true }), (scale, ratio) => {
        const life: Life[] = [{ entry: 0, end: scale * ratio, failed: true }];
        const alone = fitWeibull(life);
        expect(alone?.shape).toBeGreaterThan(1.5);
        expect(alone?.shape).toBeLessThan(6);
        const drawn = fitWeibull(life, { ...wearOut, scale, scaleWorth: 5 });
        expect(Math.abs(Math.log((drawn?.scale ?? 0) / scale))).toBeLessThanOrEqual(
          Math.abs(Math.log(ratio)) * 1.01 + 0.1,
        );
      }),
    );
    expect(fitWeibull([{ entry: 0, end: 50, failed: false }])).toBeUndefined();
    expect(fitWeibull([], { ...wearOut, scale: 70, scaleWorth: 5 })).toEqual({ shape: wearOut.shape, scale: 70 });
  });

  it('a part that has reached its age lives on: the quantiles of what remains are those of the lives that got so far', () => {
    const { weibull } = chance(3);
    const [shape, scale, age] = [3, 100, 80];
    const left: number[] = [];
    while (left.length < 4000) {
      const life = weibull(shape, scale);
      if (life > age) left.push(life - age);
    }
    left.sort((one, other) => one - other);
    for (const share of [0.1, 0.5, 0.9])
      expect(remainingLife({ shape, scale }, age, share) / (left[Math.floor(share * left.length)] ?? 0)).toBeCloseTo(
        1,
        0.9,
      );
  });

  it('what remains shrinks with age when parts wear out, and never ends', () => {
    fc.assert(
      fc.property(shapes, scales, fc.double({ min: 0, max: 3, noNaN: true }), (shape, scale, age) => {
        const now = remainingLife({ shape, scale }, age * scale, 0.5);
        expect(now).toBeGreaterThan(0);
        expect(remainingLife({ shape, scale }, (age + 0.2) * scale, 0.5)).toBeLessThan(now);
      }),
    );
  });
});
