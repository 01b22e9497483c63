import type { Endpoint } from '@platen/contract/endpoint';
import { listJobs, markJobSeen, readJob, readJobResult } from '@platen/contract/jobs';
import { readListHealth } from '@platen/contract/list-health';
import { changeOwnSettings, readOwnSettings } from '@platen/contract/own-settings';
import { readPartNeed, readPartsNeeded } from '@platen/contract/parts-needed';
import type { Role } from '@platen/contract/rights';
import { readTrial, tryRule } from '@platen/contract/rule-trials';
import {
  addRule,
  changeRule,
  deleteRule,
  disableRule,
  enableRule,
  evaluateRules,
  giveRule,
  listRuleDealers,
  listRules,
  type RuleForm,
  readRule,
  readRuleHistory,
} from '@platen/contract/rules';
import { addToken, listTokens, revokeToken } from '@platen/contract/tokens';
import { addView, changeView, listViews, removeView } from '@platen/contract/views';
import {
  actOnWorklist,
  enterCall,
  exportWorklist,
  listPeople,
  listWorklist,
  markSeen,
  readWorklistRow,
  setPriority,
  setWeight,
} from '@platen/contract/worklist';
import type { WorklistAction } from '@platen/contract/worklist-names';

/**
 * What the row OA-20 gives the roles, as far as the calls below reach. `own`: only what the user
 * may see (devices), is not another's (work), or made (views).
 */
export const rightsOfRoles = {
  'devices, details, supplies': {
    admin: 'all',
    service: 'own',
    dealer: 'own',
    technician: 'own',
    dealerAdmin: 'own',
    billing: 'own',
    customer: 'own',
  },
  /** The needs of parts; days left of supplies need no right. */
  predictions: {
    admin: 'all',
    service: 'own',
    dealer: 'own',
    technician: 'own',
    dealerAdmin: 'own',
    billing: 'own',
    customer: 'no',
  },
  'worklist.read': {
    admin: 'all',
    service: 'own',
    dealer: 'own',
    technician: 'own',
    dealerAdmin: 'own',
    billing: 'no',
    customer: 'no',
  },
  /** Of devices that the user sees; a technician on own work, and nothing that concerns others' work. */
  'worklist.act': {
    admin: 'yes',
    service: 'yes',
    dealer: 'yes',
    technician: 'own',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  'worklist.act on all work of a device': {
    admin: 'yes',
    service: 'yes',
    dealer: 'yes',
    technician: 'no',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  'visit.plan': {
    admin: 'yes',
    service: 'yes',
    dealer: 'yes',
    technician: 'no',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  'visit.record': {
    admin: 'yes',
    service: 'yes',
    dealer: 'yes',
    technician: 'yes',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  'report.manage': {
    admin: 'own',
    service: 'own',
    dealer: 'own',
    technician: 'own',
    dealerAdmin: 'own',
    billing: 'no',
    customer: 'no',
  },
  /** A job belongs to the user who asked (GE-13). */
  'own jobs': {
    admin: 'own',
    service: 'own',
    dealer: 'own',
    technician: 'own',
    dealerAdmin: 'own',
    billing: 'own',
    customer: 'own',
  },
  /** Views for everybody who shares a group (0394). */
  /** Those of the own tree (0541). */
  'rule.read': {
    admin: 'yes',
    service: 'yes',
    dealer: 'yes',
    technician: 'no',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  /** Of people of the operator who see every device; service staff of this world see a group (AR-17). */
  'rule.give': {
    admin: 'yes',
    service: 'no',
    dealer: 'no',
    technician: 'no',
    dealerAdmin: 'no',
    billing: 'no',
    customer: 'no',
  },
  'rule.manage': {
    admin: 'yes',
    service: 'yes',
    dealer: 'no',
    technician: 'no',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  /** Own settings, and tokens that one made (OA-19, OA-31). */
  self: {
    admin: 'all',
    service: 'own',
    dealer: 'own',
    technician: 'own',
    dealerAdmin: 'own',
    billing: 'own',
    customer: 'own',
  },
  'token.manage': {
    admin: 'yes',
    service: 'no',
    dealer: 'no',
    technician: 'no',
    dealerAdmin: 'yes',
    billing: 'no',
    customer: 'no',
  },
  'report.manage for others': {
    admin: 'own',
    service: 'own',
    dealer: 'own',
    technician: 'no',
    dealerAdmin: 'own',
    billing: 'no',
    customer: 'no',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Role, 'all' | 'own' | 'yes' | 'no'>>>>;
type Right = keyof typeof rightsOfRoles;

/** What the id in a call names; `nothing`: the call has none. */
export type Named =
  | 'nothing'
  | 'device'
  | 'row'
  | 'condition'
  | 'view'
  | 'rule'
  | 'job'
  | 'person'
  | 'token'
  | 'channel'
  | 'delivery'
  | 'ticket'
  | 'ticket system'
  /** A device in a list of those that are meant, of which foreign ones are left out. */
  | 'device to send'
  | 'action'
  | 'visit'
  | 'group'
  | 'customer'
  | 'serial';

/** One way to make a call: with which right, what its id names, and the request for it. */
export interface Door {
  readonly name: string;
  readonly call: Endpoint;
  readonly right: Right;
  readonly names: Named;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A request of a door; `condition`: what an action is about where the id names something else. */
export interface Asked {
  readonly id: string;
  readonly condition?: { readonly conditionId: string; readonly version: number } | undefined;
}

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const token = { name: 'x', scopes: ['devices.read'], endsOn: tomorrow(), addresses: [] };
const view = { name: 'x', isDefault: false, definition: {} };
/** An id that nothing has. */
const noId = '0190a0b0-0000-7000-8000-0000000000ff';
/** A rule that holds on no device. */
export const ruleForm: RuleForm = {
  name: 'x',
  note: '',
  scope: { models: ['none'] },
  tests: [{ metric: 'unknownCustomer', comparison: 'present' }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'computed',
  whoCanAct: 'technician',
  inWorklist: true,
};

/** Each action of the worklist with its fields. */
const actions = (): Readonly<Record<Exclude<WorklistAction, 'undo'>, object>> => ({
  acknowledge: {},
  assign: { assignee: null },
  plan: { plannedDay: tomorrow(), assignee: null },
  unplan: {},
  snooze: { untilWorse: true, reason: 'waitingForPart' },
  wake: {},
  resolve: { reason: 'fixed' },
  note: { note: 'x' },
});
const planning: ReadonlySet<string> = new Set(['plan', 'unplan']);
const door = (
  name: string,
  right: Right,
  names: Named,
  call: Endpoint,
  more: Pick<Door, 'query' | 'body'> = {},
): Door => ({
  name,
  call,
  right,
  names,
  ...more,
});
const all = 'worklist.act on all work of a device';

/**
 * Every call of the worklist, of views, of rules, of jobs, of parts needed, of tokens and of own settings; an
 * id is in the place of `$id`.
 */
export const doors: readonly Door[] = [
  door('list', 'worklist.read', 'nothing', listWorklist, { query: { facets: '1', viewCounts: '1' } }),
  door('list of a group', 'worklist.read', 'group', listWorklist, { query: { groupId: '$id', facets: '1' } }),
  door('list of a person', 'worklist.read', 'person', listWorklist, { query: { assignee: '$id', facets: '1' } }),
  door('list of a customer', 'worklist.read', 'customer', listWorklist, {
    query: { customer: '["$id"]', facets: '1' },
  }),
  door('search', 'worklist.read', 'serial', listWorklist, { query: { search: '$id', facets: '1' } }),
  door('row', 'worklist.read', 'row', readWorklistRow),
  door('file', 'worklist.read', 'nothing', exportWorklist, { query: { format: 'csv' } }),
  door('file of a group', 'worklist.read', 'group', exportWorklist, { query: { format: 'csv', groupId: '$id' } }),
  door('file of a person', 'worklist.read', 'person', exportWorklist, { query: { format: 'csv', assignee: '$id' } }),
  door('file of a customer', 'worklist.read', 'customer', exportWorklist, {
    query: { format: 'csv', customer: '["$id"]' },
  }),
  door('people', 'worklist.read', 'nothing', listPeople),
  door('mark as seen', 'worklist.read', 'nothing', markSeen, { body: { at: '2026-01-01T00:00:00Z' } }),
  door('health', 'worklist.read', 'nothing', readListHealth),
  ...Object.entries(actions()).map(([action, body]) =>
    door(action, planning.has(action) ? 'visit.plan' : 'worklist.act', 'condition', actOnWorklist, {
      body: { action, ...body, items: [{ conditionId: '$id', version: 1 }] },
    }),
  ),
  door('undo', 'worklist.act', 'action', actOnWorklist, {
    body: { action: 'undo', actionId: '$id', items: ['$condition'] },
  }),
  door('assign to a person', all, 'person', actOnWorklist, {
    body: { action: 'assign', assignee: '$id', items: ['$condition'] },
  }),
  door('plan for a person', 'visit.plan', 'person', actOnWorklist, {
    body: { action: 'plan', plannedDay: tomorrow(), assignee: '$id', items: ['$condition'] },
  }),
  door("enter a customer's call", all, 'device', enterCall, {
    body: { deviceId: '$id', matter: 'noise', unusable: false },
  }),
  door('class by hand', all, 'row', setPriority, { body: { priority: 'P2', reason: 'x' } }),
  door('weight', all, 'device', setWeight, { body: { weight: 2, reason: 'x' } }),
  door('views', 'report.manage', 'nothing', listViews, { query: { area: 'worklist' } }),
  door('save a view', 'report.manage', 'nothing', addView, { body: { area: 'worklist', shared: false, ...view } }),
  door('share a view', 'report.manage for others', 'nothing', addView, {
    body: { area: 'worklist', shared: true, ...view },
  }),
  door('change a view', 'report.manage', 'view', changeView, { body: { shared: false, version: 1, ...view } }),
  door('share a changed view', 'report.manage for others', 'view', changeView, {
    body: { shared: true, version: 1, ...view },
  }),
  door('remove a view', 'report.manage', 'view', removeView),
  door('rules', 'rule.read', 'nothing', listRules),
  door('rule', 'rule.read', 'rule', readRule),
  door('versions of a rule', 'rule.read', 'rule', readRuleHistory),
  door('rules on a device', 'rule.read', 'device', evaluateRules, { body: { deviceId: '$id', form: ruleForm } }),
  door('write a rule', 'rule.manage', 'nothing', addRule, { body: { form: ruleForm } }),
  door('change a rule', 'rule.manage', 'rule', changeRule, { body: { form: ruleForm, version: 1 } }),
  door('switch a rule on', 'rule.manage', 'rule', enableRule, { body: { version: 1, untried: true } }),
  door('switch a rule off', 'rule.manage', 'rule', disableRule, { body: { version: 1 } }),
  door('try a rule', 'rule.manage', 'nothing', tryRule, { body: { form: ruleForm } }),
  door('dealers who can get a rule', 'rule.give', 'rule', listRuleDealers),
  door('give a rule', 'rule.give', 'rule', giveRule, { body: { organisationIds: [noId], version: 1 } }),
  door('delete a rule', 'rule.manage', 'rule', deleteRule, { query: { version: '1' } }),
  door('jobs', 'own jobs', 'nothing', listJobs),
  door('job', 'own jobs', 'job', readJob),
  door('result of a job', 'own jobs', 'job', readJobResult),
  door('result of a trial', 'own jobs', 'job', readTrial),
  door('mark a job as seen', 'own jobs', 'job', markJobSeen),
  door('own settings', 'self', 'nothing', readOwnSettings),
  door('change own settings', 'self', 'nothing', changeOwnSettings, {
    body: { language: null, zone: null, startArea: null, version: 1 },
  }),
  door('tokens', 'self', 'nothing', listTokens),
  door('make a token', 'self', 'nothing', addToken, { body: { ...token, ofOrganisation: false } }),
  door('make a token of the organisation', 'token.manage', 'nothing', addToken, {
    body: { ...token, ofOrganisation: true },
  }),
  door('revoke a token', 'self', 'token', revokeToken),
  door('parts needed', 'predictions', 'nothing', readPartsNeeded),
  door('parts needed in a group', 'predictions', 'group', readPartsNeeded, {
    query: { groupId: '$id' },
  }),
  door('parts needed by a customer', 'predictions', 'customer', readPartsNeeded, {
    query: { by: 'customer', region: '$id' },
  }),
  door('devices that need a part', 'predictions', 'nothing', readPartNeed, {
    query: { item: 'part.6342' },
  }),
  door('devices of a group that need a part', 'predictions', 'group', readPartNeed, {
    query: { item: 'part.6342', groupId: '$id' },
  }),
];

/** Address and body of a door for an id. */
export function toRequest({ call, query = {}, body }: Door, { id, condition }: Asked) {
  const fill = (text: string) => text.replaceAll('$id', id);
  const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, fill(value)])).toString();
  return {
    method: call.method,
    path: `${call.path.replace(/\{(id|ruleId|ticketId)\}/, id)}${address === '' ? '' : `?${address}`}`,
    body:
      body === undefined
        ? undefined
        : fill(JSON.stringify(body).replace('"$condition"', JSON.stringify(condition ?? null))),
  };
}
