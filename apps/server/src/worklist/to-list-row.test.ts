import { defaultCalendar, toWorkTime } from '@platen/diagnosis/conditions/calendar';
import type { EvaluatedRow } from '@platen/diagnosis/conditions/evaluation';
import { expect, test } from 'vitest';
import { toListRow } from './to-list-row.ts';

const now = new Date('2026-11-02T10:00:00Z');
const planned: EvaluatedRow = {
  priority: 'P2',
  computed: 'P2',
  isByHand: false,
  cost: 2,
  judgedCost: 0,
  unknown: 0,
  use: 1,
  hours: 8,
  conditionIds: [],
  state: 'planned',
  marks: [],
  assignee: null,
  plannedDay: '2026-11-03',
  since: now.getTime(),
  freshAt: null,
  answer: null,
  order: 8e6,
};
const isPlanned = (change: Partial<EvaluatedRow>) =>
  toListRow({ ...planned, ...change }, [], { now, time: toWorkTime(defaultCalendar) }).is_planned;

test('WL-57: a row is counted as planned while its day lies ahead and nothing happened to it since', () => {
  expect(isPlanned({})).toBe(true);
  expect(isPlanned({ plannedDay: '2026-11-02' })).toBe(false);
  expect(isPlanned({ state: 'assigned' })).toBe(false);
  expect(isPlanned({ marks: ['cameBack'] })).toBe(true);
  for (const mark of ['overdue', 'worse', 'goneByItself'] as const) expect(isPlanned({ marks: [mark] })).toBe(false);
});
