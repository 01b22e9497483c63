import type { ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import type {
  ConditionKind,
  ConditionMark,
  ConditionSignal,
  ConditionSource,
  Resolution,
  ResolveReason,
  ShownState,
  SnoozeReason,
  WhoCanAct,
  WorkState,
} from '@platen/contract/worklist-names';

/** Milliseconds since 1970, UTC. */
export type Instant = number;
/** Days since 1970-01-01 in the zone of the organisation. */
export type LocalDay = number;

/** What a condition is about; of one entity at most one condition of an identity is not resolved (WL-02). */
export interface Identity {
  readonly kind: ConditionKind;
  /**
   * By kind (WL-05 to WL-19): device code, `drum.yellow`, `black`, `waste`, day, finding, `05.2103.0`,
   * port.
   */
  readonly subject: string;
}

/** Text by which an identity is found in maps and stored memory. */
export const keyOf = ({ kind, subject }: Identity): string => `${kind}:${subject}`;

/**
 * How bad a matter is within its kind, for 'worse' (WL-38). Supply: 1 low, 2 near full, 3 empty or full.
 * Part: 1 at the next visit, 2 now. Storage: 2, 3, 9 as its state. All others 1.
 */
export type Grade = number;

/**
 * One stretch of time in which a matter of one identity was active. Instants may lie in the future: they come
 * into force when the clock reaches them.
 */
export interface Span {
  /** First sighting. */
  readonly from: Instant;
  /** When the open delay was satisfied; null: it is not yet, and time alone does not satisfy it. */
  readonly openAt: Instant | null;
  /** When the last activity ended; null: still active. */
  readonly clearedAt: Instant | null;
  /** When the clear delay was satisfied; null: it is not yet, and time alone does not satisfy it. */
  readonly closeAt: Instant | null;
  readonly lastSeenAt: Instant;
  /** Grades since `from`, each with the instant from which it held, oldest first; only rises are noted. */
  readonly grades: readonly (readonly [at: Instant, grade: Grade])[];
  /** The newest evidence. */
  readonly facts: ConditionFacts;
  /** The rule behind it changed or ended (AR-09): it closed for that, not because the matter is gone. */
  readonly isRuleChanged?: true;
}

/** What people do with a condition; the service has checked that they may. */
export type Action = {
  readonly eventId: string;
  readonly conditionId: string;
  readonly at: Instant;
  /** User; null where the server acts for one who is gone. */
  readonly by: string | null;
  /** Ticket whose system reported it (TK-09); left out: it was done here. */
  readonly origin?: string;
} /** `handOver`: to another system; what people do goes on (TK-03). */ & (
  | { readonly action: 'acknowledge' | 'unplan' | 'wake' | 'note' | 'handOver' }
  /** By the other system (TK-08): the matter is settled; or it is open again, or was refused. */
  | { readonly action: 'ticketSolved' | 'ticketReopened' }
  /** Null: to no user. */
  | { readonly action: 'assign'; readonly assignee: string | null }
  /** `plannedDay`: `YYYY-MM-DD`. Without `assignee` the present one stays. */
  | {
      readonly action: 'plan';
      readonly plannedDay: string;
      readonly visitId: string;
      readonly assignee?: string | null;
    }
  | ({ readonly action: 'snooze' } & Snooze)
  | { readonly action: 'resolve'; readonly reason: ResolveReason; readonly note?: string }
  /** The visit was recorded with this condition as fixed (WL-32). */
  | { readonly action: 'visitFixed'; readonly visitId: string }
  /** A customer's call (WL-19): opens the condition, or adds to it. */
  | { readonly action: 'call'; readonly subject: string; readonly facts: ConditionFacts }
);
export type ActionName = Action['action'];

/** `until` null: until worse, at most 90 days. */
export interface Snooze {
  readonly until: Instant | null;
  readonly untilWorse: boolean;
  readonly reason: SnoozeReason;
  readonly note?: string;
}

/**
 * A step of a condition that the server took; those of people are their actions. `at` follows from reports,
 * actions and rules, never from when the evaluation ran, so that a repeated run finds the same steps.
 */
export interface Transition {
  readonly at: Instant;
  readonly change: ServerChange;
  readonly from: WorkState | null;
  readonly to: WorkState;
}

/** Steps of the server (WL-20 to WL-37, WL-46). */
export type ServerChange =
  | 'opened'
  | 'overdue'
  | 'forgotten'
  | 'woken'
  | 'worse'
  | 'cleared'
  | 'goneByItself'
  | 'returned'
  | 'cameBack'
  | 'released'
  | 'retired'
  | 'withdrawn';

/** What the last span of a condition states at the instant of the clock. */
export interface SpanState {
  readonly lastSeenAt: Instant;
  readonly clearedAt: Instant | null;
  readonly signal: ConditionSignal;
  /** The newest evidence. */
  readonly facts: ConditionFacts;
}

/** A condition as the replay leaves it at the instant of the clock. */
export interface ReplayedCondition extends SpanState {
  readonly openedAt: Instant;
  readonly work: WorkState;
  readonly assignee: string | null;
  readonly resolvedAt: Instant | null;
  readonly resolution: Resolution | null;
  readonly regressions: number;
  readonly overdue: boolean;
  readonly forgotten: boolean;
  /** It is flickering (WL-41), as its mark says (WL-04). WL-01 names the field so, and it is stored. */
  readonly chattering: boolean;
  readonly goneByItself: boolean;
  /** When it last became worse without a person having acted since; null: it did not. */
  readonly worseAt: Instant | null;
  /** How often it was seen again after it was resolved as not a problem (WL-36). */
  readonly seenAgain: number;
  /** It became active while another condition held it, and has not opened yet (WL-46). */
  readonly isHeld: boolean;
  readonly plannedDay: string | null;
  readonly visitId: string | null;
  readonly snooze: Snooze | null;
  /** When it last needed somebody again: opened, came back, woke as worse (WL-63, AR, DE). */
  readonly freshAt: Instant;
  readonly transitions: readonly Transition[];
}

/** A condition of the store, and of an evaluation. */
export interface EvaluatedCondition extends ReplayedCondition, Identity {
  readonly conditionId: string;
  readonly source: ConditionSource;
  readonly whoCanAct: WhoCanAct;
  readonly state: ShownState;
  readonly marks: readonly ConditionMark[];
  readonly inhibitedBy: string | null;
  readonly formerId: string | null;
  /** Null: resolved. Of a snoozed or inhibited one what it would cost; the row does not count it. */
  readonly cost: ConditionCost | null;
  /** Points of the cost that rest on figures of a judgement. */
  readonly judgedPoints: number;
}
