import type { VisitRow } from '@platen/contract/visits';
import { expect, test } from 'vitest';
import { visitPage } from '../../../test/visits/data.ts';
import { lateSince, toLanes } from './to-lanes.ts';

const [plain] = visitPage.visits as [VisitRow];
const mori = { userId: 'm', name: 'Mori' };
const weber = { userId: 'w', name: 'Weber' };
const visit = (visitId: string, more: Partial<VisitRow>): VisitRow => ({ ...plain, visitId, assignee: mori, ...more });
const hours = (from: string, to: string | null = null) => ({ from, to });
const clock = {
  now: '12:00',
  workingHours: { from: '08:00', to: '16:00' },
  timeOf: (instant: string) => instant.slice(11, 16),
};

test('VP-06: a lane for each person, those without an assignee last; hours reach as far as the visits', () => {
  const {
    hours: shown,
    lanes,
    now,
  } = toLanes(
    [
      visit('a', { assignee: null, hours: null }),
      visit('b', { assignee: weber, hours: hours('06:30', '07:00') }),
      visit('c', { hours: hours('08:00', '10:00') }),
    ],
    clock,
  );
  expect(shown).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(now).toBe(60);
  expect(lanes.map(({ person, count }) => [person?.name, count])).toEqual([
    ['Mori', 1],
    ['Weber', 1],
    [undefined, 1],
  ]);
  expect(lanes[0]?.blocks).toMatchObject([{ start: 20, width: 20, line: 0 }]);
  expect(lanes[2]).toMatchObject({ blocks: [], untimed: [{ look: 'planned' }] });
});

test.each([
  ['00:02', 0, [2, 4, 6]],
  ['00:40', 0, [2, 4, 6]],
  ['12:00', 12, [8, 10, 14]],
  ['23:58', 24, [18, 20, 22]],
] as const)(
  'VP-06: at %s the label of %i o’clock, which that of now would cover, is left out',
  (now, covered, some) => {
    const day = [visit('a', { hours: hours('00:00', '23:59') })];
    const { labelled, hours: shown } = toLanes(day, { ...clock, now });
    expect(shown).toHaveLength(25);
    expect(labelled).not.toContain(covered);
    expect(labelled).toEqual(expect.arrayContaining([...some]));
  },
);

test('VP-06: visits at the same time stand on lines of their own, one after another on the same', () => {
  const [lane] = toLanes(
    [
      visit('a', { hours: hours('13:00', '15:00') }),
      visit('b', { hours: hours('13:30') }),
      visit('c', { hours: hours('15:00', '16:00') }),
    ],
    clock,
  ).lanes;
  expect(lane?.blocks.map(({ visit: { visitId }, line }) => [visitId, line])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 0],
  ]);
  expect(lane?.lines).toBe(2);
});

test.each([
  [{ hours: hours('13:00') }, 'planned'],
  [{ hours: hours('11:00') }, 'late'],
  [{ hours: null }, 'planned'],
  [{ hours: hours('11:00'), kind: 'elsewhere' }, 'elsewhere'],
  [{ hours: hours('11:00'), state: 'underWay', startedAt: '2026-11-26T10:30:00.000Z' }, 'underWay'],
  [{ hours: null, state: 'done', doneAt: '2026-11-26T10:30:00.000Z' }, 'done'],
] as const)('VP-06: %o looks %s at noon', (more, look) => {
  const [lane] = toLanes([visit('a', more)], clock).lanes;
  expect((lane?.blocks[0] ?? lane?.untimed[0])?.look).toBe(look);
});

test('VP-06: a visit under way reaches from its beginning to now', () => {
  const [lane] = toLanes([visit('a', { state: 'underWay', startedAt: '2026-11-26T10:00:00.000Z' })], clock).lanes;
  expect(lane?.blocks).toMatchObject([{ start: 25, width: 25 }]);
});

test('VP-06: visits of today whose hours have come and that have not begun are named, the earliest first', () => {
  const visits = [
    visit('a', { hours: hours('11:30') }),
    visit('b', { hours: hours('09:00', '10:00') }),
    visit('c', { hours: hours('09:00'), state: 'underWay', startedAt: '2026-11-26T10:00:00.000Z' }),
    visit('d', { hours: hours('12:30') }),
    visit('e', { hours: hours('08:00'), plannedDay: '2026-11-27' }),
    visit('f', { hours: null }),
  ];
  expect(lateSince(visits, '2026-11-26', '12:00')).toEqual(['09:00', '11:30']);
});
