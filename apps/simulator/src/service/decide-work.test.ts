import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { describe, expect, it } from 'vitest';
import { plainCondition, plainRow } from '../../../../packages/contract/test/worklist-row.ts';
import { decideWork, type WorkContext } from './decide-work.ts';

const days = Array.from({ length: 25 }, (_, at) => new Date(Date.UTC(2026, 10, 23 + at)).toISOString().slice(0, 10));
const context: WorkContext = {
  staff: { dispatcher: 'weber', technicians: ['mori', 'lund'] },
  days,
  seed: '5211',
  isOfFleet: () => true,
};
const condition = (kind: Condition['kind'], more: Partial<Condition> = {}): Condition => ({
  ...plainCondition,
  conditionId: `${kind}-1`,
  kind,
  ...more,
});
const row = (at: number, one: Condition, priority: WorklistRow['priority'] = 'P1'): WorklistRow => ({
  ...plainRow,
  rowId: `row-${at}`,
  serial: `S${at}`,
  priority,
  conditions: [one],
  state: one.state,
  marks: one.marks,
  assignee: one.assignee,
  plannedDay: one.plannedDay,
  since: one.openedAt,
});
const rowsOf = (count: number, one: Condition, priority?: WorklistRow['priority']) =>
  Array.from({ length: count }, (_, at) => row(at, one, priority));
const namesOf = (rows: readonly WorklistRow[]) =>
  decideWork(rows, context).map(({ body, by }) => `${by} ${body.action}`);

describe('what the simulated service people do with the list', () => {
  it('GE-22: of pressing rows half is planned, some are given to technicians, the rest is left', () => {
    const made = namesOf(rowsOf(400, condition('down')));
    const planned = made.filter((name) => name === 'weber plan').length;
    // The calendar holds six visits a day on 25 days.
    expect(planned).toBe(150);
    expect(made.filter((name) => name === 'weber assign').length).toBeGreaterThan(30);
    expect(made.length).toBeLessThan(300);
  });

  it('GE-22: no technician has more than three visits a day', () => {
    const visits = new Map<string, number>();
    for (const { body } of decideWork(rowsOf(100, condition('part')), context))
      if (body.action === 'plan') {
        const key = `${body.plannedDay} ${body.assignee}`;
        visits.set(key, (visits.get(key) ?? 0) + 1);
      }
    expect(visits.size).toBeGreaterThan(10);
    expect(Math.max(...visits.values())).toBe(3);
  });

  it('GE-22: cartridges are ordered and wait for them, silent customers are waited for, small matters accepted', () => {
    const bodies = (kind: Condition['kind']) =>
      new Set(
        decideWork(rowsOf(100, condition(kind), 'P3'), context).map(({ body }) =>
          body.action === 'snooze' ? body.reason : body.action,
        ),
      );
    expect(bodies('supply')).toEqual(new Set(['waitingForPart', 'acknowledge']));
    expect(bodies('stopped')).toEqual(new Set(['waitingForCustomer', 'acknowledge']));
    expect(bodies('codeChanged')).toEqual(new Set(['knownAndAccepted', 'acknowledge', 'resolve']));
  });

  it('GE-22: what somebody has, what came back and what follows from something else is left alone', () => {
    const assignee = { userId: '0190a0b0-0000-7000-8000-000000000201', name: 'Somebody' };
    const left = [
      condition('down', { work: 'planned', state: 'planned', plannedDay: days[3] ?? null }),
      condition('down', { assignee, state: 'assigned' }),
      condition('down', { marks: ['cameBack'] }),
      condition('down', { inhibitedBy: 'row-9' }),
    ];
    expect(left.flatMap((one) => namesOf(rowsOf(50, one)))).toEqual([]);
    expect(decideWork(rowsOf(50, condition('down')), { ...context, isOfFleet: () => false })).toEqual([]);
  });

  it('GE-22: the rest of a row that somebody takes is acknowledged, but for what follows from something else', () => {
    const all = [
      condition('supply'),
      condition('down', { subject: 'C449' }),
      condition('errorRepeat', { inhibitedBy: 'down-1' }),
    ];
    const made = decideWork(
      rowsOf(60, condition('supply'), 'P3').map((one) => ({ ...one, conditions: all })),
      context,
    ).map(({ body }) => `${body.action} ${body.items.map(({ conditionId }) => conditionId).join()}`);
    expect(new Set(made)).toEqual(new Set(['snooze supply-1', 'acknowledge supply-1', 'acknowledge down-1']));
  });

  it('GE-22: what a technician of theirs missed or forgot gets a day, what another user has does not', () => {
    const missed = (mark: 'overdue' | 'forgotten', userId: string) =>
      condition('down', {
        work: 'acknowledged',
        state: 'assigned',
        marks: [mark],
        assignee: { userId, name: 'Somebody' },
      });
    expect(namesOf(rowsOf(2, missed('overdue', 'mori')))).toEqual(['weber plan', 'weber plan']);
    expect(namesOf(rowsOf(1, missed('forgotten', 'lund')))).toEqual(['weber plan']);
    expect(namesOf(rowsOf(5, missed('forgotten', 'weber')))).toEqual([]);
  });

  it('GE-22: the same matter is treated alike whenever it is looked at', () => {
    const rows = rowsOf(60, condition('supply'), 'P3');
    const halves = [rows.slice(0, 30), rows.slice(30)].flatMap((half) => decideWork(half, context));
    expect(decideWork(rows, context)).toEqual(halves);
    expect(halves.length).toBeGreaterThan(20);
  });
});
