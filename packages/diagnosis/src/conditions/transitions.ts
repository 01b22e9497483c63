import { minuteMs } from '@platen/contract/constants';
import type { Action as Right } from '@platen/contract/rights';
import { undoableActions, undoMinutes, type WorkState } from '@platen/contract/worklist-names';
import type { Action, ActionName, Instant, ServerChange } from './model.ts';

/** A state of work; `none`: no condition of the identity, or its last one is final. */
export type FromState = WorkState | 'none';

export interface TableRow {
  /** Row of the specification. */
  readonly row: string;
  readonly from: FromState;
  readonly event: ActionName | ServerChange;
  /** `before`: the state before the snooze; `same`: unchanged. */
  readonly to: WorkState | 'before' | 'same';
  /** The server, or the right that the person needs. */
  readonly by: 'server' | Right;
}

const unresolved = ['open', 'acknowledged', 'planned', 'snoozed'] as const;
const any = [...unresolved, 'resolved'] as const;

const rows = (
  row: string,
  from: readonly FromState[],
  event: TableRow['event'],
  to: TableRow['to'],
  by: TableRow['by'],
): TableRow[] => from.map((state) => ({ row, from: state, event, to, by }));

/**
 * Every change of a condition's state (WL-19 to WL-46); what is not here does not happen. A planned
 * condition may get another day, and one whose visit is late is still resolved by it (decision 0342).
 */
export const transitionTable: readonly TableRow[] = [
  ...rows('WL-20', ['none'], 'opened', 'open', 'server'),
  ...rows('WL-19', ['none'], 'call', 'open', 'actOnWorklist'),
  ...rows('WL-02', unresolved, 'call', 'same', 'actOnWorklist'),
  ...rows('WL-34', ['resolved'], 'call', 'open', 'actOnWorklist'),
  ...rows('WL-21', ['open'], 'acknowledge', 'acknowledged', 'actOnOwnWork'),
  ...rows('WL-22', ['open', 'acknowledged'], 'assign', 'acknowledged', 'actOnOwnWork'),
  ...rows('WL-22', ['planned'], 'assign', 'same', 'actOnOwnWork'),
  ...rows('WL-23', ['open', 'acknowledged', 'planned'], 'plan', 'planned', 'planVisits'),
  ...rows('WL-24', ['planned'], 'unplan', 'acknowledged', 'planVisits'),
  ...rows('WL-25', ['planned'], 'overdue', 'acknowledged', 'server'),
  ...rows('WL-26', ['acknowledged'], 'forgotten', 'open', 'server'),
  ...rows('WL-27', unresolved, 'snooze', 'snoozed', 'actOnOwnWork'),
  ...rows('WL-28', ['snoozed'], 'woken', 'before', 'server'),
  ...rows('WL-28', ['snoozed'], 'worse', 'before', 'server'),
  ...rows('WL-28', ['snoozed'], 'wake', 'before', 'actOnOwnWork'),
  ...rows('WL-38', ['open', 'acknowledged', 'planned'], 'worse', 'same', 'server'),
  ...rows('WL-29', ['open', 'acknowledged', 'snoozed'], 'cleared', 'resolved', 'server'),
  ...rows('WL-30', ['planned'], 'goneByItself', 'same', 'server'),
  ...rows('WL-30', ['planned'], 'returned', 'same', 'server'),
  ...rows('WL-30', ['planned'], 'cleared', 'resolved', 'server'),
  ...rows('WL-31', unresolved, 'resolve', 'resolved', 'actOnOwnWork'),
  ...rows('WL-32', unresolved, 'visitFixed', 'resolved', 'recordVisits'),
  ...rows('WL-33 WL-34 WL-36', ['resolved'], 'cameBack', 'open', 'server'),
  ...rows('TK-03', unresolved, 'handOver', 'same', 'actOnWorklist'),
  ...rows('TK-08', unresolved, 'ticketSolved', 'resolved', 'actOnWorklist'),
  ...rows('TK-08', any, 'ticketReopened', 'open', 'actOnWorklist'),
  ...rows('WL-37', any, 'retired', 'resolved', 'server'),
  ...rows('WL-02', unresolved, 'withdrawn', 'resolved', 'server'),
  ...rows('WL-46', unresolved, 'released', 'same', 'server'),
  ...rows('WL-59', any, 'note', 'same', 'actOnOwnWork'),
];

const rights = new Map<string, Right>();
for (const { event, by } of transitionTable) if (by !== 'server') rights.set(event, by);

/** The right that a person needs for an action; taking one back needs that of acting. */
export const rightOf = (action: ActionName | 'undo'): Right => rights.get(action) ?? 'actOnOwnWork';

const targets = new Map<string, TableRow['to']>();
for (const { from, event, to } of transitionTable) targets.set(`${from} ${event}`, to);

/** Where an event leads by the table; undefined: it is not possible in this state. `before`: of a snooze. */
export function targetOf(from: FromState, event: TableRow['event'], before: WorkState = 'open'): WorkState | undefined {
  const to = targets.get(`${from} ${event}`);
  if (to === undefined) return undefined;
  if (to === 'before') return before;
  if (to !== 'same') return to;
  return from === 'none' ? undefined : from;
}

/** Whether a user may take an action back at an instant: an own one, within ten minutes (WL-42). */
export const mayUndo = (
  { action, by, at }: Pick<Action, 'by' | 'at'> & { readonly action: string },
  userId: string,
  now: Instant,
): boolean => undoableActions.some((one) => one === action) && by === userId && now - at <= undoMinutes * minuteMs;
