import { dayMs } from '@platen/contract/constants';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { toAdviceOutcomes } from './advice-quality.ts';
import { cameBackAfter, classifyVisits, type PastVisit, summariseSpans } from './call-backs.ts';
import { effectOf, usualRate } from './effect-of.ts';
import { judgeEffect } from './judge-effect.ts';
import { toRatio } from './rate-ratio.ts';
import { targetsOfDone, targetsOfItem } from './target.ts';
import { type CountedVisit, countVisits, toFigures } from './visit-figures.ts';
import { toWindows } from './windows.ts';

const random = chance(17);
function poisson(mean: number): number {
  // For large means in parts: exp(-mean) would be 0.
  if (mean > 200) return poisson(mean / 2) + poisson(mean / 2);
  let [left, n] = [Math.exp(-mean), -1];
  for (let product = 1; product > left; n++) product *= random.uniform();
  return n;
}
const share = (runs: number, holds: () => boolean) => Array.from({ length: runs }, holds).filter(Boolean).length / runs;

describe('effect of what was done', () => {
  it('VE-01: each entry is judged by the rate that it should have changed', () => {
    const rollers = [
      { measure: 'jams', source: 'CST1' },
      { measure: 'retries', source: 'CST1' },
    ];
    expect(targetsOfItem('feedRoller.CST1')).toEqual(rollers);
    expect(targetsOfItem('part.6411')).toEqual(rollers);
    expect(targetsOfItem('6250')).toEqual([{ measure: 'unitErrors', unit: 'drum.black' }]);
    expect(targetsOfDone({ done: 'cleaned', item: 'fuser' })).toEqual([{ measure: 'unitErrors', unit: 'fuser' }]);
    const set = { done: 'codeSet', kind: '08', main: 2103, sub: 0, from: '96', to: '128' } as const;
    expect(targetsOfDone(set, (code) => (code === '08-2103-0' ? 'fuser' : undefined))).toEqual([
      { measure: 'unitErrors', unit: 'fuser' },
    ]);
    expect(targetsOfDone({ done: 'other', text: 'tightened a screw' })).toEqual([{ measure: 'serviceCalls' }]);
    expect(targetsOfDone({ done: 'trainedUser' })).toEqual([]);
  });

  it('VE-02: 30 days on each side, cut by the replacements and visits around, without the days themselves', () => {
    const alone = toWindows(100, 200, { replaced: [100], visits: [100] });
    expect(alone).toEqual({ before: { from: 70, to: 99 }, after: { from: 101, to: 130 }, isOver: true });
    const cut = toWindows(100, 105, { replaced: [90, 102, 120], visits: [100, 110] });
    expect(cut).toEqual({ before: { from: 91, to: 99 }, after: { from: 101, to: 105 }, isOver: false });
    expect(toWindows(100, 200, { replaced: [90, 120], visits: [110] }).after).toEqual({ from: 101, to: 109 });
  });

  it('VE-03: the interval is that of the exact conditional binomial', () => {
    // Clopper and Pearson for 3 of 21: 0.0537 to 0.2916 at 80 %.
    const { ratio, lower, upper } = toRatio({ count: 18, exposure: 2.903 }, { count: 3, exposure: 3.4 });
    expect(ratio).toBeCloseTo(0.1423, 3);
    expect(lower).toBeCloseTo((0.0537 / (1 - 0.0537)) * (2.903 / 3.4), 2);
    expect(upper).toBeCloseTo((0.2916 / (1 - 0.2916)) * (2.903 / 3.4), 2);
    expect(toRatio({ count: 0, exposure: 1 }, { count: 5, exposure: 1 })).toMatchObject({ ratio: null, upper: null });
  });

  it('VE-03: intervals hold the true ratio 0.77 to 0.83 of the times, and never less with few counts', () => {
    const covered = (mean: number, truth: number) => () => {
      const [before, after] = [poisson(mean), poisson(mean * truth)];
      const { lower, upper } = toRatio({ count: before, exposure: 2 }, { count: after, exposure: 2 });
      return lower <= truth && truth <= (upper ?? Infinity);
    };
    for (const truth of [0.5, 1, 1.6]) {
      const wide = share(3000, covered(500, truth));
      expect(wide).toBeGreaterThan(0.77);
      expect(wide).toBeLessThan(0.83);
      expect(share(2000, covered(4, truth))).toBeGreaterThan(0.8);
    }
  });

  const isBetter = (judged: ReturnType<typeof judgeEffect>) => judged.state === 'known' && judged.verdict === 'better';

  it('VE-03 VE-04: a fix that changes nothing is called better at most one time in ten, whatever the counts', () => {
    for (const mean of [2, 5, 12, 60])
      for (const exposure of [1, 3])
        expect(
          share(2500, () => {
            const after = { count: poisson(mean * exposure), exposure };
            return isBetter(judgeEffect({ count: poisson(mean), exposure: 1 }, after, { usual: mean }));
          }),
          `mean ${String(mean)}`,
        ).toBeLessThan(0.115);
  });

  it('VE-04: of a visit with several rates that changed nothing, one is called better at most one time in ten', () => {
    for (const lines of [2, 4]) {
      const visit = () =>
        Array.from({ length: lines }, () =>
          judgeEffect({ count: poisson(12), exposure: 3 }, { count: poisson(12), exposure: 3 }, { usual: 4, lines }),
        ).some(isBetter);
      expect(share(2500, visit), `${String(lines)} lines`).toBeLessThanOrEqual(0.1);
    }
  });

  it('VE-04: of useless visits made where it jams most, one in ten with a verdict or less is called better', () => {
    // People work down the list: devices of one rate each around the usual, the worst tenth is visited.
    const usual = 2;
    const fleet = Array.from({ length: 6000 }, () => usual * Math.exp(0.6 * random.normal()));
    const seen = fleet.map((rate) => ({ rate, before: { count: poisson(rate * 3), exposure: 3 } }));
    const limit = seen.map(({ before }) => before.count).toSorted((a, b) => b - a)[seen.length / 10] ?? 0;
    const visited = seen.filter(({ before }) => before.count >= limit);
    const judged = (effect: number, known: number | null) =>
      visited.map(({ rate, before }) =>
        judgeEffect(
          before,
          { count: poisson(rate * effect * 3), exposure: 3 },
          {
            usual: known,
            past: { count: poisson(rate * 9), exposure: 9 },
          },
        ),
      );
    expect(visited.length).toBeGreaterThan(500);
    for (const known of [usual, null]) {
      const useless = judged(1, known).filter(({ state }) => state === 'known');
      expect(useless.filter(isBetter).length / useless.length, `usual ${String(known)}`).toBeLessThan(0.115);
      // One that helped is found: jams fell to a fifth.
      const real = judged(0.2, known).filter(({ state }) => state === 'known');
      expect(real.filter(isBetter).length / real.length, `usual ${String(known)}`).toBeGreaterThan(0.8);
    }
  });

  it('VE-04: without a usual rate and a past nothing says how much would have come back by itself', () => {
    const [before, after] = [
      { count: 12, exposure: 3 },
      { count: 1, exposure: 3 },
    ];
    const judged = (context: Parameters<typeof judgeEffect>[2]) => judgeEffect(before, after, context);
    expect(judged({ usual: null })).toMatchObject({ verdict: 'noClearChange', wasNearUsual: false });
    expect(judged({ usual: null, past: { count: 0, exposure: 0.2 } })).toMatchObject({ verdict: 'noClearChange' });
    expect(judged({ usual: null, past: { count: 9, exposure: 6 } })).toMatchObject({ verdict: 'better' });
    expect(judged({ usual: 1 })).toMatchObject({ verdict: 'better', wasNearUsual: false });
    // What fell no further than it would have by itself is marked.
    const one = judgeEffect({ count: 3, exposure: 1 }, { count: 0, exposure: 1.4 }, { usual: 0.4 });
    expect(one).toMatchObject({ verdict: 'noClearChange', wasNearUsual: true });
  });

  it('VE-03 VE-04: too little is not yet known and says what is missing; a usual rate before is marked', () => {
    expect(judgeEffect({ count: 1, exposure: 0.4 }, { count: 1, exposure: 0.2 }, { usual: 1 })).toEqual({
      state: 'notYetKnown',
      missing: { before: expect.closeTo(0.1), after: expect.closeTo(0.3), events: 1 },
    });
    const near = judgeEffect({ count: 30, exposure: 20 }, { count: 8, exposure: 20 }, { usual: 1.2 });
    expect(near).toMatchObject({ verdict: 'better', wasNearUsual: true });
    expect(judgeEffect({ count: 8, exposure: 4 }, { count: 30, exposure: 4 }, { usual: 0.1 })).toMatchObject({
      verdict: 'worse',
      wasNearUsual: false,
    });
    expect(usualRate([{ count: 3, exposure: 4 }])).toBeNull();
    expect(
      usualRate([
        { count: 3, exposure: 4 },
        { count: 9, exposure: 8 },
      ]),
    ).toBe(1);
  });

  it('VE-01 VE-02 VE-05: jams of a drawer are counted over its own sheets on the days of each side alone', () => {
    const jam = (day: number, paperSource: string) => ({
      at: day * dayMs + 1,
      code: 'E130',
      category: 'jamPrint' as const,
      counter: null,
      conditions: { paperSource },
    });
    const history: DeviceHistory = {
      family: null,
      model: null,
      firmware: null,
      days: Array.from({ length: 81 }, (_, n) => ({
        day: 60 + n,
        values: new Map([
          ['source.CST1', 100 * n],
          ['pages.total', 300 * n],
        ]),
      })),
      // One of another drawer, one on the day of the visit, one before the window.
      errors: [65, 75, 80, 90, 100, 115].map((day) => jam(day, '3')).concat(jam(95, '4')),
      replacements: [],
    };
    const around = { visit: 100, today: 140, replaced: [100], visits: [100] };
    const effect = effectOf(history, { measure: 'jams', source: 'CST1' }, around, 0.2);
    expect(effect?.before).toEqual({ count: 3, exposure: expect.closeTo(3), from: 70, to: 99 });
    expect(effect?.after).toEqual({ count: 1, exposure: expect.closeTo(3), from: 101, to: 130 });
    expect(effectOf(history, { measure: 'jams', source: 'CST2' }, around, null)).toBeUndefined();
  });
});

describe('call-backs and figures of visits', () => {
  const visit = (visitId: string, day: number, more: Partial<PastVisit> = {}): PastVisit => ({
    visitId,
    day,
    kind: 'repair',
    formerId: null,
    units: ['fuser'],
    pages: 100 * day,
    ...more,
  });

  it('VE-06: within 14 days, or before the pages of the 20th percentile, a further visit is a call-back', () => {
    const visits = [visit('a', 10), visit('b', 24), visit('c', 60), visit('d', 64, { kind: 'delivery' })];
    expect([...classifyVisits(visits, null).values()]).toEqual(['problem', 'callBack', 'problem', null]);
    expect(classifyVisits(visits, 4000).get('c')).toBe('callBack');
    expect(classifyVisits([visit('a', 10), visit('b', 60, { formerId: 'a' })], null).get('b')).toBe('returnForParts');
    expect(summariseSpans(Array.from({ length: 29 }, (_, n) => n)).p20).toBeNull();
    expect(summariseSpans(Array.from({ length: 31 }, (_, n) => n))).toEqual({ p20: 6, median: 15 });
  });

  it('VE-06: a condition of the same unit so soon after a visit is a call-back, once, and not where a visit followed', () => {
    const soon = (subject: string, day: number, code: string | null = null) => ({
      subject,
      code,
      day,
      pages: 100 * day,
    });
    const only = [visit('a', 10)];
    expect([...cameBackAfter(only, [soon('fuser', 20), soon('C447', 21, 'C447')], null)]).toEqual(['a']);
    expect([...cameBackAfter(only, [soon('C447', 20, 'C447')], null)]).toEqual(['a']);
    expect([...cameBackAfter(only, [soon('drum.black', 20), soon('fuser', 60), soon('fuser', 10)], null)]).toEqual([]);
    expect([...cameBackAfter([visit('a', 10), visit('b', 22)], [soon('fuser', 20)], null)]).toEqual([]);
  });

  it('VE-07: each share has its own base, and under 20 visits only counts are given', () => {
    const many = (n: number, as: CountedVisit['as'], more: Partial<CountedVisit> = {}) =>
      Array.from({ length: n }, (_, at) => ({
        visitId: `${as} ${at}`,
        as,
        cameBack: false,
        span: null,
        brought: 2,
        unused: 1,
        ...more,
      }));
    const figures = toFigures([
      ...many(160, 'problem'),
      ...many(4, 'problem', { cameBack: true, span: 900 }),
      ...many(17, 'callBack'),
      ...many(14, 'returnForParts'),
      ...many(1, null),
    ]);
    expect(figures).toMatchObject({ problems: 164, callBacks: 21, returns: 14, spans: 4, pagesBetween: null });
    expect(figures).toMatchObject({ brought: 392, unused: 196 });
    expect(figures.callBackShare).toBeCloseTo(12.8, 1);
    expect(figures.returnShare).toBeCloseTo(7.6, 1);
    expect(figures.firstTime?.value).toBeCloseTo(79.6, 1);
    expect(figures.firstTime?.lower).toBeLessThan(79.6);
    expect(toFigures(many(19, 'problem'))).toMatchObject({ problems: 19, callBackShare: null, firstTime: null });
    expect(toFigures(many(20, null))).toMatchObject({ problems: 0, firstTime: null });
  });

  it('VE-06 VE-07: pages between visits are those of the model of the device', () => {
    const past = (model: string, spans: readonly number[]) => ({
      model,
      conditions: [],
      visits: [0, ...spans].map((_, at) => ({
        ...visit(`${model} ${at}`, 30 * at, { pages: spans.slice(0, at).reduce((a, b) => a + b, 0) }),
        brought: 0,
        unused: 0,
      })),
    });
    const often = past(
      'A',
      Array.from({ length: 40 }, (_, n) => (n === 39 ? 10 : 1000)),
    );
    const counted = countVisits([often, past('B', [10, 1000])]);
    const classOf = (visitId: string) => counted.find((one) => one.visitId === visitId)?.as;
    expect(classOf('A 40')).toBe('callBack');
    expect(classOf('A 39')).toBe('problem');
    expect(classOf('B 1')).toBe('problem');
    expect(toFigures(counted)).toMatchObject({ callBacks: 1, spans: 42, pagesBetween: 1000 });
  });

  it('VE-08: advice was right where the part was replaced in 90 days, wrong where it was found good', () => {
    const at = (day: number, kind: 'replaced' | 'foundGood', unit = 'fuser') => ({ unit, day, kind });
    const become = (outcomes: ReturnType<typeof at>[], today: number, days = [100]) =>
      toAdviceOutcomes(
        days.map((day) => ({ unit: 'fuser', day })),
        outcomes,
        today,
      ).map(({ outcome }) => outcome);
    expect(become([at(150, 'replaced'), at(120, 'foundGood')], 300)).toEqual(['foundGood']);
    expect(become([at(190, 'replaced')], 300)).toEqual(['replaced']);
    expect(become([at(191, 'replaced'), at(120, 'replaced', 'drum.black')], 300)).toEqual(['notLookedAt']);
    expect(become([], 150)).toEqual(['open']);
    expect(become([at(150, 'replaced')], 200, [100, 120, 160])).toEqual(['replaced', 'open']);
  });
});
