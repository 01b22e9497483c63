import { type DeliveryReason, deliveryEvents } from '@platen/contract/channel-names';
import type { DeliveryTimes } from '@platen/contract/channels';
import { hourMs, minuteMs } from '@platen/contract/constants';
import { priorities } from '@platen/contract/worklist-names';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ConditionNow,
  mostAtOnce,
  type PlannedChannel,
  type PlannedSubscription,
  planMessages,
  type Step,
  type WaitingEvent,
} from './plan.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const off = { holidays: [], isWorkingWeekday: () => true };
const open: ConditionNow = {
  work: 'open',
  isCleared: false,
  priority: 'P1',
  isInhibited: false,
  snoozedUntil: null,
  visitUntil: null,
  isJudged: false,
  hasPersonActed: false,
};
const event = (id: string, more: Partial<WaitingEvent> = {}): WaitingEvent => ({
  id,
  kind: 'change',
  event: 'opened',
  chosen: null,
  subscriptionId: 's',
  groupKey: 'C-1',
  at: now - 2 * minuteMs,
  dueAt: now,
  reason: 'group',
  priority: 'P2',
  condition: open,
  wasSent: false,
  ...more,
});
const subscription: PlannedSubscription = {
  when: { at: 'once' },
  quiet: null,
  isDigestDue: false,
  lastSent: new Map(),
};
const channel = (more: Partial<PlannedChannel> = {}, of: Partial<PlannedSubscription> = {}): PlannedChannel => ({
  kind: 'mail',
  zone: 'UTC',
  limits: { hour: 20, day: 100 },
  sent: { hour: 0, day: 0 },
  isLimitAnnounced: { hour: false, day: false },
  subscriptions: new Map([['s', { ...subscription, ...of }]]),
  ...more,
});
const plan = (events: readonly WaitingEvent[], where = channel()) => planMessages(events, where, off, now);
const quietNow = { spans: [{ days: [3], from: '09:00', to: '12:00' }], onHolidays: false, isReallyQuiet: false };
const noon = now + 2 * hourMs;
const daily: Extract<DeliveryTimes, { at: 'digest' }> = {
  at: 'digest',
  times: ['07:30'],
  days: 'all',
  isSentEmpty: true,
};

describe('what goes together', () => {
  test('DE-06: what of a customer is due takes along what waits for more; another customer waits', () => {
    const later = { dueAt: now + minuteMs };
    const events = [event('a'), event('b', later), event('c', { ...later, groupKey: 'C-2' })];
    expect(plan(events)).toEqual([{ step: 'send', kind: 'change', subscriptionId: 's', ids: ['a', 'b'] }]);
  });

  test('DE-06: changes of what was sent wait until 30 min after the last message; news do not', () => {
    const lastSent = new Map([['C-1', now - 10 * minuteMs]]);
    const events = [event('a', { event: 'worse', wasSent: true }), event('b')];
    expect(plan(events, channel({}, { lastSent }))).toEqual([
      { step: 'hold', ids: ['a'], reason: 'group', until: now + 20 * minuteMs },
      { step: 'send', kind: 'change', subscriptionId: 's', ids: ['b'] },
    ]);
  });

  test('DE-15: more than 30 openings of a subscription at once are one summary', () => {
    const many = Array.from({ length: mostAtOnce + 1 }, (_, n) =>
      event(`${n}`, { groupKey: `C-${n}`, dueAt: now + (n % 2) * 1000 }),
    );
    expect(plan(many)).toMatchObject([{ step: 'send', kind: 'summary', ids: many.map(({ id }) => id) }]);
    expect(plan(many.slice(1)).every((step) => step.step === 'send' && step.kind === 'change')).toBe(true);
  });

  test('DE-27: a machine gets each event by itself and at once', () => {
    const events = [event('a', { reason: null }), event('b', { reason: null })];
    expect(
      plan(events, channel({ kind: 'webhook' }, { quiet: quietNow })).map((step) => step.step === 'send' && step.ids),
    ).toEqual([['a'], ['b']]);
  });
});

describe('when it is quiet', () => {
  test('DE-10: everything waits for the end but P1, which waits only where it should be really quiet', () => {
    const events = [event('a'), event('b', { priority: 'P1' })];
    expect(plan(events, channel({}, { quiet: quietNow }))).toEqual([
      { step: 'hold', ids: ['a'], reason: 'quiet', until: noon },
      { step: 'send', kind: 'change', subscriptionId: 's', ids: ['b'] },
    ]);
    const steps = plan(events, channel({}, { quiet: { ...quietNow, isReallyQuiet: true } }));
    expect(steps.map(({ step }) => step)).toEqual(['hold', 'hold']);
  });

  test('DE-10: at the end it goes as one digest, whatever the customers', () => {
    const events = ['C-1', 'C-2'].map((groupKey, n) => event(`${n}`, { groupKey, reason: 'quiet' }));
    expect(plan(events)).toEqual([
      { step: 'send', kind: 'digest', why: 'quiet', subscriptionId: 's', ids: ['0', '1'] },
    ]);
  });

  test('DE-11: a digest has what waited for it; an empty one goes only where it is asked for', () => {
    const when = { ...daily, isSentEmpty: false };
    const events = [event('a', { reason: 'digest', dueAt: null })];
    expect(plan(events, channel({}, { when }))).toEqual([]);
    expect(plan(events, channel({}, { when, isDigestDue: true }))).toMatchObject([
      { kind: 'digest', why: 'time', ids: ['a'] },
    ]);
    expect(plan([], channel({}, { when, isDigestDue: true }))).toEqual([]);
    const empty = channel({}, { when: { ...when, isSentEmpty: true }, isDigestDue: true });
    expect(plan([], empty)).toMatchObject([{ kind: 'digest', ids: [] }]);
  });
});

describe('what is held back or dropped', () => {
  const steps = (more: Partial<ConditionNow>, of: Partial<WaitingEvent> = {}) =>
    plan([event('a', { condition: { ...open, ...more }, ...of })]);
  const held = (reason: DeliveryReason) => [expect.objectContaining({ step: 'hold', reason })];

  test('DE-14: snooze, what follows from something else, and a visit hold it; what people did goes all the same', () => {
    expect(steps({ work: 'snoozed', snoozedUntil: noon })).toEqual([
      { step: 'hold', ids: ['a'], reason: 'snoozed', until: noon },
    ]);
    expect(steps({ isInhibited: true })).toEqual(held('inhibited'));
    expect(steps({ visitUntil: noon })).toEqual([{ step: 'hold', ids: ['a'], reason: 'visit', until: noon }]);
    expect(steps({ visitUntil: noon, work: 'planned' }, { event: 'visitPlanned' })).toMatchObject([{ step: 'send' }]);
  });

  test('DE-09 DE-18: what something later has overtaken is dropped; that it is over goes only where the opening went', () => {
    const dropped = (reason: DeliveryReason) => [{ step: 'drop', ids: ['a'], reason }];
    expect(steps({ work: 'resolved' })).toEqual(dropped('superseded'));
    expect(steps({ isCleared: true })).toEqual(dropped('superseded'));
    expect(steps({ work: 'resolved' }, { event: 'resolved' })).toEqual(dropped('openingNotSent'));
    expect(steps({ work: 'resolved' }, { event: 'resolved', wasSent: true })).toMatchObject([{ step: 'send' }]);
    expect(steps({}, { event: 'resolved', wasSent: true })).toEqual(dropped('superseded'));
  });

  test('DE-07: a reminder is dropped once a person acknowledged, or it presses no longer', () => {
    const reminder = { kind: 'reminder', reason: null } as const;
    expect(steps({}, reminder)).toMatchObject([{ step: 'send', kind: 'reminder' }]);
    expect(steps({ work: 'acknowledged' }, reminder)).toMatchObject([{ step: 'drop' }]);
    expect(steps({ priority: 'P2' }, reminder)).toMatchObject([{ step: 'drop' }]);
  });

  test('XC-02: what rests on a judgement goes to people at once, and to a machine only after a person acted', () => {
    const judged = (hasPersonActed: boolean) => event('a', { condition: { ...open, isJudged: true, hasPersonActed } });
    for (const kind of ['mail', 'teams', 'slack'] as const)
      expect(plan([judged(false)], channel({ kind }))).toMatchObject([{ step: 'send' }]);
    const machine = channel({ kind: 'webhook' });
    expect(plan([judged(false)], machine)).toEqual([{ step: 'hold', ids: ['a'], reason: 'judged', until: null }]);
    expect(plan([judged(true)], machine)).toMatchObject([{ step: 'send' }]);
  });

  test('DE-13: beyond the limit one message says so, and the rest is one digest when the hour is over', () => {
    const events = Array.from({ length: 5 }, (_, n) => event(`${n}`, { groupKey: `C-${n}` }));
    const full = channel({ sent: { hour: 18, day: 18 } });
    const until = now + hourMs;
    const hold = { step: 'hold', ids: ['2', '3', '4'], reason: 'limit', until };
    expect(plan(events, full).slice(2)).toEqual([{ step: 'limit', limit: 'hour', count: 20, until }, hold]);
    const announced = { ...full, isLimitAnnounced: { hour: true, day: false } };
    expect(plan(events, announced).slice(2)).toEqual([hold]);
    const over = events.map((one) => ({ ...one, reason: 'limit' as const }));
    expect(plan(over)).toMatchObject([{ kind: 'digest', why: 'limit', ids: ['0', '1', '2', '3', '4'] }]);
    expect(plan(events, channel({ sent: { hour: 0, day: 100 } }))).toMatchObject([
      { step: 'limit', limit: 'day', until: Date.parse('2026-11-27T00:00:00Z') },
      { step: 'hold', reason: 'limit' },
    ]);
  });
});

const anyEvent = fc.record<WaitingEvent>({
  id: fc.uuid(),
  kind: fc.constantFrom('change', 'reminder'),
  event: fc.constantFrom(...deliveryEvents),
  chosen: fc.constantFrom(null, 'collector', 'deviceStopped', 'deviceReporting'),
  subscriptionId: fc.constantFrom('s', 't', 'gone', null),
  groupKey: fc.constantFrom('C-1', 'C-2', 'C-3'),
  at: fc.constant(now - minuteMs),
  dueAt: fc.constantFrom(null, now - 1, now, now + 1),
  reason: fc.constantFrom(null, 'group', 'quiet', 'digest', 'limit', 'snoozed', 'judged'),
  priority: fc.constantFrom(...priorities),
  condition: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 9,
      arbitrary: fc.record<ConditionNow>({
        work: fc.constantFrom('open', 'acknowledged', 'planned', 'snoozed', 'resolved'),
        isCleared: fc.boolean(),
        priority: fc.constantFrom(...priorities),
        isInhibited: fc.boolean(),
        snoozedUntil: fc.constantFrom(null, noon),
        visitUntil: fc.constantFrom(null, noon),
        isJudged: fc.boolean(),
        hasPersonActed: fc.boolean(),
      }),
    },
  ),
  wasSent: fc.boolean(),
});
const anySubscription = fc.record<PlannedSubscription>({
  when: fc.constantFrom<DeliveryTimes>({ at: 'once' }, daily),
  quiet: fc.constantFrom(null, quietNow, { ...quietNow, isReallyQuiet: true }),
  isDigestDue: fc.boolean(),
  lastSent: fc.constantFrom(new Map<string, number>(), new Map([['C-1', now - minuteMs]])),
});

test('DE-06 to DE-15 XC-02: each event is in one step at most, nothing leaves that may not, and never more than the limits', () => {
  const everything = fc.record({
    events: fc.uniqueArray(anyEvent, { selector: ({ id }) => id, maxLength: 60 }),
    kind: fc.constantFrom('mail' as const, 'webhook' as const, 'slack' as const),
    first: anySubscription,
    second: anySubscription,
    sent: fc.integer({ min: 0, max: 22 }),
  });
  fc.assert(
    fc.property(everything, ({ events, kind, first, second, sent }) => {
      const where = channel({
        kind,
        sent: { hour: sent, day: sent },
        subscriptions: new Map([
          ['s', first],
          ['t', second],
        ]),
      });
      const steps = planMessages(events, where, off, now);
      const named = steps.flatMap((step) => (step.step === 'limit' ? [] : step.ids));
      expect(new Set(named).size).toBe(named.length);
      const byId = new Map(events.map((one) => [one.id, one]));
      const sends = steps.filter((step): step is Extract<Step, { step: 'send' }> => step.step === 'send');
      const left = sends.flatMap(({ ids }) => ids.map((id) => byId.get(id)?.condition ?? null));
      expect(left).not.toContain(null);
      const mayNot = left.filter((one) => kind === 'webhook' && one?.isJudged === true && !one.hasPersonActed);
      expect(mayNot).toEqual([]);
      const most = kind === 'webhook' ? Infinity : Math.max(0, 20 - sent);
      expect(sends.length).toBeLessThanOrEqual(most);
      // What is held comes again now or later.
      const times = steps.flatMap((step) => (step.step === 'hold' ? (step.until ?? now) : now));
      expect(Math.min(now, ...times)).toBe(now);
    }),
    { seed: 20_261_124, numRuns: 500 },
  );
});
