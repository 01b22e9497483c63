import { describe, expect, it } from 'vitest';
import { act, hour, minute, newId, nothingStored, settings, start } from '../../test/conditions.ts';
import { evaluateCollector, evaluateCustomer } from './evaluate-groups.ts';
import type { CollectorFacts, CustomerFacts, Evaluation, Opening, Stored } from './evaluation.ts';

const context = (now: number) => ({ now, settings, newId });
const store = (stored: Stored, { memory, conditions, finalIds }: Evaluation): Stored => ({
  ...stored,
  memory: JSON.parse(JSON.stringify(memory)),
  conditions: JSON.parse(JSON.stringify(conditions.filter(({ conditionId }) => !finalIds.includes(conditionId)))),
});

describe('a collector', () => {
  const facts = (lastContactAt: number): CollectorFacts => ({
    name: 'south',
    lastContactAt,
    silentFrom: lastContactAt + 15 * minute,
    devices: 12,
    agreement: null,
  });

  it('WL-16 FG-05: opens 60 min after it fell silent, costs by its devices, and is resolved 15 min after a contact', () => {
    let stored = nothingStored;
    const evaluate = (now: number, lastContactAt: number) => {
      const evaluation = evaluateCollector(stored, facts(lastContactAt), context(now));
      stored = store(stored, evaluation);
      return evaluation;
    };
    expect(evaluate(start, start)).toMatchObject({ conditions: [], row: null, nextDue: start + 15 * minute });
    expect(evaluate(start + 16 * minute, start)).toMatchObject({ conditions: [], nextDue: start + 75 * minute });
    expect(evaluate(start + 75 * minute, start)).toMatchObject({
      conditions: [
        { kind: 'collector', work: 'open', openedAt: start + 75 * minute, whoCanAct: 'manager', facts: { count: 12 } },
      ],
      row: { cost: 6, priority: 'P1' },
    });
    expect(evaluate(start + 3 * hour, start)).toMatchObject({ changedIds: [], added: [] });
    const back = start + 3 * hour + minute;
    expect(evaluate(back, back)).toMatchObject({
      conditions: [{ work: 'open', signal: 'clearing' }],
      nextDue: back + 15 * minute,
    });
    expect(evaluate(back + 15 * minute, back + 10 * minute)).toMatchObject({
      conditions: [{ work: 'resolved', resolution: 'device' }],
      row: null,
    });
  });

  it('WL-16: two short silences with a contact between them open nothing', () => {
    let stored = store(nothingStored, evaluateCollector(nothingStored, facts(start), context(start + 30 * minute)));
    stored = store(stored, evaluateCollector(stored, facts(start + 40 * minute), context(start + 90 * minute)));
    expect(evaluateCollector(stored, facts(start + 100 * minute), context(start + 101 * minute)).conditions).toEqual(
      [],
    );
  });
});

describe('an outbreak', () => {
  const opening = (number: number, more: Partial<Opening> = {}): Opening => ({
    deviceId: `device-${number}`,
    conditionId: `condition-${number}`,
    kind: 'stopped',
    source: 'server',
    openedAt: start + number * minute,
    isResolved: false,
    signalActive: true,
    isHeld: false,
    points: 0.5,
    judgedPoints: 0,
    ...more,
  });
  const openings = (count: number, more: Partial<Opening> = {}) =>
    Array.from({ length: count }, (_, at) => opening(at, more));
  const customer = (all: readonly Opening[], devices = 20): CustomerFacts => ({
    devices,
    openings: all,
    agreement: null,
  });

  it.each([
    [3, 5, 0],
    [4, 20, 1],
    [4, 21, 0],
    [9, 1000, 0],
    [10, 1000, 1],
  ])('WL-18: %i of %i devices within an hour make %i outbreaks', (count, devices, found) => {
    const { conditions } = evaluateCustomer(nothingStored, customer(openings(count), devices), context(start + hour));
    expect(conditions).toHaveLength(found);
  });

  it('WL-18 WL-50: it groups its members, costs their sum, and takes in what opens later', () => {
    const first = evaluateCustomer(nothingStored, customer(openings(4)), context(start + 10 * minute));
    expect(first).toMatchObject({
      conditions: [
        {
          kind: 'outbreak',
          subject: 'stopped',
          openedAt: start + 3 * minute,
          cost: { points: 2 },
          facts: { count: 4 },
        },
      ],
      row: { cost: 2, priority: 'P2' },
    });
    expect([...first.members.values()]).toEqual([['condition-0', 'condition-1', 'condition-2', 'condition-3']]);
    const more = [...openings(4), opening(90)];
    const later = evaluateCustomer(store(nothingStored, first), customer(more), context(start + 2 * hour));
    expect(later.row?.cost).toBe(2.5);
  });

  it('WL-18: it is resolved half an hour after fewer than two members are active', () => {
    let stored = store(
      nothingStored,
      evaluateCustomer(nothingStored, customer(openings(4)), context(start + 10 * minute)),
    );
    const gone = openings(4).map((one, at) => (at > 0 ? { ...one, signalActive: false } : one));
    const cleared = evaluateCustomer(stored, customer(gone), context(start + hour));
    expect(cleared).toMatchObject({ conditions: [{ work: 'open', signal: 'clearing' }], nextDue: start + 90 * minute });
    stored = store(stored, cleared);
    expect(evaluateCustomer(stored, customer(gone), context(start + 90 * minute)).conditions).toMatchObject([
      { work: 'resolved', resolution: 'device' },
    ]);
  });

  it('WL-43: what follows from a silent collector makes no outbreak, nor does what opened over more than an hour', () => {
    const held = evaluateCustomer(nothingStored, customer(openings(14, { isHeld: true })), context(start + hour));
    const spread = Array.from({ length: 4 }, (_, at) => opening(at * 25));
    expect(held.conditions).toEqual([]);
    expect(evaluateCustomer(nothingStored, customer(spread), context(start + 2 * hour)).conditions).toEqual([]);
  });

  it.each(['judgement', 'person'] as const)(
    'WL-18: conditions of source %s make none: they open when they were judged or entered',
    (source) => {
      const facts = customer(openings(14, { source }));
      expect(evaluateCustomer(nothingStored, facts, context(start + hour)).conditions).toEqual([]);
    },
  );

  it('WL-27: people act on it as on any other', () => {
    const first = evaluateCustomer(nothingStored, customer(openings(4)), context(start + 10 * minute));
    const stored = store(nothingStored, first);
    const snooze = {
      action: 'snooze' as const,
      until: start + 5 * hour,
      untilWorse: true,
      reason: 'waitingForCustomer' as const,
    };
    const actions = [act(first.conditions[0]?.conditionId ?? '', start + 11 * minute, snooze)];
    const after = evaluateCustomer({ ...stored, actions }, customer(openings(4)), context(start + 11 * minute));
    expect(after).toMatchObject({ conditions: [{ state: 'snoozed' }], row: { state: 'snoozed', cost: 0 } });
  });
});
