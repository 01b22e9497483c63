import type { Priority } from '@platen/contract/worklist-names';
import { describe, expect, it } from 'vitest';
import type { TruthEvent } from '../src/diagnosis/fleet-truth.ts';
import { type ListedDay, ListScorer, toCovered } from '../src/worklist/list-score.ts';

const first = 20_000;
const end = first + 99;
const dayOf = (priority: Priority | null, more: Partial<ListedDay> = {}): ListedDay => ({
  index: 0,
  isDown: false,
  row: priority === null ? null : { priority },
  headline: 'part by risk',
  watched: 0,
  ...more,
});
const part = (failed: number | null, replaced: number | null): TruthEvent => ({
  kind: 'part',
  part: '6250',
  installed: first - 300,
  failed,
  replaced,
});
/** Scores one device by its days; truth by the number of the day. */
function scoreOf(days: readonly ListedDay[], truth: readonly TruthEvent[] = []) {
  const scorer = new ListScorer();
  for (const [at, one] of days.entries()) scorer.look(first + at, 8, [one]);
  return scorer.finish([truth], { first, end });
}

describe('the score of a list', () => {
  it('FG-01: rows are counted by class and day, and signs to watch', () => {
    const score = scoreOf([dayOf('P1'), dayOf('P3'), dayOf(null), dayOf('P4', { watched: 2 })]);
    expect(score).toMatchObject({ fleetDays: 4, rows: { P1: 1, P2: 0, P3: 1, P4: 1 }, watched: 2 });
    expect(score.flow).toEqual({ came: 0, went: 1 });
  });

  it('FG-02: a row that became P2 is followed by a failure within 30 days, and not by a later one', () => {
    const days = [dayOf('P3'), dayOf('P2'), dayOf('P2'), dayOf('P3'), dayOf('P1')];
    const followedBy = (failed: number) => scoreOf(days, [part(failed, failed + 5)]).followed.get('part by risk');
    expect(followedBy(first + 20)).toEqual({ rows: 2, followed: 2 });
    expect(followedBy(first + 33)).toEqual({ rows: 2, followed: 1 });
    expect(followedBy(first + 60)).toEqual({ rows: 2, followed: 0 });
    expect(scoreOf(days, [part(first + 20, null)]).failures).toBe(1);
  });

  it('FG-02: a part that failed and was replaced before the row does not follow it, a device down does', () => {
    const days = [dayOf('P3'), dayOf('P3'), dayOf('P3'), dayOf('P2')];
    expect(scoreOf(days, [part(first, first + 2)]).followed.get('part by risk')).toEqual({ rows: 1, followed: 0 });
    const down = [...days, dayOf('P1', { isDown: true })];
    expect(scoreOf(down).followed.get('part by risk')).toEqual({ rows: 1, followed: 1 });
  });

  it('FG-02: rows of the last 30 days are not scored, and what was pressing from the first day is not new', () => {
    const late = Array.from({ length: 80 }, (_, at) => dayOf(at < 75 ? null : 'P1'));
    expect(scoreOf(late).followed.size).toBe(0);
    expect(scoreOf([dayOf('P1'), dayOf('P1')]).followed.size).toBe(0);
  });

  it('FG-03: hours of a stop count as covered by a row of P1 to P3 before it or on its first evening', () => {
    const stop = (before: Priority | null, on: Priority | null) =>
      toCovered(scoreOf([dayOf(before), dayOf(on, { isDown: true }), dayOf('P1', { isDown: true })]).downs);
    expect(stop('P3', 'P1')).toEqual({ hours: 16, covered: 16, before: 16 });
    expect(stop(null, 'P1')).toEqual({ hours: 16, covered: 16, before: 0 });
    expect(stop('P4', null)).toEqual({ hours: 16, covered: 0, before: 0 });
  });
});
