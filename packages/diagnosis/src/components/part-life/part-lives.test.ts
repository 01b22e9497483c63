import { describe, expect, it } from 'vitest';
import { toLives, unrolled } from './part-lives.ts';
import { usageRate } from './usage-rate.ts';

/** A history of one drum, a reading a day from day 100 on. */
function drum(
  values: readonly number[],
  options: { total?: readonly number[]; replacements?: readonly number[] } = {},
) {
  const days = values.map((value, at) => ({
    day: 100 + at,
    values: new Map([
      ['part.6250.rotations', value],
      ['pages.total', options.total?.[at] ?? 1000 + at * 10],
    ]),
  }));
  return { days, replacements: (options.replacements ?? []).map((day) => ({ item: 'part.6250', day })) };
}
const livesOf = (...input: Parameters<typeof drum>) => toLives(drum(...input), '6250', 'rotations');

describe('lives of a part', () => {
  it('FS-18: a counter that falls starts a new piece on that day, or on the day that the device reported', () => {
    const seen = livesOf([50, 60, 3, 9]);
    expect(seen.map(({ since, until }) => [since, until])).toEqual([
      [null, 102],
      [102, undefined],
    ]);
    expect(livesOf([50, 60, 3, 9], { replacements: [101] })[1]?.since).toBe(101);
    expect(livesOf([50, 60, 3, 9], { replacements: [102] })[1]?.since).toBe(102);
    expect(livesOf([50, 60], { replacements: [40, 80] })[0]?.since).toBe(80);
  });

  it('where the total of pages falls with it, memory was exchanged and the piece wears on', () => {
    const [life, ...others] = livesOf([50, 60, 3, 9], { total: [1000, 1010, 5, 15] });
    expect(others).toEqual([]);
    expect(life?.readings.map(({ wear }) => wear)).toEqual([50, 60, 63, 69]);
  });

  it('a counter that is set back by some days wears on, unless a replacement was reported', () => {
    const [life, ...others] = livesOf([500, 600, 450, 550]);
    expect(others).toEqual([]);
    expect(life?.readings.map(({ wear }) => wear)).toEqual([500, 600, 600, 700]);
    expect(livesOf([500, 600, 450, 550], { total: [1000, 1100, 950, 1050] })).toHaveLength(1);
    expect(livesOf([500, 600, 450, 550], { replacements: [102] })).toHaveLength(2);
    expect(livesOf([500, 600, 150, 250])).toHaveLength(2);
  });

  it('a replacement reported without a fall starts a new piece at the height of the counter', () => {
    const lives = livesOf([50, 60, 70, 80, 90, 100, 110], { replacements: [103] });
    expect(lives.map(({ since, readings }) => [since, readings.at(-1)?.wear])).toEqual([
      [null, 70],
      [103, 40],
    ]);
  });

  it('wear over all pieces never falls, and its rate does not see the replacement', () => {
    const values = Array.from({ length: 80 }, (_, at) => (at * 30) % 900);
    const all = unrolled(livesOf(values));
    expect(all.every(({ wear }, at) => wear >= (all[at - 1]?.wear ?? 0))).toBe(true);
    const rate = usageRate(all, all.length - 1);
    expect(Math.abs((rate?.perDay ?? 0) - 30)).toBeLessThan(1);
  });

  it('quiet weekends and weeks without a report do not move the rate of use', () => {
    const workdays = Array.from({ length: 84 }, (_, day) => ({
      day,
      wear: 70 * (Math.floor(day / 7) * 5 + Math.min(day % 7, 5)),
    }));
    const gappy = workdays.filter(({ day }) => day < 30 || day > 50);
    expect(usageRate(workdays, workdays.length - 1)?.perDay).toBeCloseTo(50, 5);
    expect(usageRate(gappy, gappy.length - 1)?.perDay).toBeCloseTo(50, 5);
    expect(usageRate(workdays, 5)).toBeUndefined();
    expect(usageRate([], 0)).toBeUndefined();
  });

  it('what the device does not count has no lives', () => {
    expect(toLives(drum([1, 2, 3]), '6251', 'rotations')).toEqual([]);
    expect(livesOf([Number.NaN, -4])).toEqual([]);
  });
});
