import type { ConditionFacts } from '@platen/contract/worklist-item';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute, start } from '../../test/conditions.ts';
import { defaultCalendar, toWorkTime } from './calendar.ts';
import { classOf, costOf, holdClass, type Rankable, type RankContext, rankConditions, toRankDays } from './rank.ts';

const time = toWorkTime(defaultCalendar);
const context: RankContext = { use: 1, weight: 1, ...toRankDays(time, start, 5, null), now: start };
const range = (lower: number, days: number, upper: number) => ({ days, range: { lower, upper } });
const risk = (within7Days: number) => ({ within7Days, within14Days: 2 * within7Days, within28Days: 4 * within7Days });
const points = (kind: Rankable['kind'], facts: ConditionFacts = {}, more: Partial<RankContext> = {}) => {
  const { lost, points } = costOf({ kind, facts }, { ...context, ...more });
  return Math.round((lost + points) * 1e6) / 1e6;
};

describe('the cost of one more working day', () => {
  it.each<[string, Rankable['kind'], ConditionFacts, number]>([
    ['down: the whole day', 'down', { code: 'C371' }, 8],
    ['repeated calls: a quarter of an hour for each a working day', 'errorRepeat', { count: 5 }, 0.25],
    ['repeated calls: at most the day', 'errorRepeat', { count: 500 }, 8],
    ["part that fails 'tomorrow': held at 0.2 of the day and 4 points", 'part', range(0, 1, 2), 2.4],
    ['part with a range', 'part', range(10, 20, 40), 0.12],
    ["part by its risk: 8 % within a week's five working days", 'part', { ...range(0, 1, 2), risk: risk(8) }, 0.198457],
    ["part 'now' without a range", 'part', { urgency: 'now' }, 0.24],
    ["part 'next visit' without a range", 'part', { urgency: 'nextVisit' }, 0.06],
    ['supply that is empty', 'supply', { urgency: 'empty' }, 8],
    ['supply reported low, no range', 'supply', { urgency: 'low' }, 0.8],
    ['supply reported near full, no range', 'supply', { urgency: 'nearFull' }, 0.4],
    ['supply that is empty before any delivery', 'supply', { urgency: 'low', ...range(2, 3, 4) }, 1.6],
    ['supply by what one more day adds', 'supply', { urgency: 'low', ...range(10, 14, 18) }, 0.08],
    ['drive in state 9', 'storage', { count: 9 }, 4],
    ['drive in state 3', 'storage', { count: 3 }, 2],
    ['drive in state 2', 'storage', { count: 2 }, 0.5],
    ['stopped', 'stopped', {}, 0.5],
    ['counter break', 'counterBreak', {}, 0.2],
    ['setting beyond its limit', 'codeLimit', {}, 1],
    ['setting changed', 'codeChanged', {}, 0.3],
    ['identity', 'identity', {}, 0.3],
    ['firmware', 'firmware', {}, 0.05],
    ['call: unusable', 'person', { unusable: true }, 8],
    ['call: another', 'person', {}, 1],
    ['collector: half a point a device', 'collector', { count: 6 }, 3],
    ['collector: at most 20', 'collector', { count: 600 }, 20],
  ])('WL-50: %s', (_, kind, facts, expected) => {
    expect(points(kind, facts)).toBeCloseTo(expected, 6);
  });

  it('WL-50: what hinders a meter close costs 2 when it is due within five working days', () => {
    const closeDay = time.dayOf(start) + 7;
    const before = toRankDays(time, start, 5, closeDay);
    expect([points('stopped', {}, before), points('counterBreak', {}, before)]).toEqual([2, 2]);
    expect(toRankDays(time, start, 5, closeDay + 1).isBeforeClose).toBe(false);
  });

  it('WL-48: the hours lost count times the use and the weight, and an unknown use counts as 1', () => {
    expect(points('down', {}, { use: 2, weight: 0.5 })).toBe(8);
    expect(points('down', {}, { use: null })).toBe(8);
  });

  it('WL-54 XC-03: nothing of other devices, places or prices is among the inputs of the cost', () => {
    expect(Object.keys(context).toSorted()).toEqual([
      'arrival',
      'hours',
      'isBeforeClose',
      'nextDay',
      'now',
      'use',
      'weight',
      'workingDays',
      'workingWeek',
    ]);
  });

  it('WL-48: the hours are those of the next working day: on a Friday those of Monday, three days ahead', () => {
    expect(toRankDays(time, Date.parse('2026-11-06T10:00:00Z'), 5, null)).toMatchObject({
      hours: 8,
      nextDay: 3,
      arrival: [7, 10],
    });
  });

  it('WL-47 WL-53: the hours of a device count once, and the card shows what was held back', () => {
    const { costs, unknown } = rankConditions(
      [
        { kind: 'supply', facts: { urgency: 'empty' }, counts: true },
        { kind: 'down', facts: {}, counts: true },
        { kind: 'part', facts: range(0, 1, 2), counts: true },
        { kind: 'down', facts: {}, counts: false },
      ],
      context,
    );
    expect(costs.map(({ cost }) => [cost.points, cost.heldBack ?? 0])).toEqual([
      [8, 0],
      [0, 8],
      [0.8, 1.6],
      [8, 0],
    ]);
    expect(unknown).toBe(0);
  });

  it('WL-50 WL-52: maintenance parts over their rated life that show nothing are together less than P2', () => {
    const due = { urgency: 'now' as const, percent: 130, ratedOnly: true };
    const parts = Array.from({ length: 12 }, () => ({ kind: 'part' as const, facts: due, counts: true }));
    const { costs } = rankConditions(parts, { ...context, use: 4 });
    const total = (some: typeof costs) => some.reduce((sum, { cost }) => sum + cost.points, 0);
    expect(total(costs)).toBeCloseTo(1, 6);
    expect(classOf(total(costs))).toBe('P3');
    expect(costs.map(({ cost }) => cost.points + (cost.heldBack ?? 0))).toEqual(
      Array.from({ length: 12 }, () => expect.closeTo(0.72, 6) as number),
    );
    const down = { kind: 'down' as const, facts: {}, counts: true };
    expect(total(rankConditions([down, ...parts], { ...context, use: 4 }).costs)).toBeCloseTo(33, 0);
  });

  it('GE-10: what is not known is counted and never zero', () => {
    const conditions = [
      { kind: 'part' as const, facts: { urgency: 'now' as const }, counts: true },
      { kind: 'down' as const, facts: {}, counts: true },
    ];
    const { costs, unknown } = rankConditions(conditions, { ...context, use: null });
    expect(unknown).toBe(2);
    expect(costs.every(({ cost }) => cost.points > 0 && cost.use === null)).toBe(true);
  });

  it('WL-47: a device never loses more than its hours, whatever its conditions', () => {
    const kinds = fc.constantFrom<Rankable['kind']>('down', 'errorRepeat', 'part', 'supply', 'storage', 'person');
    const one = fc.record({
      kind: kinds,
      facts: fc.constantFrom<ConditionFacts>({ unusable: true, count: 9, urgency: 'empty' }, range(0, 1, 2)),
      counts: fc.constant(true),
    });
    const fixedMost = new Map<string, number>([
      ['part', 0.8],
      ['person', 1],
      ['storage', 0.5],
    ]);
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 12 }),
        fc.double({ min: 0.25, max: 4, noNaN: true }),
        (conditions, use) => {
          const { costs } = rankConditions(conditions, { ...context, use });
          const total = costs.reduce((sum, { cost }) => sum + cost.points, 0);
          const most = conditions.reduce((sum, { kind }) => sum + (fixedMost.get(kind) ?? 0), 8 * use);
          expect(total).toBeLessThanOrEqual(most + 1e-3);
          expect(Math.min(0, ...costs.map(({ cost }) => cost.points))).toBe(0);
        },
      ),
      { seed: 9505 },
    );
  });
});

describe('the class of a row', () => {
  it('WL-52: P1 from 6, P2 from 1.5, P3 from 0.3, else P4', () => {
    expect([6, 5.99, 1.5, 1.49, 0.3, 0.29, 0].map(classOf)).toEqual(['P1', 'P2', 'P2', 'P3', 'P3', 'P4', 'P4']);
  });

  it('WL-52: never falls within four hours of having risen', () => {
    const opened = holdClass(null, 8, start);
    expect(opened.held).toEqual({ priority: 'P1', roseAt: start });
    const fell = holdClass(opened.held, 0.1, start + hour);
    expect(fell).toEqual({ held: opened.held, until: start + 4 * hour });
    expect(holdClass(fell.held, 0.1, start + 4 * hour).held).toEqual({ priority: 'P4', roseAt: start });
    expect(holdClass({ priority: 'P4', roseAt: start }, 2, start + day).held).toEqual({
      priority: 'P2',
      roseAt: start + day,
    });
  });

  it('WL-52: a class that rests on a provisional judgement is not held', () => {
    const first = holdClass(null, 8, start, 0.5).held;
    expect(first).toEqual({ priority: 'P1', roseAt: start, isProvisional: true });
    expect(holdClass(first, 0.1, start + minute)).toEqual({ held: { priority: 'P4', roseAt: start }, until: null });
    // What a later judgement confirms is held from then on as any other class.
    const confirmed = holdClass(first, 8, start + minute).held;
    expect(confirmed).toEqual({ priority: 'P1', roseAt: start });
    expect(holdClass(confirmed, 0.1, start + hour).held).toEqual(confirmed);
    // What is reported alone makes the class already.
    expect(holdClass(null, 8, start, 7).held).toEqual({ priority: 'P1', roseAt: start });
  });
});
