import { describe, expect, it } from 'vitest';
import { day, hour, start } from '../../test/conditions.ts';
import { decideWorse, type WorseFacts } from './worse.ts';

const now = start + 3 * day;
const baseline = { since: start, rank: 2, days: 20 };
const decide = (more: Partial<WorseFacts>) =>
  decideWorse({
    condition: { kind: 'part', work: 'acknowledged', source: 'judgement' },
    since: start,
    classIndex: 2,
    days: 20,
    baseline,
    worse: [],
    downs: [],
    now,
    ...more,
  });

describe('whether a condition became worse', () => {
  it('WL-38: what is as it was is not worse, and its baseline stays', () => {
    expect(decide({})).toEqual({ isWorse: false, baseline, worse: [] });
    expect(decide({ classIndex: 3, days: 30 })).toEqual({ isWorse: false, baseline, worse: [] });
  });

  it('WL-38: a class that rose is worse now, and is compared with from then on', () => {
    const risen = { since: start, rank: 1, days: 15 };
    const found = decide({ classIndex: 1, days: 15 });
    expect(found).toEqual({ isWorse: true, baseline: risen, worse: [now] });
    expect(decide({ classIndex: 1, days: 15, baseline: risen, worse: [now] }).isWorse).toBe(false);
  });

  it('WL-38: the class of what a device reports rises by its grades; that of repeated calls by their number', () => {
    const rises = (kind: WorseFacts['condition']['kind']) =>
      decide({ condition: { kind, work: 'open', source: 'device' }, classIndex: 1 }).isWorse;
    expect([rises('supply'), rises('errorRepeat')]).toEqual([false, true]);
  });

  it.each([
    [10, 20, true],
    [10.1, 20, false],
    [0, 0, false],
    [null, 20, false],
    [10, null, false],
  ])('WL-38: the earliest day in %s days after %s before: %s', (days, before, expected) => {
    expect(decide({ days, baseline: { ...baseline, days: before } }).isWorse).toBe(expected);
  });

  it('WL-38: a day that came near does not make the remembered class less pressing', () => {
    expect(decide({ classIndex: 3, days: 9 }).baseline).toEqual({ since: start, rank: 2, days: 9 });
  });

  it('WL-38: the figures of before an action, a return or a rise of grade are not compared with', () => {
    const since = start + hour;
    expect(decide({ since, classIndex: 0, days: 1 })).toEqual({
      isWorse: false,
      baseline: { since, rank: 0, days: 1 },
      worse: [],
    });
    expect(decide({ baseline: undefined, classIndex: 0 }).isWorse).toBe(false);
  });

  it('WL-28 WL-38: a device that went down since is worse for what is snoozed, once', () => {
    const snoozed = { kind: 'supply', work: 'snoozed', source: 'device' } as const;
    const downs = [start - day, start + day, now + 1];
    const found = decide({ condition: snoozed, downs });
    expect(found).toEqual({ isWorse: true, baseline, worse: [start + day] });
    expect(decide({ condition: snoozed, downs, worse: found.worse }).isWorse).toBe(false);
    expect(decide({ condition: { ...snoozed, work: 'open' }, downs }).isWorse).toBe(false);
    expect(decide({ condition: { ...snoozed, kind: 'down' }, downs }).isWorse).toBe(false);
  });

  it('WL-36: of what is not a problem only the day counts', () => {
    const condition = { kind: 'part', work: 'resolved', source: 'judgement' } as const;
    const { baseline: remembered } = decide({ condition, baseline: undefined });
    expect(remembered.rank).toBe(0);
    expect(decide({ condition, classIndex: 0, baseline: remembered }).isWorse).toBe(false);
    expect(decide({ condition, days: 10, baseline: remembered }).isWorse).toBe(true);
  });
});
