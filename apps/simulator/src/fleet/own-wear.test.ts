import { families } from '@platen/catalogue/families/families';
import { describe, expect, test } from 'vitest';
import { toOwnWear } from './own-wear.ts';
import { Random } from './random.ts';
import { toFactor } from './wear-model.ts';

const models = families.map(({ code }) => toOwnWear('own', code));

describe('laws that the judgement does not know', () => {
  test('sensors move from nothing to all of their way with the life, in families by different curves', () => {
    const halfway = new Set<number>();
    for (const { charging, transfer, warmUp } of models)
      for (const curve of [charging, transfer, warmUp]) {
        expect(curve(0)).toBe(0);
        expect(curve(1)).toBeCloseTo(1, 9);
        const values = Array.from({ length: 21 }, (_, step) => curve(step / 20));
        expect(values).toEqual(values.toSorted((one, other) => one - other));
        halfway.add(Math.round(10 * curve(0.5)));
      }
    expect(halfway.size).toBeGreaterThan(4);
  });

  test('every family has its own limit and codes, and colours of a unit have codes in a row', () => {
    expect(new Set(models.map(({ transferLimit }) => transferLimit)).size).toBeGreaterThan(models.length / 2);
    expect(new Set(models.map(({ failureCode }) => failureCode('drum', 0))).size).toBeGreaterThan(4);
    for (const { failureCode } of models) {
      const codes = [0, 1, 2, 3].map((color) => Number.parseInt(failureCode('drum', color), 16));
      expect(codes).toEqual([0, 1, 2, 3].map((color) => (codes[0] ?? 0) + color));
    }
  });

  test('jams come in clusters of the same mean, and those of a worn roller grow faster and faster', () => {
    const [model] = models;
    if (model === undefined) throw new Error('no family');
    const random = new Random('jams');
    const days = Array.from({ length: 20_000 }, () => model.jams(random, 0.2));
    const mean = days.reduce((sum, count) => sum + count, 0) / days.length;
    expect(Math.abs(mean - 0.2)).toBeLessThan(0.02);
    const variance = days.reduce((sum, count) => sum + (count - mean) ** 2, 0) / days.length;
    expect(variance / mean).toBeGreaterThan(1.8);
    const drift = { shape: 'growth', factor: 6, climb: 40 } as const;
    expect(toFactor(drift, 39)).toBeCloseTo(6, 9);
    expect(toFactor(drift, 400)).toBeCloseTo(6, 9);
    expect(toFactor(drift, 39) - toFactor(drift, 29)).toBeGreaterThan(2 * (toFactor(drift, 19) - toFactor(drift, 9)));
  });
});
