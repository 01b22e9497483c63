import { describe, expect, it } from 'vitest';
import { act, day, hour, LiveDevice, minute, noFacts, reportsFrom, settings, start } from '../../test/conditions.ts';
import { evaluateDevice } from './evaluate.ts';
import type { DeviceFacts } from './evaluation.ts';

const fault = (from: number, to: number) => reportsFrom(from, to, 15 * minute, ['down:C371']);
const down = () => new LiveDevice().deliver(fault(start, start + hour));
const opened = start + 15 * minute;

describe('the row of a device', () => {
  it('WL-47 WL-52: sums what waits, without what is snoozed or resolved', () => {
    const device = down();
    device.deliver([{ at: start + 3 * hour, matters: ['down:C371', 'supply:black:low:9'] }]);
    device.deliver([{ at: start + 5 * hour, matters: ['down:C371', 'supply:black:low:9'] }]);
    const both = device.evaluate(start + 5 * hour);
    // The low supply has nothing to add to a device that loses its whole day.
    expect(both.row).toMatchObject({ cost: 8, priority: 'P1', state: 'open', unknown: 1 });
    const id = device.condition('down').conditionId;
    device.act(
      act(id, start + 6 * hour, { action: 'snooze', until: start + 9 * day, untilWorse: false, reason: 'other' }),
    );
    expect(device.evaluate(start + 9 * hour).row).toMatchObject({
      cost: 0.8,
      priority: 'P3',
      conditionIds: [expect.any(String), id],
    });
  });

  it('WL-52: a class of P1 that opened less than four hours ago does not fall', () => {
    const device = down();
    device.evaluate(start + hour);
    device.act(
      act(device.condition('down').conditionId, start + hour, {
        action: 'snooze',
        until: start + day,
        untilWorse: false,
        reason: 'other',
      }),
    );
    expect(device.evaluate(start + 2 * hour).row).toMatchObject({ cost: 0, priority: 'P1', state: 'snoozed' });
    expect(device.evaluate(start + 5 * hour).row).toMatchObject({ priority: 'P4' });
  });

  it('WL-52: a class by hand counts until its end, next to the computed one', () => {
    const device = down();
    device.stored = { ...device.stored, byHand: { priority: 'P3', until: start + day } };
    const { row, nextDue } = device.evaluate(start + hour);
    expect(row).toMatchObject({ priority: 'P3', computed: 'P1', isByHand: true, marks: ['setByHand'] });
    expect(nextDue).toBeLessThanOrEqual(start + day);
    expect(device.evaluate(start + day).row).toMatchObject({ priority: 'P1', isByHand: false });
  });

  it('WL-51: the agreed answer time doubles the order from half, quadruples it in the last quarter, and then is late', () => {
    const facts: DeviceFacts = { ...noFacts, agreement: { P1: { acknowledgeHours: 4, onSiteHours: 16 } } };
    const device = down();
    const answer = (now: number) => device.evaluate(now, facts).row;
    expect(answer(start + hour)).toMatchObject({ answer: { due: opened + 4 * hour, factor: 1, minutesLeft: 195 } });
    expect(device.last?.nextDue).toBe(opened + 2 * hour);
    expect(answer(opened + 2 * hour)?.answer?.factor).toBe(2);
    expect(answer(opened + 3 * hour)?.answer?.factor).toBe(4);
    const late = answer(opened + 4 * hour);
    expect(late).toMatchObject({ answer: { minutesLeft: 0 }, cost: 8 });
    expect(late?.marks).toContain('overdue');
    const other = evaluateDevice(
      { memory: null, conditions: [], actions: [], byHand: null },
      { reports: fault(start, start + hour), isWhole: true },
      { ...noFacts, pagesAMonth: 4000 },
      { now: start + 2 * hour, settings, newId: () => 'x' },
    );
    expect(other.row?.cost).toBe(32);
    expect(late?.order).toBeGreaterThan(other.row?.order ?? Infinity);
    device.act(act(device.condition('down').conditionId, opened + 5 * hour, { action: 'acknowledge' }));
    expect(answer(opened + 5 * hour)).toMatchObject({ answer: { factor: 1 }, state: 'acknowledged' });
  });

  it('a planned matter does not hide a new one, and a trifle does not make the row look untouched', () => {
    const device = down();
    device.evaluate(start + hour);
    const plan = { action: 'plan' as const, plannedDay: '2026-11-04', visitId: 'v1', assignee: 'user-2' };
    device.act(act(device.condition('down').conditionId, start + hour, plan));
    const old = { ...noFacts, firmware: { version: 'T1', target: 'T2' } };
    expect(device.evaluate(start + hour, old).row).toMatchObject({
      state: 'planned',
      plannedDay: '2026-11-04',
      assignee: 'user-2',
    });
    device.deliver(reportsFrom(start + 2 * hour, start + 26 * hour, 4 * hour, ['down:C371', 'down:F100']));
    expect(device.evaluate(start + 26 * hour, old).row).toMatchObject({ state: 'open', plannedDay: '2026-11-04' });
  });

  it('WL-63: new is what opened, came back or became worse as P1 or P2', () => {
    expect(down().evaluate(start + hour).row?.freshAt).toBe(opened);
    const low = new LiveDevice().deliver(reportsFrom(start, start + 3 * hour, hour, ['supply:black:low:9']));
    expect(low.evaluate(start + 3 * hour).row).toMatchObject({ priority: 'P3', freshAt: null });
  });

  it('WL-02: a condition that late reports disprove is withdrawn and opens nothing again', () => {
    const device = new LiveDevice();
    device.deliver([
      { at: start, matters: ['down:C371'] },
      { at: start + hour, matters: ['down:C371'] },
    ]);
    device.evaluate(start + hour);
    const { conditionId } = device.condition('down');
    device.deliver([20, 40].map((minutes) => ({ at: start + minutes * minute, matters: [] })));
    const late = device.evaluate(start + 65 * minute);
    expect(late).toMatchObject({
      conditions: [{ conditionId, work: 'resolved', resolution: 'device' }],
      finalIds: [conditionId],
      row: null,
    });
    expect(late.added).toMatchObject([{ change: 'withdrawn' }]);
    expect(device.evaluate(start + 66 * minute)).toMatchObject({ conditions: [], changedIds: [] });
  });

  it('WL-02: it is withdrawn also where the late reports leave no sighting that counts', () => {
    const device = new LiveDevice();
    device.deliver([start, start + hour].map((at) => ({ at, matters: ['down:C371'] })));
    device.evaluate(start + hour);
    const { conditionId } = device.condition('down');
    device.deliver([20, 40, 70, 80].map((minutes) => ({ at: start + minutes * minute, matters: [] })));
    const { added, row, finalIds } = device.evaluate(start + 90 * minute);
    expect({ added, row, finalIds }).toMatchObject({
      added: [{ change: 'withdrawn' }],
      row: null,
      finalIds: [conditionId],
    });
  });
});
