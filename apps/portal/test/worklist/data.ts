import type { WorklistPage } from '@platen/contract/worklist';
import type { Condition, ConditionFacts, WorklistRow } from '@platen/contract/worklist-item';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { plainCondition, plainRow } from '../../../../packages/contract/test/worklist-row.ts';
import type { FakeRoutes } from '../fake-server.ts';
import { listHealth } from './health.ts';

export const idOf = (index: number): string => `0190a0b0-0000-7000-8000-${String(index).padStart(12, '0')}`;
export const me = { userId: idOf(901), name: 'Mori' };
const weber = { userId: idOf(902), name: 'Weber' };

const condition = (
  index: number,
  kind: ConditionKind,
  facts: ConditionFacts,
  change: Partial<Condition> = {},
): Condition => ({
  ...plainCondition,
  conditionId: idOf(index),
  kind,
  subject: facts.code ?? facts.item ?? '',
  facts,
  cost: { points: 1, hours: 8, use: 1, chance: null },
  ...change,
});

const row = (index: number, conditions: readonly Condition[], change: Partial<WorklistRow> = {}): WorklistRow => ({
  ...plainRow,
  rowId: idOf(index),
  serial: `PKWL${String(index).padStart(6, '0')}`,
  model: 'Platen C6513',
  customerNumber: 'C-20043',
  customerName: 'Rosvik Engineering',
  description: 'Floor 2 east',
  cost: 40.2,
  judgedCost: 8.2,
  conditions: [...conditions],
  conditionCount: conditions.length,
  ...change,
});

export const rows: WorklistRow[] = [
  row(1, [condition(101, 'down', { code: 'C391' }), condition(102, 'part', { item: 'drum.black', urgency: 'now' })], {
    isNew: true,
    cost: 54.4,
    answer: { due: '2025-11-20T10:00:00Z', factor: 2, minutesLeft: -35 },
  }),
  row(2, [condition(103, 'supply', { item: 'black', urgency: 'empty' }, { source: 'device' })], {
    cost: 14.8,
    judgedCost: 0,
    customerName: '三崎市立図書館',
    customerNumber: 'C-20022',
  }),
  row(3, [condition(104, 'down', { code: 'jammed' }, { state: 'assigned', assignee: weber, work: 'acknowledged' })], {
    state: 'assigned',
    assignee: weber,
    marks: ['cameBack'],
    cost: 10,
    judgedCost: 0,
  }),
  row(4, [condition(105, 'collector', { count: 14 })], {
    entity: 'collector',
    serial: null,
    model: null,
    name: 'norrby-1',
    priority: 'P2',
    cost: 7,
    judgedCost: 0,
  }),
  row(
    5,
    [condition(106, 'part', { item: 'fuser', days: 12, range: { lower: 5, upper: 19 } }, { source: 'judgement' })],
    {
      priority: 'P3',
      cost: 0.4,
      judgedCost: 0.4,
      state: 'assigned',
      assignee: me,
    },
  ),
];

export const page: WorklistPage = {
  rows,
  head: { unowned: 3, pressing: 4, p3: 1, planned: 2, nextPlannedDay: '2025-11-28' },
  facets: {
    assignee: [
      { value: 'none', count: 3 },
      { value: 'me', name: 'Mori', count: 1 },
      { value: weber.userId, name: 'Weber', count: 1 },
    ],
    priority: [
      { value: 'P1', count: 3 },
      { value: 'P2', count: 1 },
      { value: 'P3', count: 1 },
    ],
    kind: [{ value: 'down', count: 2 }],
    customer: [
      { value: 'C-20043', name: 'Rosvik Engineering', count: 4 },
      { value: 'C-20022', name: '三崎市立図書館', count: 1 },
    ],
  },
  viewCounts: { todo: 5, mine: 4, '0190a0b0-0000-7000-8000-000000000501': 12 },
  seen: { at: '2025-11-19T17:42:00Z', goneByThemselves: 14, resolvedByVisits: 6, resolvedByPeople: 2 },
  freshness: {
    judgedAt: '2025-11-20T08:01:00Z',
    waiting: 0,
    oldestWaiting: null,
    collectors: { working: 41, all: 41 },
  },
  manyAtOnce: null,
  zone: 'Europe/Berlin',
};

const meAnswer = { groups: [], userId: me.userId, name: me.name, role: 'dealer' };

export const answered = (body: WorklistPage = page, headers: Record<string, string> = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: meAnswer },
  'GET /v1/worklist/health': { body: listHealth },
  'GET /v1/views': { body: { views: [] } },
  'GET /v1/worklist': {
    body,
    headers: { 'has-more': 'False', 'total-count': String(body.rows.length), ...headers },
  },
});
