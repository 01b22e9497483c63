import { type ChannelKind, isForMachines, type NamedChoice } from '@platen/contract/channel-names';
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

/**
 * By which choices a subscription wants an event (DE-02): null is the event itself. To people it goes
 * once; a machine that chose both gets it under both types. Visibility is decided at sending (DE-03).
 */
export function choicesOf(
  listener: Listener & { readonly kind: ChannelKind },
  event: ConditionEvent,
  place: EventPlace,
): readonly (NamedChoice | null)[] {
  if (!concerns(listener, event, place)) return [];
  const { kind, form } = listener;
  const named = toNamedChoice(event, kind);
  const choices = [
    ...(form.events.includes(event.event) ? [null] : []),
    ...(named !== undefined && form.events.includes(named) ? [named] : []),
  ];
  return isForMachines(kind) ? choices : choices.slice(0, 1);
}

/** The choice that names this event of its kind; a silence ends only if reports arrive again. */
function toNamedChoice({ kind, event, resolution }: ConditionEvent, to: ChannelKind): NamedChoice | undefined {
  const isOpening = event === 'opened' || event === 'cameBack';
  const isEnd = event === 'resolved' && resolution === 'device';
  // People hear of all that becomes of a silent collector; a machine of what the types say.
  if (kind === 'collector') return !isForMachines(to) || isOpening || isEnd ? 'collector' : undefined;
  if (kind !== 'stopped') return undefined;
  return isOpening ? 'deviceStopped' : isEnd ? 'deviceReporting' : undefined;
}

/** Whether an event is of what a subscription is about, whatever it chose to hear of it. */
function concerns({ form, ownerId }: Listener, event: ConditionEvent, place: EventPlace): boolean {
  const { scope, kinds, ruleIds, leastPriority } = form;
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
): boolean => !isForMachines(kind) || !isJudged || hasPersonActed;
