import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition, Person, WorklistEvent, WorklistRow } from '@platen/contract/worklist-item';
import { plainCondition, plainRow } from '../../../../packages/contract/test/worklist-row.ts';

export const { rowId } = plainRow;
const idOf = (digit: number) => `0190a0b0-0000-7000-8000-0000000001${String(digit).padStart(2, '0')}`;
export const weber: Person = { userId: '0190a0b0-0000-7000-8000-000000000201', name: 'Weber' };
export const mori: Person = { userId: '0190a0b0-0000-7000-8000-000000000202', name: 'Mori' };
const dayMs = 86_400_000;
/** An instant, and a day, this number of days before now. */
const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const dayAgo = (days: number): string => ago(days).slice(0, 10);

const toCondition = (digit: number, more: Partial<Condition>): Condition => ({
  ...plainCondition,
  conditionId: idOf(digit),
  kind: 'part',
  subject: 'developer.black',
  source: 'judgement',
  openedAt: ago(2),
  lastSeenAt: ago(0.1),
  version: 3,
  ...more,
});

export const down = toCondition(1, {
  kind: 'down',
  subject: 'C371',
  source: 'device',
  marks: ['cameBack'],
  facts: { code: 'C371' },
  regressions: 1,
  cost: { points: 32, hours: 8, use: 4, chance: 1 },
});
export const developer = toCondition(2, {
  facts: {
    item: 'developer.black',
    urgency: 'now',
    messageId: '40102103',
    percent: 132,
    threshold: 100,
    risk: { within7Days: 71.4, within14Days: 80, within28Days: 90 },
  },
  cost: { points: 0.8, hours: 8, use: 4, chance: 0.2, chanceFrom: 'risk', heldBack: 6.4 },
});
export const feedRoller = toCondition(3, {
  subject: 'feedRoller.CST1',
  facts: { item: 'feedRoller.CST1', urgency: 'nextVisit', messageId: '30211002' },
  cost: { points: 0.02, hours: 8, use: 4, chance: 0.005, chanceFrom: 'urgency', heldBack: 0.16 },
});
const follower = toCondition(4, {
  kind: 'errorRepeat',
  subject: 'C371',
  source: 'device',
  facts: { code: 'C371', count: 3 },
  inhibitedBy: down.conditionId,
});
const former = toCondition(5, {
  work: 'resolved',
  state: 'resolved',
  subject: 'fuser',
  facts: { item: 'fuser', urgency: 'now' },
  resolvedAt: ago(20),
  resolution: 'visit',
});

export const row: WorklistRow = {
  ...plainRow,
  cost: 32.8,
  judgedCost: 0.8,
  unknown: 1,
  conditions: [down, developer, feedRoller],
  conditionCount: 4,
  marks: ['cameBack'],
  since: ago(2),
  isNew: true,
};

const toEvent = (digit: number, more: Partial<WorklistEvent>): WorklistEvent => ({
  eventId: idOf(50 + digit),
  at: ago(digit),
  conditionId: down.conditionId,
  by: null,
  change: 'opened',
  from: null,
  to: 'open',
  detail: {},
  undone: false,
  ...more,
});

export const detail: WorklistDetail = {
  row,
  updatedAt: ago(0.1),
  status: 'error',
  conditions: [down, developer, feedRoller, follower, former],
  conditionCount: 5,
  watch: [],
  use: {
    pagesAMonth: 31_918,
    medianOfFleet: 7358,
    factor: 4,
    weight: null,
    hoursOfNextDay: 8,
    nextWorkingDay: dayAgo(-1),
  },
  bring: [
    { item: '6250', pieces: 1, conditionId: null, why: {} },
    { item: 'toner.cyan', pieces: 1, conditionId: null, why: {} },
    { item: '6274', pieces: 1, conditionId: developer.conditionId, why: { percent: 132 } },
  ],
  forecast: [
    { item: 'developer.black', day: dayAgo(9), range: null },
    { item: 'drum.black', day: dayAgo(-18), range: { lower: dayAgo(-10), upper: dayAgo(-28) } },
    { item: 'feedRoller.CST1', day: null, range: null, urgency: 'nextVisit' },
    { item: 'hdd', day: null, range: null, urgency: 'now' },
  ],
  codeChanges: {
    since: dayAgo(20),
    isVisit: true,
    changes: [
      {
        code: '08-2103-0',
        before: '128',
        after: '96',
        usual: '128',
        level: 3,
        lastBefore: `${dayAgo(9)}T20:01:00.000Z`,
        firstAfter: `${dayAgo(8)}T20:02:00.000Z`,
        context: 'unknown',
      },
    ],
    count: 1,
    adjusting: 14,
  },
  phone: [{ conditionId: down.conditionId, without: 14, known: 22 }],
  errors: [
    { day: dayAgo(3), code: 'C371', count: 4 },
    { day: dayAgo(12), code: 'C371', count: 3 },
  ],
  silences: [{ from: ago(16), to: ago(14) }],
  visits: [{ visitId: idOf(90), day: dayAgo(20), assignee: mori, state: 'done', note: 'Fuser belt' }],
  notes: [{ noteId: idOf(91), at: ago(90), by: weber, text: 'Door code at reception.' }],
  events: [
    toEvent(1, { change: 'cameBack' }),
    toEvent(2, { by: weber, change: 'acknowledge', to: 'acknowledged', undone: true }),
    toEvent(3, { by: weber, change: 'snooze', detail: { until: null, untilWorse: true, reason: 'knownAndAccepted' } }),
  ],
  eventCount: 3,
  zone: 'Europe/Berlin',
};
