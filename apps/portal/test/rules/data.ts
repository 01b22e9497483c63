import type { AnswerOf } from '@platen/contract/endpoint';
import type { AlertRule, evaluateRules, ListedRule, listRules, RuleForm, readRule } from '@platen/contract/rules';
import { toDevice } from '../device-list/devices.ts';
import type { FakeRoutes } from '../fake-server.ts';
import { renderPortal, signedInUser } from '../render-portal.tsx';

export const idOf = (index: number): string => `0190a0b0-0000-7000-8000-${String(index).padStart(12, '0')}`;
const me = { userId: idOf(901), name: 'Mori' };
export const weber = { userId: idOf(902), name: 'Weber' };
const dayMinutes = 1440;

export const jams: RuleForm = {
  name: 'Heavy jamming',
  note: 'Clean the feed path.',
  scope: { customerNumbers: ['C-20043'] },
  tests: [{ metric: 'jamRate', comparison: 'above', value: 4, clear: 3, windowHours: 14 * 24, leastFeeds: 500 }],
  openDelayMinutes: dayMinutes,
  clearDelayMinutes: 3 * dayMinutes,
  priority: 'computed',
  whoCanAct: 'technician',
  inWorklist: true,
};

const silent: RuleForm = {
  ...jams,
  name: 'Silent for two days',
  scope: {},
  tests: [{ metric: 'silence', comparison: 'atLeast', value: 48 }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
};

export const ruleOf = (index: number, change: Partial<AlertRule> = {}): AlertRule => ({
  ruleId: idOf(index),
  form: jams,
  enabled: true,
  template: null,
  madeBy: me,
  madeAt: '2025-11-03T09:00:00Z',
  changedBy: me,
  changedAt: '2025-11-19T09:00:00Z',
  own: true,
  version: 4,
  ...change,
});

const days = (opened: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: 30 }, (_none, index) => opened[index] ?? 0);

export const listedOf = (rule: AlertRule, change: Partial<ListedRule> = {}): ListedRule => ({
  rule,
  devices: 41,
  firing: 3,
  opened: 5,
  resolved: 5,
  nuisance: 1,
  openedByDay: days({ 3: 1, 17: 3, 29: 1 }),
  trouble: null,
  ...change,
});

const nothing = { firing: 0, opened: 0, resolved: 0, nuisance: 0, openedByDay: days({}) };

const rules: ListedRule[] = [
  listedOf(ruleOf(1)),
  listedOf(ruleOf(2, { form: { ...silent, name: 'New machines' }, enabled: false, changedBy: weber }), {
    ...nothing,
    devices: null,
  }),
  listedOf(ruleOf(3, { form: { ...silent, name: 'Pages above usual' } }), {
    firing: 64,
    opened: 64,
    resolved: 0,
    trouble: { kind: 'paused', since: '2025-11-19T13:10:00Z', count: 64 },
  }),
  listedOf(ruleOf(4, { form: silent }), {
    resolved: 4,
    nuisance: 2,
    trouble: {
      kind: 'notEvaluated',
      since: '2025-11-20T07:41:00Z',
      reason: 'the value of 08-2103-0 is a text',
      nextTry: '2025-11-20T08:08:00Z',
    },
  }),
];

const list: AnswerOf<typeof listRules> = {
  rules,
  evaluatedAt: '2025-11-20T08:02:00Z',
  devices: 308,
  zone: 'Europe/Berlin',
};

const one = (listed: ListedRule): AnswerOf<typeof readRule> => ({
  rule: listed.rule,
  listed,
  zone: 'Europe/Berlin',
});

const device = toDevice(801, {
  serial: 'PKRL000801',
  customerNumber: 'C-20043',
  customerName: 'Rosvik Engineering',
});

const evaluated: AnswerOf<typeof evaluateRules> = {
  rules: [
    {
      ruleId: null,
      name: 'Heavy jamming',
      inScope: true,
      holds: true,
      tests: [
        [
          { subject: 'CST1', holds: false, value: 0.8 },
          { subject: 'CST2', holds: true, value: 6.23 },
          { subject: 'LCF', holds: null, value: null },
        ],
      ],
    },
  ],
};

export const answered = (other: FakeRoutes = {}, role = 'service'): FakeRoutes => ({
  'GET /v1/users/me': {
    body: { groups: [{ groupId: 7, name: 'Full service' }], userId: me.userId, name: me.name, role },
  },
  'GET /v1/rules': { body: list },
  [`GET /v1/rules/${idOf(1)}`]: { body: one(listedOf(ruleOf(1))) },
  'GET /v1/devices': {
    body: { devices: [device] },
    headers: { 'has-more': 'False', 'total-count': '1' },
  },
  'POST /v1/devices/search': {
    body: { devices: [device] },
    headers: { 'has-more': 'False', 'total-count': '1' },
  },
  'POST /v1/rules/evaluate': { body: evaluated },
  ...other,
});

/** The portal at the rules, with somebody signed in. */
export const open = (path = '/rules', routes: FakeRoutes = answered(), locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });
