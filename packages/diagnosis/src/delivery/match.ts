import type { ChannelKind } from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';
import { priorities } from '@platen/contract/worklist-names';
import type { Action } from '../conditions/model.ts';
import type { ConditionEvent } from './events.ts';

/** Where an event happened. */
export interface EventPlace {
  readonly customerNumber: string | null;
  /** Groups of the device; of collectors and customers none. */
  readonly groupIds: readonly number[];
}

export interface Listener {
  readonly form: Pick<SubscriptionForm, 'scope' | 'kinds' | 'ruleIds' | 'leastPriority' | 'events'>;
  /** User who owns the channel; null: the organisation. */
  readonly ownerId: string | null;
}

/** Whether a subscription wants an event (DE-02). Visibility is decided at sending (DE-03). */
export function wants({ form, ownerId }: Listener, event: ConditionEvent, place: EventPlace): boolean {
  const { scope, kinds, ruleIds, leastPriority, events } = form;
  if (!events.includes(event.event) && !(event.kind === 'collector' && events.includes('collector'))) return false;
  // An assignment concerns its assignee alone; the organisation hears of all.
  const isForAssignee = event.event === 'assigned' || scope.assignedToMe === true;
  if (isForAssignee && (ownerId !== null || scope.assignedToMe === true) && event.assignee !== ownerId) return false;
  if (event.event !== 'assigned' && priorities.indexOf(event.priority) > priorities.indexOf(leastPriority)) {
    // What was resolved costs nothing any more: whether its opening was sent decides (DE-09).
    if (event.event !== 'resolved') return false;
  }
  if (kinds !== undefined && !kinds.includes(event.kind)) return false;
  if (ruleIds !== undefined && event.kind === 'rule' && (event.ruleId === null || !ruleIds.includes(event.ruleId)))
    return false;
  if (scope.groupIds !== undefined && !scope.groupIds.some((id) => place.groupIds.includes(id))) return false;
  return (
    scope.customerNumbers === undefined ||
    (place.customerNumber !== null && scope.customerNumbers.includes(place.customerNumber))
  );
}

/** What a person does with a condition so that it may go to machines (XC-02). */
export const takenUpBy = ['acknowledge', 'plan', 'handOver'] as const satisfies readonly Action['action'][];

/**
 * Whether a condition may go to this kind of channel (XC-02): to people at once; to machines what rests on a
 * judgement only after a person acknowledged, planned or handed it over. There is no other place that decides
 * this.
 */
export const mayLeave = (
  kind: ChannelKind,
  { isJudged, hasPersonActed }: { readonly isJudged: boolean; readonly hasPersonActed: boolean },
): boolean => kind !== 'webhook' || !isJudged || hasPersonActed;
