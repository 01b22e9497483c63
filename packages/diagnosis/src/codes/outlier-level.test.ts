import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFleetCodes } from './fleet-codes.ts';
import { outlierLevel } from './outlier-level.ts';

const statsOf = (values: readonly string[]) =>
  toFleetCodes(
    values.map((value) => new Map([['1.0', value]])),
    (index) => `D-${index % 3}`,
  ).codes['1.0'];
const repeat = (value: string, times: number) => Array.from({ length: times }, () => value);

/** Repeatable numbers in 0..1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) / 4_294_967_296;
  };
}
const gauss = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Clean values of one code, by kind of distribution. */
const clean: Record<string, (next: () => number) => string> = {
  normal: (next) => (100 + 5 * gauss(next)).toFixed(2),
  'normal, whole numbers': (next) => Math.round(50 + 3 * gauss(next)).toString(),
  uniform: (next) => Math.floor(1000 * next()).toString(),
  exponential: (next) => (-100 * Math.log(1 - next())).toFixed(3),
  lognormal: (next) => Math.exp(3 + gauss(next)).toFixed(3),
  'Pareto, without a variance': (next) => (10 / (1 - next()) ** 0.8).toFixed(3),
  'counter of pages': (next) => Math.floor(300_000 * next() ** 2).toString(),
  'small counts': (next) => Math.floor(-2 * Math.log(1 - next())).toString(),
  'signed, heavy tails': (next) => (gauss(next) / Math.max(0.05, next())).toFixed(2),
  constant: () => '0',
  'switch, 97 of 100': (next) => (next() < 0.97 ? '0' : '1'),
  'switch, 995 of 1000': (next) => (next() < 0.995 ? '0' : '1'),
  'enumeration with many rare values': (next) => (next() < 0.8 ? 'A' : `B${Math.floor(30 * next())}`),
  'texts, all different': (next) => `S${Math.floor(1e9 * next())}`,
  'two humps': (next) => (next() < 0.7 ? 100 : 200 + 2 * gauss(next)).toFixed(0),
  'mostly 0, else anything': (next) => (next() < 0.6 ? '0' : Math.floor(5000 * next()).toString()),
};

describe('outlier level of a code', () => {
  const usual = Array.from({ length: 41 }, (_, i) => String(80 + i)); // median 100, MAD 10

  it('OQ-75 CD-09: numbers are levels 1, 2, 3 from 0.6745 (x - median) / MAD = 3.5, 5, 8 on, to both sides', () => {
    const level = (z: number, side: 1 | -1) =>
      outlierLevel((100 + (side * z * 10) / 0.6745).toFixed(3), statsOf(usual));
    for (const side of [1, -1] as const) {
      expect([0, 3.4, 3.6, 4.9, 5.1, 7.9, 8.1, 100].map((z) => level(z, side))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    }
  });

  it('OQ-75: the mode is 0 however far from the median', () => {
    expect(outlierLevel('9000', statsOf([...usual, ...usual, '9000', '9000', '9000']))).toBe(0);
    expect(outlierLevel('9001', statsOf([...usual, ...usual, '9000', '9000', '9000']))).toBe(3);
  });

  it('OQ-75: where the fleet agrees, and for values that are no numbers, rarity against the mode decides', () => {
    expect(outlierLevel('5', statsOf([...repeat('4', 60), '5']))).toBe(1);
    expect(outlierLevel('5', statsOf([...repeat('4', 400), '5']))).toBe(2);
    expect(outlierLevel('5', statsOf([...repeat('4', 2000), '5']))).toBe(3);
    expect(outlierLevel('5', statsOf([...repeat('4', 60), ...repeat('5', 9)]))).toBe(0);
    expect(outlierLevel('off', statsOf([...repeat('on', 400), ...repeat('auto', 50), 'off']))).toBe(2);
    expect(outlierLevel('auto', statsOf([...repeat('on', 400), ...repeat('auto', 50), 'off']))).toBe(0);
  });

  it('a value that no device of the fleet has is as rare as one device', () => {
    expect(outlierLevel('6', statsOf(repeat('4', 60)))).toBe(1);
    expect(outlierLevel('x', statsOf(Array.from({ length: 60 }, (_, i) => `s${i}`)))).toBe(0);
  });

  it('with fewer than 20 devices, and of a code not known, there is no level', () => {
    expect(outlierLevel('99', statsOf(repeat('4', 19)))).toBeNull();
    expect(outlierLevel('99', statsOf(repeat('4', 20)))).toBe(1);
    expect(outlierLevel('99', undefined)).toBeNull();
  });

  it('one device far off is found also where values are skewed', () => {
    const next = random(5);
    const values = Array.from({ length: 300 }, () => Math.exp(3 + 0.5 * gauss(next)).toFixed(2));
    expect(outlierLevel('5000', statsOf([...values, '5000']))).toBe(3);
  });

  for (const [kind, draw] of Object.entries(clean)) {
    it(`OQ-75: at most 1 % of clean values is above level 0 (${kind})`, () => {
      for (const devices of [40, 100, 300, 3000]) {
        let flagged = 0;
        let all = 0;
        const fleets = Math.ceil(6000 / devices);
        for (let fleet = 0; fleet < fleets; fleet++) {
          const next = random(1 + 7919 * fleet + devices);
          const values = Array.from({ length: devices }, () => draw(next));
          const stats = statsOf(values);
          for (const value of values) if ((outlierLevel(value, stats) ?? 0) > 0) flagged++;
          all += devices;
        }
        expect(flagged / all).toBeLessThanOrEqual(0.01);
      }
    });
  }

  it('any fleet and any value give a level or null, and the mode never more than 0', () => {
    const value = fc.oneof(fc.string({ maxLength: 6 }), fc.double().map(String), fc.integer().map(String));
    fc.assert(
      fc.property(fc.array(value, { minLength: 20, maxLength: 60 }), value, (values, asked) => {
        const stats = statsOf(values);
        expect([0, 1, 2, 3]).toContain(outlierLevel(asked, stats));
        expect(outlierLevel(stats?.mode ?? '', stats)).toBe(0);
      }),
    );
  });
});
