import { describe, expect, it } from 'vitest';
import { chance } from '../../../test/chance.ts';
import type { EndingSign } from './ending.ts';
import { failureShare } from './failure-share.ts';
import { fitLifeModel, type LifeSummary } from './life-model.ts';

const life = (end: number, given: Partial<LifeSummary> = {}): LifeSummary => ({
  entry: 0,
  end,
  failed: false,
  track: [],
  ...given,
});
const replaced = (end: number, ending: readonly EndingSign[], failed = false) =>
  life(end, { replaced: true, ending, failed, named: 1000 });

/**
 * Pieces that last 1,200 in the median, four of five of them replaced by plan near the 1,000 that their maker
 * names. `logged`: share of the failures with an error of the part; of the others half have some other sign.
 */
function toLives(seed: number, count: number, logged: number, { sudden = 0, planned = 0.8 } = {}) {
  const { uniform, weibull } = chance(seed);
  return Array.from({ length: count }, () => {
    const worn = weibull(5, 1300);
    const end = uniform() < sudden ? worn * uniform() : worn;
    const plan = uniform() < planned ? 860 + 140 * uniform() : Infinity;
    if (plan < end) return { truly: false, life: replaced(plan, uniform() < 0.5 ? ['alone'] : []) };
    const isLogged = uniform() < logged;
    const others: EndingSign[] = uniform() < 0.5 ? [] : uniform() < 0.5 ? ['jams'] : ['stopped'];
    return { truly: true, life: replaced(end, [...others, 'alone'], isLogged) };
  });
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('lives of a kind of part', () => {
  it('FS-17: where no device reports a failure, failed and planned replacements are distinguished by what was around them', () => {
    const all = toLives(7, 300, 0);
    const model = fitLifeModel(
      all.map((one) => one.life),
      undefined,
    );
    const sharesOf = (truly: boolean) =>
      all.flatMap((one) => (one.truly === truly ? [failureShare(one.life, model?.ended)] : []));
    expect(mean(sharesOf(true))).toBeGreaterThan(0.6);
    expect(mean(sharesOf(false))).toBeLessThan(0.15);
    expect(model?.law.scale).toBeGreaterThan(1100);
    expect(model?.law.scale).toBeLessThan(1500);
  });

  it('FS-17: where failures are reported, a replacement without an error was made by plan', () => {
    const all = toLives(8, 300, 1);
    const model = fitLifeModel(
      all.map((one) => one.life),
      undefined,
    );
    const failures = all.filter(({ truly }) => truly).length;
    expect(model?.failures ?? 0).toBeGreaterThan(0.85 * failures);
    expect(model?.failures ?? 0).toBeLessThan(1.15 * failures);
  });

  it('FS-17: failures that nothing announces do not widen the law of those that wear out', () => {
    const all = toLives(9, 400, 1, { sudden: 0.3, planned: 0 });
    const model = fitLifeModel(
      all.map((one) => one.life),
      undefined,
    );
    expect(model?.law.shape).toBeGreaterThan(3.5);
    expect((model?.sudden ?? 0) * 1000).toBeGreaterThan(0.1);
  });

  it('FS-17: a family without failures of its own is drawn towards the life that its maker names', () => {
    const common = fitLifeModel(
      toLives(10, 200, 1).map((one) => one.life),
      undefined,
    );
    const family = fitLifeModel([life(50, { named: 3000 }), life(80, { named: 3000 })], common);
    expect(family?.law.scale).toBeGreaterThan(2.5 * (common?.law.scale ?? Infinity));
  });

  it('FS-17: few early failures do not make the parts of a family short-lived, many do', () => {
    const common = fitLifeModel(
      toLives(7, 300, 1).map((one) => one.life),
      undefined,
    );
    const failing = (count: number) => Array.from({ length: count }, () => replaced(600, ['alone'], true));
    const ofUsual = (count: number) =>
      (fitLifeModel(failing(count), common)?.law.scale ?? 0) / (common?.law.scale ?? Infinity);
    expect(ofUsual(2)).toBeGreaterThan(0.8);
    expect(ofUsual(40)).toBeLessThan(0.6);
  });

  it('FS-17: the order of the lives does not matter', () => {
    const lives = toLives(11, 60, 0.4).map((one) => one.life);
    expect(fitLifeModel(lives.toReversed(), undefined)).toEqual(fitLifeModel(lives, undefined));
  });

  it('FS-05: a sensor shows a failure where its pieces failed soon after, and none where they work on, also before any was replaced', () => {
    const drifting = (shownFor: number, given: Partial<LifeSummary> = {}) =>
      life(900, { ending: ['sensor'], named: 1000, shownFor, ...given });
    const ended = { replaced: true, failed: true, ending: ['sensor', 'code'] } as const;
    const failing = Array.from({ length: 8 }, () => drifting(12, ended));
    const works = Array.from({ length: 8 }, (_, at) => drifting(100 + 10 * at));
    const failsOf = (lives: readonly LifeSummary[]) => fitLifeModel(lives, undefined)?.sensorFails;
    expect(failsOf(failing)).toBeGreaterThan(0.85);
    expect(failsOf([...failing, ...works])).toBeLessThan(0.7);
    expect(failsOf(failing.map((one) => ({ ...one, shownFor: 150 })))).toBeLessThan(0.5);
    expect(failsOf(works)).toBeLessThan(0.5);
    // Little is known of one that drifts since a week; many that drift since a month cannot all be ending.
    const drifting30 = Array.from({ length: 40 }, () => drifting(30));
    expect(failsOf([...failing, ...works.map((one) => ({ ...one, shownFor: 7 }))])).toBeGreaterThan(0.8);
    expect(failsOf([...failing, ...drifting30])).toBeLessThan(0.5);
    expect(failsOf(drifting30)).toBeLessThan(0.5);
  });

  it('FS-05: a drift must prove itself on two pieces that failed; the limit that a maker names need not', () => {
    const ended = (shownFor: number) =>
      life(900, { ending: ['sensor', 'code'], named: 1000, shownFor, replaced: true, failed: true });
    const failsOf = (lives: readonly LifeSummary[], limit?: number) =>
      fitLifeModel(lives, undefined, { usualLimit: limit })?.sensorFails ?? Number.NaN;
    expect(failsOf([ended(5)])).toBeLessThan(0.7);
    expect(failsOf([ended(5), ended(9)])).toBeGreaterThanOrEqual(0.7);
    expect(failsOf([ended(5), ended(9), ended(200)])).toBeLessThan(0.7);
    expect(failsOf([ended(5)], 1700)).toBe(1);
  });

  it('OQ-85: a few replacements alone teach nothing', () => {
    expect(fitLifeModel([replaced(900, []), replaced(1000, []), life(400)], undefined)).toBeUndefined();
  });
});
