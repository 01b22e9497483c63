import type { VisitChange } from '@platen/contract/visit-names';
import { describe, expect, test } from 'vitest';
import { mergeVisits, toNotified, toVisitChange, type VisitStand, wantsVisit } from './visit-events.ts';

const planned: VisitStand = { state: 'planned', plannedDay: '2026-11-27', hours: null, assignee: 'mori', version: 2 };
const after = (more: Partial<VisitStand>): VisitStand => ({ ...planned, version: 3, ...more });
const draft: VisitStand = { ...planned, state: 'draft', plannedDay: null, version: 1 };

test.each([
  ['planned', undefined, planned],
  ['planned', draft, planned],
  ['moved', planned, after({ plannedDay: '2026-11-28' })],
  ['moved', planned, after({ hours: '09:00', assignee: 'weber' })],
  ['assigned', planned, after({ assignee: 'weber' })],
  ['changed', planned, after({})],
  ['begun', planned, after({ state: 'underWay' })],
  ['cancelled', planned, after({ state: 'cancelled' })],
  ['done', after({ state: 'underWay' }), after({ state: 'done', version: 4 })],
  [undefined, planned, planned],
  [undefined, undefined, draft],
  [undefined, draft, { ...draft, state: 'cancelled', version: 2 }],
] as const)('DE-27: the change is %s', (change, before, next) => {
  expect(toVisitChange(before, next)).toBe(change);
});

test.each([
  ['given', undefined, planned, [['mori', 'given']]],
  ['moved', planned, after({ plannedDay: '2026-11-28' }), [['mori', 'moved']]],
  [
    'handed over',
    planned,
    after({ assignee: 'weber', plannedDay: '2026-11-28' }),
    [
      ['weber', 'given'],
      ['mori', 'taken'],
    ],
  ],
  ['taken', planned, after({ assignee: null }), [['mori', 'taken']]],
  ['cancelled', planned, after({ state: 'cancelled' }), [['mori', 'taken']]],
  ['done', after({ state: 'underWay' }), after({ state: 'done', version: 4 }), []],
  ['otherwise changed', planned, after({}), []],
  ['a draft', undefined, draft, []],
] as const)(
  'VP-01: %s: each person concerned is notified once, and not of an own action',
  (_name, before, next, notified) => {
    const of = (by: string | null) => toNotified(before, next, by).map(({ userId, notice }) => [userId, notice]);
    expect(of(null)).toEqual(notified);
    expect(of('mori')).toEqual(notified.filter(([userId]) => userId !== 'mori'));
  },
);

test('DE-02: a subscription takes events of visits by event, own assignments, groups and customers', () => {
  const place = { assignees: ['mori'], customerNumber: 'C-1', groupIds: [4] };
  const wants = (
    scope: object,
    ownerId: string | null = 'mori',
    events: readonly ['visitChanged'] = ['visitChanged'],
  ) => wantsVisit({ form: { events: [...events], scope }, ownerId }, 'visitChanged', place);
  expect([
    wants({}),
    wants({ assignedToMe: true }),
    wants({ groupIds: [4] }),
    wants({ customerNumbers: ['C-1'] }),
  ]).toEqual([true, true, true, true]);
  expect([
    wants({ assignedToMe: true }, 'weber'),
    wants({ groupIds: [5] }),
    wants({ customerNumbers: ['C-2'] }),
  ]).toEqual([false, false, false]);
  expect(wantsVisit({ form: { events: ['visitDone'], scope: {} }, ownerId: null }, 'visitChanged', place)).toBe(false);
});

describe('changes of visits in one message', () => {
  const of = (visitId: string, change: VisitChange, plannedDay: string, before: string | null, wasSent = false) => ({
    wasSent,
    data: { change, visit: { visitId, plannedDay }, before: before === null ? null : { plannedDay: before } },
  });
  const merged = (...changes: readonly ReturnType<typeof of>[]) =>
    mergeVisits(changes).map(({ data }) => [data.visit.visitId, data.change, data.visit.plannedDay, data.before]);

  test('DE-06: each visit stands once, as it is now, with what was before the first change', () => {
    expect(
      merged(
        of('a', 'moved', '05', '04'),
        of('b', 'begun', '04', '04'),
        of('a', 'moved', '06', '05'),
        of('a', 'changed', '06', '06'),
      ),
    ).toEqual([
      ['a', 'moved', '06', { plannedDay: '04' }],
      ['b', 'begun', '04', { plannedDay: '04' }],
    ]);
    expect(merged(of('a', 'planned', '05', null), of('a', 'assigned', '05', '05'))).toEqual([
      ['a', 'planned', '05', null],
    ]);
    expect(merged(of('a', 'begun', '05', '05'), of('a', 'done', '05', '05'))).toEqual([
      ['a', 'done', '05', { plannedDay: '05' }],
    ]);
  });

  test('DE-09: what was planned and cancelled meanwhile is left out, unless a message about it went before', () => {
    expect(merged(of('a', 'planned', '05', null), of('a', 'cancelled', '05', '05'))).toEqual([]);
    expect(merged(of('a', 'planned', '05', null, true), of('a', 'cancelled', '05', '05', true))).toEqual([
      ['a', 'cancelled', '05', null],
    ]);
  });
});
