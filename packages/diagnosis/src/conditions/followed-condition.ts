import type { WorkState } from '@platen/contract/worklist-names';
import type { Instant, ReplayedCondition, Span, SpanState, Transition } from './model.ts';

/** A condition while the replay follows it. What its span states is added at the end, by `toReplayed`. */
export type FollowedCondition = {
  -readonly [K in Exclude<keyof ReplayedCondition, keyof SpanState | 'transitions'>]: ReplayedCondition[K];
} & {
  transitions: Transition[];
  stateBeforeSnooze: WorkState;
  /** Last action of a person. */
  personAt: Instant;
  /** When the present state began. */
  enteredAt: Instant;
  /** The last span that concerns it. */
  span: Span | null;
};

/** A new condition. Held: another condition keeps it from opening (WL-46). */
export const beginCondition = (at: Instant, span: Span | null, isHeld: boolean): FollowedCondition => ({
  openedAt: at,
  work: 'open',
  stateBeforeSnooze: 'open',
  personAt: -Infinity,
  enteredAt: at,
  assignee: null,
  resolvedAt: null,
  resolution: null,
  regressions: 0,
  overdue: false,
  forgotten: false,
  chattering: false,
  goneByItself: false,
  worseAt: null,
  seenAgain: 0,
  plannedDay: null,
  visitId: null,
  snooze: null,
  freshAt: at,
  isHeld,
  span,
  transitions: [],
});

/** What a condition has no longer when it comes back after it was resolved. */
export const notResolved = {
  resolvedAt: null,
  resolution: null,
  snooze: null,
  plannedDay: null,
  visitId: null,
  overdue: false,
  forgotten: false,
  goneByItself: false,
  worseAt: null,
  isHeld: false,
} as const;

/** What a condition has no longer once it is resolved. */
export const ended = {
  snooze: null,
  overdue: false,
  forgotten: false,
  goneByItself: false,
  chattering: false,
  worseAt: null,
  isHeld: false,
} as const;

/** The condition at an instant, with what its span states. */
export function toReplayed(
  { stateBeforeSnooze: _state, personAt: _person, enteredAt: _entered, span, ...condition }: FollowedCondition,
  now: Instant,
): ReplayedCondition {
  return {
    ...condition,
    lastSeenAt: span?.lastSeenAt ?? condition.openedAt,
    clearedAt: span?.clearedAt !== null && span !== null && span.clearedAt <= now ? span.clearedAt : null,
    signal: toSignal(span, now),
    facts: span?.facts ?? {},
  };
}

function toSignal(span: Span | null, now: Instant): ReplayedCondition['signal'] {
  if (span === null || span.clearedAt === null || span.clearedAt > now) return 'active';
  return span.closeAt !== null && span.closeAt <= now ? 'cleared' : 'clearing';
}
