import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { act, day, hour, LiveDevice, minute, noFacts, reportsFrom, start } from '../../test/conditions.ts';
import type { LoggedReport } from './evaluation.ts';
import { transitionTable } from './transitions.ts';

const fault = ['down:C371'];
const quiet = (from: number, to: number) => reportsFrom(from, to, 15 * minute, []);
const down = (from: number, to: number) => reportsFrom(from, to, 15 * minute, fault);

describe('opening and clearing of what devices report', () => {
  it('WL-02 WL-05 WL-20: a service call opens after ten minutes and two reports', () => {
    const device = new LiveDevice().deliver(down(start, start));
    expect(device.evaluate(start + 12 * minute).conditions).toEqual([]);
    device.deliver(down(start + 15 * minute, start + 15 * minute));
    const { conditions, row } = device.evaluate(start + 16 * minute);
    expect(conditions).toMatchObject([
      {
        kind: 'down',
        subject: 'C371',
        work: 'open',
        signal: 'active',
        openedAt: start + 15 * minute,
        whoCanAct: 'technician',
      },
    ]);
    expect(row).toMatchObject({ priority: 'P1', cost: 8, state: 'open' });
  });

  it('WL-05: two reports within ten minutes open it when the ten minutes are over', () => {
    const device = new LiveDevice().deliver(reportsFrom(start, start + 4 * minute, 4 * minute, fault));
    const { conditions, nextDue } = device.evaluate(start + 5 * minute);
    expect(conditions).toEqual([]);
    expect(nextDue).toBe(start + 10 * minute);
    expect(device.evaluate(start + 10 * minute).conditions).toHaveLength(1);
  });

  it('WL-05: one report is enough where the device usually reports every six hours or less often', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - 5 * day, start - 8 * hour, 8 * hour, []));
    device.deliver([{ at: start, matters: fault }]);
    expect(device.evaluate(start + 10 * minute).conditions).toMatchObject([{ kind: 'down', work: 'open' }]);
  });

  it('WL-05 WL-29: it is resolved by the device half an hour after two reports in a row without it', () => {
    const device = new LiveDevice()
      .deliver(down(start, start + hour))
      .deliver(quiet(start + 75 * minute, start + 90 * minute));
    expect(device.evaluate(start + 91 * minute).conditions).toMatchObject([{ work: 'open', signal: 'clearing' }]);
    expect(device.evaluate(start + 120 * minute)).toMatchObject({
      conditions: [{ work: 'resolved', resolution: 'device', signal: 'cleared', clearedAt: start + 75 * minute }],
      row: null,
    });
  });

  it('WL-40: silence clears nothing, and one report without it neither', () => {
    const device = new LiveDevice()
      .deliver(down(start, start + hour))
      .deliver(quiet(start + 75 * minute, start + 75 * minute));
    const { conditions } = device.evaluate(start + 20 * day);
    expect(conditions.find(({ kind }) => kind === 'down')).toMatchObject({
      work: 'open',
      signal: 'active',
      marks: ['notHeardOf'],
    });
    expect(conditions.find(({ kind }) => kind === 'stopped')).toMatchObject({
      work: 'open',
      openedAt: start + 75 * minute + day,
    });
  });

  it('a report that says nothing of the state neither opens nor clears', () => {
    const device = new LiveDevice().deliver(down(start, start + hour));
    device.deliver(reportsFrom(start + 75 * minute, start + 5 * hour, 15 * minute, null));
    device.deliver(reportsFrom(start + 76 * minute, start + 5 * hour, 15 * minute, ['-status']));
    expect(device.evaluate(start + 5 * hour).conditions).toMatchObject([{ work: 'open', signal: 'active' }]);
  });

  it('WL-08: a low supply opens with a second report two hours later and clears when its level rose by 20 points', () => {
    const low = (at: number, percent: number) => ({ at, matters: [`supply:black:low:${percent}`] });
    const device = new LiveDevice().deliver([low(start, 8), low(start + hour, 8)]);
    expect(device.evaluate(start + hour).conditions).toEqual([]);
    device.deliver([low(start + 2 * hour, 7)]);
    expect(device.evaluate(start + 2 * hour).conditions).toMatchObject([
      { kind: 'supply', subject: 'black', whoCanAct: 'user', source: 'device', facts: { urgency: 'low', percent: 7 } },
    ]);
    device.deliver([
      { at: start + 3 * hour, matters: ['supply:black:ok:12'] },
      { at: start + 4 * hour, matters: ['supply:black:ok:13'] },
    ]);
    expect(device.evaluate(start + 5 * hour).conditions).toMatchObject([{ work: 'open' }]);
    device.deliver([{ at: start + 6 * hour, matters: ['supply:black:ok:27'] }]);
    expect(device.evaluate(start + 6 * hour).conditions).toMatchObject([{ work: 'resolved', resolution: 'device' }]);
  });

  it('WL-09: a device stops by the present rule, and a report ends it', () => {
    const device = new LiveDevice().deliver(quiet(start, start + hour));
    const { nextDue } = device.evaluate(start + 2 * hour);
    expect(nextDue).toBe(start + hour + day);
    expect(device.evaluate(start + hour + day).conditions).toMatchObject([
      { kind: 'stopped', work: 'open', source: 'server' },
    ]);
    device.deliver(quiet(start + 2 * day, start + 2 * day));
    expect(device.evaluate(start + 2 * day).conditions).toMatchObject([
      { kind: 'stopped', work: 'resolved', resolution: 'device' },
    ]);
  });

  it('FG-04 WL-41: a device that flaps every 20 minutes for a day opens once', () => {
    const device = new LiveDevice();
    for (let at = start; at < start + day; at += 20 * minute)
      device.deliver([{ at, matters: ((at - start) / (20 * minute)) % 2 === 0 ? fault : [] }]);
    const { conditions } = device.evaluate(start + day);
    expect(conditions).toHaveLength(1);
    expect(conditions[0]?.transitions).toMatchObject([{ change: 'opened' }]);
  });
});

describe('people and reports', () => {
  const opened = () => {
    const device = new LiveDevice().deliver(down(start, start + hour));
    device.evaluate(start + hour);
    return { device, id: device.condition('down').conditionId };
  };

  it('WL-03: people change nothing of what the device reports, and a report nothing of what people did', () => {
    const { device, id } = opened();
    device.act(act(id, start + 70 * minute, { action: 'acknowledge' }));
    expect(device.evaluate(start + 71 * minute).conditions).toMatchObject([{ signal: 'active', work: 'acknowledged' }]);
    device.deliver(down(start + 75 * minute, start + 5 * hour));
    expect(device.evaluate(start + 5 * hour).conditions).toMatchObject([{ signal: 'active', work: 'acknowledged' }]);
    device.deliver(quiet(start + 5 * hour + 15 * minute, start + 5 * hour + 15 * minute));
    expect(device.evaluate(start + 5 * hour + 16 * minute).conditions).toMatchObject([{ work: 'acknowledged' }]);
  });

  it('WL-33: a fix that two reports and a day disprove comes back', () => {
    const { device, id } = opened();
    device.act(act(id, start + 70 * minute, { action: 'resolve', reason: 'fixed' }));
    device.deliver(down(start + 75 * minute, start + day));
    expect(device.evaluate(start + day).conditions).toMatchObject([{ work: 'resolved', resolution: 'fixed' }]);
    device.deliver(down(start + day + 15 * minute, start + 2 * day));
    expect(device.evaluate(start + 2 * day).conditions).toMatchObject([
      { conditionId: id, work: 'open', regressions: 1, marks: ['cameBack'] },
    ]);
  });

  it('WL-39: nothing is known of a fix before a report came after it', () => {
    const { device, id } = opened();
    device.act(act(id, start + 70 * minute, { action: 'resolve', reason: 'fixed' }));
    expect(device.evaluate(start + 71 * minute).conditions).toMatchObject([{ signal: 'unknown', work: 'resolved' }]);
    device.deliver(quiet(start + 75 * minute, start + 3 * hour));
    expect(device.evaluate(start + 3 * hour).conditions).toMatchObject([{ signal: 'cleared', work: 'resolved' }]);
  });

  it('WL-34 WL-35: within 30 days it is the same condition, later a new one that names it', () => {
    const { device, id } = opened();
    device.deliver(quiet(start + 75 * minute, start + 3 * hour));
    device.evaluate(start + 3 * hour);
    device.deliver(reportsFrom(start + 4 * hour, start + 29 * day, 4 * hour, []));
    device.deliver(down(start + 29 * day + hour, start + 29 * day + 2 * hour));
    expect(device.evaluate(start + 29 * day + 2 * hour).conditions).toMatchObject([
      { conditionId: id, work: 'open', regressions: 1 },
    ]);
    device.deliver(quiet(start + 29 * day + 3 * hour, start + 29 * day + 5 * hour));
    device.evaluate(start + 29 * day + 6 * hour);
    for (let at = start + 30 * day; at < start + 62 * day; at += day) {
      device.deliver(reportsFrom(at, at + 20 * hour, 4 * hour, []));
      device.evaluate(at + 20 * hour);
    }
    device.deliver(down(start + 62 * day, start + 62 * day + hour));
    const { conditions } = device.evaluate(start + 62 * day + hour);
    expect(conditions).toMatchObject([{ work: 'open', regressions: 0, formerId: id }]);
    expect(conditions[0]?.conditionId).not.toBe(id);
  });

  it('WL-36: what is not a problem stays resolved and is counted when it is active again', () => {
    const { device, id } = opened();
    device.act(act(id, start + 70 * minute, { action: 'resolve', reason: 'notAProblem' }));
    device.deliver(quiet(start + 75 * minute, start + 3 * hour)).deliver(down(start + 4 * hour, start + 6 * hour));
    expect(device.evaluate(start + 6 * hour).conditions).toMatchObject([
      { conditionId: id, work: 'resolved', seenAgain: 1 },
    ]);
  });

  it('WL-37: a retired device has no open condition', () => {
    const { device } = opened();
    const retired = { ...noFacts, retiredAt: start + 2 * hour };
    expect(device.evaluate(start + 2 * hour, retired)).toMatchObject({
      conditions: [{ work: 'resolved', resolution: 'retired' }],
      row: null,
    });
  });

  it("WL-19 WL-50: a caller's matter opens at once, is added to by a second call, and costs by what the caller states", () => {
    const device = new LiveDevice().deliver(quiet(start, start));
    const call = { action: 'call' as const, subject: 'noise', facts: { matter: 'noise' as const } };
    device
      .act(act('call-1', start, call))
      .act(act('call-1', start + hour, { ...call, facts: { ...call.facts, unusable: true } }));
    const { conditions, row } = device.evaluate(start + hour);
    expect(conditions).toMatchObject([
      { conditionId: 'call-1', kind: 'person', work: 'open', source: 'person', openedAt: start },
    ]);
    expect(row?.cost).toBe(8);
  });

  it('WL-38 WL-28: a snooze until worse ends when the device goes down', () => {
    const device = new LiveDevice();
    device.deliver(reportsFrom(start, start + 3 * hour, hour, ['supply:black:low:8']));
    device.evaluate(start + 3 * hour);
    const { conditionId } = device.condition('supply');
    device.act(
      act(conditionId, start + 3 * hour, { action: 'snooze', until: null, untilWorse: true, reason: 'waitingForPart' }),
    );
    expect(device.evaluate(start + 3 * hour).conditions).toMatchObject([{ state: 'snoozed' }]);
    device.deliver(reportsFrom(start + 4 * hour, start + 5 * hour, 15 * minute, ['down:C371', 'supply:black:low:8']));
    device.evaluate(start + 5 * hour);
    expect(device.condition('supply')).toMatchObject({ work: 'open', marks: ['worse'], snooze: null });
  });
});

it('what is remembered of a device does not grow with the years', () => {
  const device = new LiveDevice();
  const sizes: number[] = [];
  for (let week = 0; week < 60; week++) {
    const at = start + week * 35 * day;
    device.deliver([...down(at, at + hour), ...quiet(at + 2 * hour, at + 4 * hour)]);
    device.deliver(reportsFrom(at + 5 * day, at + 34 * day, 12 * hour, []));
    device.evaluate(at + 4 * hour);
    device.evaluate(at + 34 * day);
    sizes.push(JSON.stringify(device.stored).length);
  }
  expect(device.stored.memory?.identities).toHaveProperty('down:C371');
  expect(Math.max(...sizes.slice(30))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 30)) + 100);
});

// Seed 9501: any history of reports of three matters over some days.
const matterSets = [
  [],
  ['down:C371'],
  ['supply:black:low:8'],
  ['down:C371', 'supply:black:empty:0'],
  ['supply:black:ok:30'],
  null,
];
const history = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom(...matterSets)), { minLength: 1, maxLength: 60 })
  .map((steps) => {
    let at = start;
    return steps.map(([minutes, matters]): LoggedReport => {
      at += minutes * minute;
      return { at, matters };
    });
  });
const outcome = (device: LiveDevice) =>
  device.stored.conditions
    .map(({ conditionId: _id, formerId: _former, inhibitedBy, ...rest }) => ({
      ...rest,
      isInhibited: inhibitedBy !== null,
    }))
    .toSorted((a, b) => `${a.kind} ${a.openedAt}`.localeCompare(`${b.kind} ${b.openedAt}`));

describe('for every history of reports', () => {
  it('WL-02: any order, repetition and delay of the same reports ends in the same conditions', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (reports, shuffle, batch) => {
        const end = (reports.at(-1)?.at ?? start) + hour;
        const inOrder = new LiveDevice();
        for (const report of reports) {
          inOrder.deliver([report]);
          inOrder.evaluate(report.at);
        }
        inOrder.evaluate(end);
        const late = new LiveDevice();
        const mixed = reports.map((report, index) => ({
          report,
          key: shuffle[index % Math.max(1, shuffle.length)] ?? index,
        }));
        mixed.sort((a, b) => a.key - b.key);
        for (let at = 0; at < mixed.length; at += batch) {
          const some = mixed.slice(at, at + batch).map(({ report }) => report);
          late.deliver([...some, ...some]);
          late.evaluate(end);
        }
        late.evaluate(end);
        expect(outcome(late)).toEqual(outcome(inOrder));
      }),
      { seed: 9501, numRuns: 60 },
    );
  });

  it('GE-14: evaluating again changes nothing', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 40 * 24 }), (reports, hours) => {
        const device = new LiveDevice().deliver(reports);
        const now = start + hours * hour;
        device.evaluate(now);
        const before = JSON.stringify(device.stored);
        const again = device.evaluate(now);
        expect(again).toMatchObject({ changedIds: [], added: [], removed: [], finalIds: [] });
        expect(JSON.stringify(device.stored)).toBe(before);
      }),
      { seed: 9502, numRuns: 100 },
    );
  });

  it('WL-20 to WL-42: no sequence of reports, silence and actions reaches a state outside the table', () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant('report' as const),
        matters: fc.constantFrom(...matterSets),
        minutes: fc.integer({ min: 1, max: 600 }),
      }),
      fc.record({ type: fc.constant('silence' as const), minutes: fc.integer({ min: 1, max: 10 * 24 * 60 }) }),
      fc.record({
        type: fc.constant('act' as const),
        pick: fc.nat(5),
        action: fc.constantFrom(
          { action: 'acknowledge' as const },
          { action: 'assign' as const, assignee: 'user-2' },
          { action: 'plan' as const, plannedDay: '2026-11-05', visitId: 'v1' },
          { action: 'unplan' as const },
          { action: 'snooze' as const, until: null, untilWorse: true, reason: 'other' as const },
          { action: 'wake' as const },
          { action: 'resolve' as const, reason: 'fixed' as const },
          { action: 'resolve' as const, reason: 'notAProblem' as const },
          { action: 'visitFixed' as const, visitId: 'v1' },
          { action: 'note' as const },
        ),
      }),
    );
    const steps = new Set(transitionTable.map(({ from, event }) => `${from} ${event}`));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (sequence) => {
        const device = new LiveDevice();
        let now = start;
        for (const one of sequence) {
          if (one.type === 'act') {
            const { conditions } = device.stored;
            const condition = conditions[one.pick % Math.max(1, conditions.length)];
            if (condition !== undefined) device.act(act(condition.conditionId, now, one.action));
          } else now += one.minutes * minute;
          if (one.type === 'report') device.deliver([{ at: now, matters: one.matters }]);
          const { conditions, nextDue } = device.evaluate(now);
          const open = conditions
            .filter(({ work }) => work !== 'resolved')
            .map(({ kind, subject }) => `${kind}:${subject}`);
          expect(new Set(open).size).toBe(open.length);
          expect(nextDue ?? Infinity).toBeGreaterThan(now);
          for (const { transitions, work, resolvedAt, resolution, snooze } of conditions) {
            for (const { from, change } of transitions) expect(steps).toContain(`${from ?? 'none'} ${change}`);
            expect(work === 'resolved').toBe(resolvedAt !== null);
            expect(work === 'resolved').toBe(resolution !== null);
            expect(work === 'snoozed').toBe(snooze !== null);
          }
        }
      }),
      { seed: 9503, numRuns: 80 },
    );
  });
});
