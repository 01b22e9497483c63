import { describe, expect, it } from 'vitest';
import { act, day, hour, minute, start } from '../../test/conditions.ts';
import { defaultCalendar, toWorkTime } from './calendar.ts';
import type { Action, ReplayedCondition, Span } from './model.ts';
import { type Past, replay } from './replay.ts';
import { mayUndo, targetOf, transitionTable } from './transitions.ts';

const time = toWorkTime(defaultCalendar);
const span = (from: number, clearedAt: number | null = null, more: Partial<Span> = {}): Span => ({
  from,
  openAt: from,
  clearedAt,
  closeAt: clearedAt,
  lastSeenAt: clearedAt ?? from,
  grades: [[from, 1]],
  facts: {},
  ...more,
});
const past = (more: Partial<Past>): Past => ({
  spans: [span(start)],
  actions: [],
  worse: [],
  proofs: [],
  holds: [],
  retiredAt: null,
  ...more,
});
const at = (now: number, more: Partial<Past>): ReplayedCondition => {
  const last = replay(past(more), now, time).chain.at(-1);
  if (last === undefined) throw new Error('no condition');
  return last;
};
const acknowledge = act('c', start + hour, { action: 'acknowledge' });
const plan = act('c', start + hour, { action: 'plan', plannedDay: '2026-11-04', visitId: 'v1' });
const snooze = (until: number | null) =>
  act('c', start + 2 * hour, { action: 'snooze', until, untilWorse: true, reason: 'waitingForPart' });

describe('the table of transitions', () => {
  // How to come into each state, and each event of a person from there.
  const into: Readonly<Record<string, readonly Action[]>> = {
    open: [],
    acknowledged: [acknowledge],
    planned: [plan],
    snoozed: [acknowledge, snooze(null)],
    resolved: [act('c', start + hour, { action: 'resolve', reason: 'noFaultFound' })],
  };
  const actions: Readonly<Record<string, Parameters<typeof act>[2]>> = {
    acknowledge: { action: 'acknowledge' },
    assign: { action: 'assign', assignee: 'user-2' },
    plan: { action: 'plan', plannedDay: '2026-11-05', visitId: 'v2' },
    unplan: { action: 'unplan' },
    snooze: { action: 'snooze', until: start + 9 * hour, untilWorse: false, reason: 'other' },
    wake: { action: 'wake' },
    resolve: { action: 'resolve', reason: 'double' },
    note: { action: 'note' },
  };
  const cases = Object.keys(into).flatMap((from) => Object.keys(actions).map((event) => [from, event] as const));

  it.each(cases)('WL-21 to WL-31: from %s, %s leads where the table says, and nowhere else', (from, event) => {
    const row = transitionTable.find((one) => one.from === from && one.event === event);
    const action = actions[event];
    const before = into[from];
    if (action === undefined || before === undefined) throw new Error('not listed');
    const found = at(start + 4 * hour, { actions: [...before, act('c', start + 3 * hour, action)] });
    const expected = row === undefined || row.to === 'same' ? from : row.to === 'before' ? 'acknowledged' : row.to;
    expect(found.work).toBe(expected);
  });

  it('WL-42: what can be taken back', () => {
    const mine = { ...acknowledge, by: 'user-1' };
    expect(mayUndo(mine, 'user-1', mine.at + 10 * minute)).toBe(true);
    expect(mayUndo(mine, 'user-1', mine.at + 10 * minute + 1)).toBe(false);
    expect(mayUndo(mine, 'user-2', mine.at)).toBe(false);
    expect(mayUndo(plan, 'user-1', plan.at)).toBe(false);
    const actions = [acknowledge, act('c', start + 2 * hour, { action: 'resolve', reason: 'fixed' })];
    expect(at(start + 3 * hour, { actions }).work).toBe('resolved');
    expect(at(start + 3 * hour, { actions: actions.slice(0, 1) }).work).toBe('acknowledged');
  });

  it('a state that is not in the table has no way out', () => {
    expect(targetOf('resolved', 'acknowledge')).toBeUndefined();
    expect(targetOf('snoozed', 'woken', 'planned')).toBe('planned');
  });
});

describe('steps of the server', () => {
  it('WL-22: assigning acknowledges, and the assignee stays when it comes back', () => {
    const actions = [act('c', start + hour, { action: 'assign', assignee: 'user-2' })];
    expect(at(start + hour, { actions })).toMatchObject({ work: 'acknowledged', assignee: 'user-2' });
    const spans = [span(start, start + day), span(start + 3 * day)];
    expect(at(start + 3 * day, { spans, actions })).toMatchObject({ work: 'open', assignee: 'user-2', regressions: 1 });
  });

  it('WL-25: a planned condition is overdue when two working days after its day are over', () => {
    // Wednesday 4 November; the second working day after it is Friday.
    const due = Date.parse('2026-11-06T17:00:00Z');
    expect(at(due - 1, { actions: [plan] })).toMatchObject({ work: 'planned', overdue: false });
    expect(at(due, { actions: [plan] })).toMatchObject({ work: 'acknowledged', overdue: true, visitId: 'v1' });
    const again = act('c', due + hour, { action: 'plan', plannedDay: '2026-11-10', visitId: 'v2' });
    expect(at(due + hour, { actions: [plan, again] })).toMatchObject({ work: 'planned', overdue: false });
    const late = act('c', due + hour, { action: 'visitFixed', visitId: 'v1' });
    expect(at(due + hour, { actions: [plan, late] })).toMatchObject({ work: 'resolved', resolution: 'visit' });
  });

  it('WL-26: three working days without a person make it forgotten, a note does not let it be', () => {
    const due = Date.parse('2026-11-05T17:00:00Z');
    expect(at(due, { actions: [acknowledge] })).toMatchObject({ work: 'open', forgotten: true });
    const note = act('c', start + day, { action: 'note' });
    expect(at(due, { actions: [acknowledge, note] })).toMatchObject({ work: 'acknowledged', forgotten: false });
    const again = act('c', due + hour, { action: 'acknowledge' });
    expect(at(due + hour, { actions: [acknowledge, again] })).toMatchObject({ work: 'acknowledged', forgotten: false });
  });

  it('WL-27 WL-28: a snooze ends at its time, after 90 days, or when it gets worse, in the state before', () => {
    const actions = [acknowledge, snooze(start + 2 * day)];
    expect(replay(past({ actions }), start + day, time).nextDue).toBe(start + 2 * day);
    expect(at(start + 2 * day, { actions })).toMatchObject({ work: 'acknowledged', snooze: null, worseAt: null });
    const open = [snooze(null)];
    expect(at(start + 2 * hour + 90 * day - 1, { actions: open }).work).toBe('snoozed');
    expect(at(start + 2 * hour + 90 * day, { actions: open }).work).toBe('open');
    expect(at(start + day, { actions, worse: [start + 5 * hour] })).toMatchObject({
      work: 'acknowledged',
      worseAt: start + 5 * hour,
      freshAt: start + 5 * hour,
    });
  });

  it('WL-38: low that became empty wakes it, a first sighting does not', () => {
    const spans = [
      span(start, null, {
        grades: [
          [start, 1],
          [start + 6 * hour, 3],
        ],
      }),
    ];
    expect(at(start + 5 * hour, { spans, actions: [snooze(null)] }).work).toBe('snoozed');
    expect(at(start + 6 * hour, { spans, actions: [snooze(null)] })).toMatchObject({
      work: 'open',
      worseAt: start + 6 * hour,
    });
  });

  it('WL-29: a snoozed one that clears is resolved by the device', () => {
    expect(at(start + day, { spans: [span(start, start + 5 * hour)], actions: [snooze(null)] })).toMatchObject({
      work: 'resolved',
      resolution: 'device',
      resolvedAt: start + 5 * hour,
      snooze: null,
    });
  });

  it('WL-30: a planned one stays planned, gone by itself, until it is taken out or seven days have passed', () => {
    const spans = [span(start, start + 5 * hour)];
    const gone = at(start + 6 * hour, { spans, actions: [plan] });
    expect(gone).toMatchObject({ work: 'planned', goneByItself: true });
    expect(at(start + 5 * hour + 7 * day, { spans, actions: [plan] })).toMatchObject({
      work: 'resolved',
      resolution: 'device',
    });
    const out = act('c', start + day, { action: 'unplan' });
    expect(at(start + day, { spans, actions: [plan, out] })).toMatchObject({ work: 'resolved', resolution: 'device' });
    const back = [...spans, span(start + 8 * hour)];
    expect(at(start + 9 * hour, { spans: back, actions: [plan] })).toMatchObject({
      work: 'planned',
      goneByItself: false,
      regressions: 0,
    });
  });

  it('WL-32: a visit resolves only its own conditions', () => {
    const other = act('c', start + day, { action: 'visitFixed', visitId: 'v9' });
    expect(at(start + day, { actions: [plan, other] }).work).toBe('planned');
  });

  it('WL-33: only the fix of a person or visit is disproved, and only by the same stretch', () => {
    const fixed = act('c', start + hour, { action: 'resolve', reason: 'fixed' });
    const proofs = [{ since: start + hour, at: start + 2 * day }];
    expect(at(start + 2 * day, { actions: [fixed], proofs })).toMatchObject({ work: 'open', regressions: 1 });
    const declined = act('c', start + hour, { action: 'resolve', reason: 'willNotBeDone', note: 'x' });
    expect(at(start + 2 * day, { actions: [declined], proofs }).work).toBe('resolved');
    const spans = [span(start, start + 3 * hour)];
    expect(at(start + 2 * day, { spans, actions: [fixed], proofs }).work).toBe('resolved');
  });

  it('WL-35: after more than 30 days a second condition of the chain begins', () => {
    const spans = [span(start, start + hour), span(start + hour + 30 * day + 1)];
    expect(replay(past({ spans }), start + 32 * day, time).chain).toMatchObject([
      { work: 'resolved' },
      { work: 'open', regressions: 0 },
    ]);
  });

  it('WL-36: what is not a problem opens again when it is worse', () => {
    const actions = [act('c', start + hour, { action: 'resolve', reason: 'notAProblem' })];
    const spans = [
      span(start, start + day),
      span(start + 2 * day, null, {
        grades: [
          [start + 2 * day, 1],
          [start + 4 * day, 3],
        ],
      }),
    ];
    expect(at(start + 3 * day, { spans, actions })).toMatchObject({ work: 'resolved', seenAgain: 1 });
    expect(at(start + 4 * day, { spans, actions })).toMatchObject({
      work: 'open',
      regressions: 1,
      worseAt: start + 4 * day,
    });
  });

  it('WL-41: the third opening in seven days marks it; it is resolved after 72 quiet hours', () => {
    const spans = [0, 1, 2].map((days) => span(start + days * day, start + days * day + hour));
    const cleared = start + 2 * day + hour;
    expect(at(cleared + 71 * hour, { spans })).toMatchObject({ work: 'open', chattering: true, signal: 'cleared' });
    expect(at(cleared + 72 * hour, { spans })).toMatchObject({
      work: 'resolved',
      resolution: 'device',
      chattering: false,
    });
    const slow = [0, 4, 8].map((days) => span(start + days * day, start + days * day + hour));
    expect(at(start + 9 * day, { spans: slow })).toMatchObject({ work: 'resolved', chattering: false });
  });

  it('WL-46: an inhibited one opens when its inhibitor resolves, and leaves nothing when it clears before', () => {
    const holds = [{ from: start - hour, until: start + 5 * hour }];
    expect(at(start + hour, { holds })).toMatchObject({ work: 'open', isHeld: true, transitions: [] });
    expect(at(start + 5 * hour, { holds })).toMatchObject({
      isHeld: false,
      openedAt: start + 5 * hour,
      transitions: [{ change: 'opened' }],
    });
    expect(replay(past({ holds, spans: [span(start, start + hour)] }), start + day, time).chain).toEqual([]);
  });

  it('WL-37: nothing opens on a retired device', () => {
    const found = replay(
      past({ retiredAt: start + hour, spans: [span(start, start + 2 * hour), span(start + day)] }),
      start + 2 * day,
      time,
    );
    expect(found.chain).toMatchObject([{ work: 'resolved', resolution: 'retired' }]);
  });
});
