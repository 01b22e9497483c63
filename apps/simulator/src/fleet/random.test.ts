import { describe, expect, test } from 'vitest';
import { Random } from './random.ts';

const draws = 40_000;
const sample = (draw: (random: Random) => number, name: string) => {
  const random = new Random('law', name);
  const values = Array.from({ length: draws }, () => draw(random));
  const mean = values.reduce((sum, value) => sum + value, 0) / draws;
  return { values, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / draws };
};

describe('chance', () => {
  test('is the same for the same keys, and another for any other', () => {
    const first = (...keys: (string | number)[]) => new Random(...keys).next();
    expect(first('1', 2, 'a')).toBe(first('1', 2, 'a'));
    const others = [first('1', 2, 'b'), first('1', 3, 'a'), first('2', 2, 'a'), first('1', 2, 'a')];
    expect(new Set(others).size).toBe(others.length);
  });

  test.each([
    [0.03, 0.7],
    [1.5, 0.8],
    [30, 2.5],
  ])('counts of mean %d and size %d have the variance of a negative binomial', (mean, size) => {
    const found = sample((random) => random.negativeBinomial(mean, size), `${mean}`);
    expect(Math.abs(found.mean / mean - 1)).toBeLessThan(0.08);
    expect(Math.abs(found.variance / (mean + mean ** 2 / size) - 1)).toBeLessThan(0.15);
  });

  test('lives follow their Weibull law, and gamma and normal draws their moments', () => {
    const { values } = sample((random) => random.weibull(4, 100), 'weibull');
    for (const life of [60, 90, 110])
      expect(
        Math.abs(values.filter((value) => value <= life).length / draws - (1 - Math.exp(-((life / 100) ** 4)))),
      ).toBeLessThan(0.01);
    const gamma = sample((random) => random.gamma(0.7), 'gamma');
    expect(Math.abs(gamma.mean / 0.7 - 1)).toBeLessThan(0.03);
    const normal = sample((random) => random.normal(), 'normal');
    expect(Math.abs(normal.mean)).toBeLessThan(0.02);
    expect(Math.abs(normal.variance - 1)).toBeLessThan(0.04);
  });
});
