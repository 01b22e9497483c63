import type { WorkState } from '@platen/contract/worklist-names';
import { ended, type FollowedCondition, notResolved } from './followed-condition.ts';
import type { Action, Snooze, Span } from './model.ts';
import { targetOf } from './transitions.ts';

/** A customer's call (WL-19). */
export type Call = Extract<Action, { readonly action: 'call' }>;

/** What an action changes: the state of work, and the other fields that it sets. */
export interface ActionStep {
  readonly to: WorkState;
  readonly changes: Partial<FollowedCondition>;
}

/**
 * What an action of a person does with a condition (WL-21 to WL-32). Undefined: the table of transitions does
 * not have it in this state, or it records another visit than that for which the condition is planned.
 */
export function decideAction(
  { work, stateBeforeSnooze, visitId }: Readonly<FollowedCondition>,
  action: Exclude<Action, Call>,
): ActionStep | undefined {
  const to = targetOf(work, action.action, stateBeforeSnooze);
  if (to === undefined || (action.action === 'visitFixed' && action.visitId !== visitId)) return undefined;
  const changes = {
    personAt: action.at,
    forgotten: false,
    ...(action.action !== 'note' && action.action !== 'handOver' && { worseAt: null }),
    ...changesOf(action, work),
  };
  return { to, changes };
}

function changesOf(action: Exclude<Action, Call>, from: WorkState): Partial<FollowedCondition> {
  const { at } = action;
  switch (action.action) {
    case 'assign':
      return { assignee: action.assignee };
    case 'plan': {
      const { plannedDay, visitId, assignee } = action;
      return { plannedDay, visitId, overdue: false, ...(assignee !== undefined && { assignee }) };
    }
    case 'unplan':
      return { plannedDay: null, visitId: null, goneByItself: false };
    case 'snooze':
      // A second snooze in a row still ends in the state before the first.
      return { snooze: toSnooze(action), enteredAt: at, ...(from !== 'snoozed' && { stateBeforeSnooze: from }) };
    case 'resolve':
      return { resolution: action.reason, resolvedAt: at, ...ended };
    case 'visitFixed':
      return { resolution: 'visit', resolvedAt: at, ...ended };
    case 'ticketSolved':
      return { resolution: 'ticket', resolvedAt: at, ...ended };
    case 'ticketReopened':
      return { ...notResolved, ...(from === 'resolved' && { freshAt: at }) };
    case 'acknowledge':
    case 'handOver':
    case 'wake':
    case 'note':
      break;
  }
  return {};
}

const toSnooze = ({ until, untilWorse, reason, note }: Snooze): Snooze => ({
  until,
  untilWorse,
  reason,
  ...(note === undefined ? {} : { note }),
});

/** A call as a sighting: it lasts until a person resolves the condition. */
export const spanOfCall = ({ at, facts }: Call): Span => ({
  from: at,
  openAt: at,
  clearedAt: null,
  closeAt: null,
  lastSeenAt: at,
  grades: [[at, 1]],
  facts,
});
