// Names of the worklist without schemas: a client that needs only these loads no zod. Rows: specification of
// the next capabilities, sections 2 and 3.

/** What a condition is about (WL-05 to WL-19), in the order of the filters. */
export const conditionKinds = [
  'down',
  'errorRepeat',
  'part',
  'supply',
  'stopped',
  'counterBreak',
  'identity',
  'codeLimit',
  'codeChanged',
  'storage',
  'firmware',
  'collector',
  'rule',
  'outbreak',
  'person',
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** Who found a condition. `judgement`: a figure that says how likely something fails or runs out (XC-01). */
export const conditionSources = ['device', 'judgement', 'server', 'rule', 'person'] as const;
export type ConditionSource = (typeof conditionSources)[number];

/** What the device says of it (WL-03). Only reports and judgements change it, never a person. */
export const conditionSignals = ['active', 'clearing', 'cleared', 'unknown'] as const;
export type ConditionSignal = (typeof conditionSignals)[number];

/** What people do about it (WL-03). */
export const workStates = ['open', 'acknowledged', 'planned', 'snoozed', 'resolved'] as const;
export type WorkState = (typeof workStates)[number];

/** Shown state (WL-04), in the order of the test. */
export const shownStates = ['resolved', 'snoozed', 'planned', 'assigned', 'acknowledged', 'open'] as const;
export type ShownState = (typeof shownStates)[number];

/** Where a device stands on the worklist (WL-65): of its row, that is of what presses most. */
export interface DeviceWorklistState {
  readonly state: Exclude<ShownState, 'resolved'>;
  readonly priority: Priority;
}

/** Marks shown with the state (WL-04). */
export const conditionMarks = [
  'overdue',
  'cameBack',
  'forgotten',
  'goneByItself',
  'flickering',
  'notHeardOf',
  'worse',
  'setByHand',
] as const;
export type ConditionMark = (typeof conditionMarks)[number];

/** Marks with which a row stands in the list although its visit is still ahead (amendment to WL-57). */
const shownAnyway: readonly string[] = ['overdue', 'worse', 'goneByItself'] satisfies readonly ConditionMark[];

interface Standing {
  readonly state: ShownState;
  /** `YYYY-MM-DD`. */
  readonly plannedDay: string | null;
  readonly marks: readonly string[];
}

/**
 * Everything of the row has a planned day after today and nothing happened to it since: it waits in the line
 * at the end of the list (amendment to WL-57).
 */
export const isPlannedAhead = ({ state, plannedDay, marks }: Standing, today: string): boolean =>
  state === 'planned' && plannedDay !== null && plannedDay > today && !marks.some((mark) => shownAnyway.includes(mark));

/** The row has no owner: no person, no day ahead, no reason to wait. What the head of the list counts. */
export const isUnowned = (row: Standing & { readonly assignee: unknown }, today: string): boolean =>
  row.assignee === null && row.state !== 'snoozed' && !isPlannedAhead(row, today);

/** Reasons for which a person resolves (WL-31); `willNotBeDone` needs a note. */
export const resolveReasons = ['fixed', 'noFaultFound', 'notAProblem', 'double', 'willNotBeDone'] as const;
export type ResolveReason = (typeof resolveReasons)[number];

/**
 * How a condition was resolved: by a person's reason, the device (WL-29), a visit (WL-32), a ticket of
 * another system (TK-08), retirement (WL-37) or a change of the rule that opened it (AR-09).
 */
export const resolutions = [...resolveReasons, 'device', 'visit', 'ticket', 'retired', 'ruleChanged'] as const;
export type Resolution = (typeof resolutions)[number];

/** Reasons for which a person snoozes (WL-27); `other` needs a note. */
export const snoozeReasons = ['waitingForPart', 'waitingForCustomer', 'knownAndAccepted', 'other'] as const;
export type SnoozeReason = (typeof snoozeReasons)[number];

/** Days that a snooze lasts at most (WL-27). */
export const longestSnoozeDays = 90;

/** Priority classes (WL-52), most pressing first. */
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

/** Days that a class set by hand holds at most (WL-52). */
export const longestByHandDays = 14;

/** Who can act (QF-01), from the alert's training level where it is reported. */
export const actors = ['user', 'trainedUser', 'technician', 'manager'] as const;
export type WhoCanAct = (typeof actors)[number];

/** What a caller says is wrong (WL-19). */
export const callMatters = [
  'doesNotPrint',
  'doesNotScan',
  'doesNotCopy',
  'doesNotFax',
  'paperJam',
  'printQuality',
  'colour',
  'noise',
  'slow',
  'network',
  'errorOnPanel',
  'other',
] as const;
export type CallMatter = (typeof callMatters)[number];

/** What a person does with conditions (WL-21 to WL-31, WL-42, WL-60). */
export const worklistActions = [
  'acknowledge',
  'assign',
  'plan',
  'unplan',
  'snooze',
  'wake',
  'resolve',
  'note',
  'undo',
] as const;
export type WorklistAction = (typeof worklistActions)[number];

/** What became of one item of an action (WL-68): done, or the application code of its refusal. */
export const itemCodes = { done: 0, changedMeanwhile: 202002, notPossible: 202003, unknown: 204001 } as const;

/** What the same person can take back (WL-42), and for how many minutes. */
export const undoableActions = [
  'acknowledge',
  'assign',
  'snooze',
  'resolve',
] as const satisfies readonly WorklistAction[];
export const undoMinutes = 10;
/** Conditions of an action that is answered at once (WL-68), and rows of one selection (WL-62). */
export const mostActionItems = 200;
/** Conditions of an action that goes on as a job (GE-13): 200 rows may have more than 200 of them. */
export const mostJobItems = 2000;

/** What rows are grouped by (WL-58); `none` is the default. */
export const worklistGroups = ['none', 'customer', 'kind', 'model', 'assignee'] as const;
export type WorklistGroup = (typeof worklistGroups)[number];

/**
 * What rows are ordered by. `cost` is the order of work (WL-47, WL-51); the others look something up, and
 * rows that agree stand in the order of work. `what`: the kind of the costliest condition.
 */
export const worklistSorts = [
  'cost',
  'priority',
  'what',
  'serial',
  'model',
  'customer',
  'since',
  'answer',
  'planned',
  'state',
  'assignee',
] as const;
export type WorklistSort = (typeof worklistSorts)[number];

/** The direction of an order unless the other one is asked for: the greatest cost first. */
export const usualOrder = (sort: WorklistSort): 'asc' | 'desc' => (sort === 'cost' ? 'desc' : 'asc');

/** Views that everybody has (WL-57), in the order of their keys; own ones are saved (FV-01). */
export const builtInViews = ['todo', 'mine', 'isNew', 'waiting'] as const;
export type BuiltInView = (typeof builtInViews)[number];
/** Their filters, as the query of the list has them. */
export const viewDefinitions = {
  todo: {},
  mine: { assignee: 'me' },
  isNew: { isNew: '1' },
  waiting: { waiting: 'waitingForPart' },
} as const satisfies Readonly<Record<BuiltInView, Readonly<Record<string, string>>>>;

/** Filters by day on which something is due (WL-55). */
export const dueFilters = ['overdue', 'today', 'week', 'none'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** Target of WL-73: the share of the ten most frequent identities of all openings, at most. */
export const frequentTarget = 0.05;
