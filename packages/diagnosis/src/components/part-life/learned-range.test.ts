import { describe, expect, it } from 'vitest';
import { learnRange, placesOfAll, toPastOfKind } from './learned-range.ts';
import { fitLifeModel, type LifeSummary } from './life-model.ts';
import { toPast } from './past-forecasts.ts';
import { recalibrate } from './range-factors.ts';

const pieces = 200;
/**
 * Lives of two families without a sensor, in the same spread order; each was looked at every 56 days at ten
 * units of wear a day.
 */
function toLives(
  family: number,
  usedPerDay: number,
  trackOf: (end: number) => LifeSummary['track'] = () => [],
): LifeSummary[] {
  return Array.from({ length: pieces }, (_, at) => {
    const share = (((at * 89) % pieces) + 0.5) / pieces;
    const end = (family === 0 ? 2000 : 2600) * (-Math.log(1 - share)) ** (1 / 5);
    const lookAt = [0.2, 0.5, 0.8].map((part) => part * end);
    return {
      entry: 0,
      end,
      failed: at % 4 !== 0,
      track: trackOf(end),
      looks: lookAt.map((wear) => [wear, 10, 0.12, (end - wear) / usedPerDay] as const),
    };
  });
}
const learn = (families: readonly LifeSummary[][]) => {
  const common = fitLifeModel(families.flat(), undefined);
  return common === undefined ? undefined : learnRange(toPastOfKind(families, common, 'developer'));
};

describe('ranges learned from the own past forecasts', () => {
  it('FS-17: where devices were used twice as much as forecast, dates and ranges become earlier', () => {
    const usual = learn([toLives(0, 10), toLives(1, 10)]);
    const busy = learn([toLives(0, 20), toLives(1, 20)]);
    expect(usual?.pieces).toBeGreaterThan(200);
    expect(busy?.middle ?? 0).toBeLessThan((usual?.middle ?? 0) - 0.15);
    expect(busy?.early ?? 0).toBeLessThan(usual?.early ?? 0);
    const left = { median: 100, lower: 60, upper: 160 };
    expect(recalibrate(left, busy).median).toBeLessThan(recalibrate(left, usual).median);
  });

  it('FS-17: a sensor that says nothing of how long a piece lasts counts for little', () => {
    /** Charging voltage at each twentieth of what the piece did, over the life by which it rises. */
    const track = (end: number, life: number): LifeSummary['track'] =>
      Array.from({ length: 20 }, (_, at) => {
        const wear = ((at + 1) * end) / 20;
        return [wear, 600 + 70 * (wear / life) ** 2 + 3 * Math.sin(12.9 * at + end)];
      });
    const misleadingOf = (lifeOf: (end: number) => number) => {
      const lives = [0, 1].flatMap((family) => toLives(family, 10, (end) => track(end, lifeOf(end))));
      const { blind = 0, astray = 0 } = fitLifeModel(lives, undefined) ?? {};
      return blind + astray;
    };
    expect(misleadingOf((end) => end)).toBeLessThan(0.1);
    expect(misleadingOf(() => 2200)).toBeGreaterThan(0.6);
  });

  it('FS-17: a kind of which few pieces ended is corrected by what came of the other kinds', () => {
    const past = (lives: readonly LifeSummary[]) => {
      const common = fitLifeModel(lives, undefined);
      if (common === undefined) throw new Error('nothing learned');
      return toPastOfKind([lives], common, 'developer');
    };
    const [busy, few, known] = [past(toLives(0, 20)), past(toLives(1, 10).slice(0, 8)), past(toLives(1, 10))];
    const ofAll = placesOfAll([busy, few]);
    expect(ofAll?.middle ?? 0).toBeLessThan(-0.15);
    expect(learnRange(few, ofAll)).toMatchObject({ ...ofAll, use: few.use });
    expect(learnRange(few, ofAll)?.visit).toBeUndefined();
    // Many pieces of its own outweigh them.
    expect(learnRange(known, ofAll)?.middle ?? 0).toBeGreaterThan((ofAll?.middle ?? 0) / 2);
    expect(placesOfAll([few])).toBeUndefined();
  });

  it('FS-17: the order of the lives does not matter', () => {
    const families = [toLives(0, 12), toLives(1, 12)];
    expect(learn(families.map((lives) => lives.toReversed()))).toEqual(learn(families));
  });

  it('FS-17: a few pieces teach nothing, and nothing learned changes nothing', () => {
    expect(learn([toLives(0, 10).slice(0, 8), []])).toBeUndefined();
    const left = { median: 30, lower: 20, upper: 50 };
    expect(recalibrate(left, undefined)).toEqual(left);
    const same = recalibrate(left, { early: -1, middle: 0, late: 1, pieces: 9 });
    expect(same.lower).toBeCloseTo(20);
    expect(same.median).toBeCloseTo(30);
    expect(same.upper).toBeCloseTo(50);
  });

  it('FS-17: summaries of earlier versions, which have no looks, are read', () => {
    const old = toLives(0, 10).map(({ entry, end, failed, track }) => ({ entry, end, failed, track }));
    expect(learn([old])).toBeUndefined();
  });

  it('FS-17: of many lives a bounded number is forecast again, the same ones in whatever order, spread over all', () => {
    const many = Array.from({ length: 5 }, () => toLives(0, 10)).flat();
    const common = fitLifeModel(many, undefined);
    if (common === undefined) throw new Error('nothing learned');
    const ends = (lives: readonly LifeSummary[]) =>
      toPast(lives, common, 300)
        .map(({ life }) => life.end)
        .toSorted((one, other) => one - other);
    expect(ends(many)).toHaveLength(300);
    expect(ends(many.toReversed())).toEqual(ends(many));
    expect(ends(many)[150]).toBeCloseTo(many.map(({ end }) => end).toSorted((a, b) => a - b)[500] ?? 0, 0);
  });
});
