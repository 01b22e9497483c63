import type { FindingKind } from '@platen/contract/collectors';
import type {
  ConditionKind,
  ConditionMark,
  ConditionSource,
  Priority,
  ShownState,
} from '@platen/contract/worklist-names';
import type { DeviceJudgement } from '../judge/judgement.ts';
import type { DeviceRules, RuleFailure } from '../rules/rule-spans.ts';
import type { WorkCalendar } from './calendar.ts';
import type { Memory } from './memory.ts';
import type { Action, EvaluatedCondition, Instant, Transition } from './model.ts';

// What an evaluation takes and returns. The server loads and stores it; nothing here is decided.

/** One row of the log of reports. */
export interface LoggedReport {
  /** When the device was read. */
  readonly at: Instant;
  /** Of `toMatters`; null: the report states nothing about the device's state. */
  readonly matters: readonly string[] | null;
}

/**
 * The log since `memory.log.until` (reports read later than that instant), in any order, repeats allowed.
 * Where a report of an earlier time came in since the last evaluation, or there is no memory: `isWhole`
 * with all reports of the last `loadedDays.reports` days.
 */
export interface ReportLog {
  readonly reports: readonly LoggedReport[];
  readonly isWhole: boolean;
}
/** Days of reports that a whole log holds at least, of service calls, and of pages by day. */
export const loadedDays = { reports: 40, calls: 40, pages: 60 } as const;

/** Settings of the organisation that the conditions depend on. */
export interface OrganisationSettings {
  readonly calendar: WorkCalendar;
  /** Working days from the order of a supply to its arrival. */
  readonly leadDays: number;
  /** Hours without a report after which a device is offline, and has stopped (0328). */
  readonly offlineHours: number;
}
export const defaultLeadDays = 5;

/** Working hours within which a customer was promised an answer (WL-51); undefined: none was agreed. */
export type Agreement = Readonly<
  Partial<Record<Priority, { readonly acknowledgeHours?: number; readonly onSiteHours?: number }>>
>;

/**
 * A span of time in which another condition hides those of this device (WL-43, WL-44); `until` null: it
 * still does.
 */
export interface Hold {
  readonly conditionId: string;
  readonly kind: ConditionKind;
  /** Of an outbreak the kind of the conditions that it groups. */
  readonly subject: string;
  readonly from: Instant;
  readonly until: Instant | null;
}

/**
 * What is known of a device besides its reports. A list that is null is not known: it opens and clears
 * nothing.
 */
export interface DeviceFacts {
  readonly serial: string | null;
  /** When it was retired, or moved to another organisation (WL-37); null: it is in use. */
  readonly retiredAt: Instant | null;
  /** Time between rounds of the collector that delivered the last report, ms; null: unknown (0154). */
  readonly roundMs: number | null;
  /** The present judgement; null: not judged yet. */
  readonly judged: {
    readonly at: Instant;
    /** Last day with readings, days since 1970 UTC; null: none. */
    readonly lastDay: number | null;
    readonly judgement: Pick<
      DeviceJudgement,
      'toner' | 'pmParts' | 'predictions' | 'reasons' | 'replacements' | 'breaks' | 'isUnlearned' | 'risk'
    >;
  } | null;
  /** Service calls of the last `loadedDays.calls` days or more; from the table of errors. */
  readonly calls: readonly { readonly code: string; readonly at: Instant }[] | null;
  /** Total pages by day over the last `loadedDays.pages` days, ascending. */
  readonly pages: readonly { readonly day: number; readonly value: number }[];
  /** Days (`YYYY-MM-DD`) of counter breaks whose cause was given. */
  readonly explainedDays: readonly string[];
  /**
   * Open findings of the collector about this device that were not answered (WL-11), and that a retired
   * device reports again (OA-41).
   */
  readonly findings: readonly { readonly kind: FindingKind | 'reportsAgain'; readonly since: Instant }[] | null;
  /** Changes of watched codes that neither a visit nor a known remote change explains (WL-13). */
  readonly codeChanges:
    | readonly { readonly code: string; readonly before: string; readonly after: string; readonly at: Instant }[]
    | null;
  /** Version and target of the line's firmware (FV-20); target null: none is set. */
  readonly firmware: { readonly version: string; readonly target: string | null } | null;
  /** Pages a month, and the median of the organisation's devices (WL-48); null: unknown. */
  readonly pagesAMonth: number | null;
  readonly medianPages: number | null;
  /** Weight by hand, 0.25 to 4; null: none. */
  readonly weight: number | null;
  /** A meter close is due on this day (LG-30); null: none is known. */
  readonly closeDay: string | null;
  readonly agreement: Agreement | null;
  /**
   * Collector and outbreaks that hold conditions of this device, as stored, also past ones of the last 40
   * days.
   */
  readonly holds: readonly Hold[];
  /** Alert rules in whose scope it is, with the values that they look at. */
  readonly rules: DeviceRules;
}

/** A condition as stored: those that are not final, which are all that `Evaluation.conditions` named. */
export type StoredCondition = EvaluatedCondition;

/** A class set by hand (WL-52). */
export interface ByHand {
  readonly priority: Priority;
  readonly until: Instant;
}

export interface Stored {
  /** Null: never evaluated. */
  readonly memory: Memory | null;
  readonly conditions: readonly StoredCondition[];
  /** Actions with these conditions that were not taken back, in any order. */
  readonly actions: readonly Action[];
  readonly byHand: ByHand | null;
}

/** What an evaluation is given besides the entity's own past and facts. */
export interface EvaluationContext {
  readonly now: Instant;
  readonly settings: OrganisationSettings;
  /** A new UUID each time. */
  readonly newId: () => string;
}

/** The row of the list (WL-47, WL-52, WL-56); null where nothing is open. */
export interface EvaluatedRow {
  readonly priority: Priority;
  /** What the class would be without the hand. */
  readonly computed: Priority;
  readonly isByHand: boolean;
  readonly cost: number;
  readonly judgedCost: number;
  /** Number of parts of the cost that could not be worked out. */
  readonly unknown: number;
  /** Use factor of WL-48; null: the use is not known and counts as 1. */
  readonly use: number | null;
  /** Working hours of the next working day. */
  readonly hours: number;
  /** Conditions that are not resolved, the costliest first; the first makes the headline. */
  readonly conditionIds: readonly string[];
  readonly state: ShownState;
  readonly marks: readonly ConditionMark[];
  readonly assignee: string | null;
  readonly plannedDay: string | null;
  /** Since when the oldest of them is open. */
  readonly since: Instant;
  /** When it last opened, came back or became worse as P1 or P2 (WL-63). */
  readonly freshAt: Instant | null;
  readonly answer: { readonly due: Instant; readonly factor: number; readonly minutesLeft: number } | null;
  /** Descending order of the list: class, overdue, cost times factor; ties by `since`, then serial. */
  readonly order: number;
}

export interface Evaluation {
  /** Every condition that may still change, and those that became final by this evaluation. */
  readonly conditions: readonly EvaluatedCondition[];
  /**
   * Conditions that nothing changes any more: 30 days after their resolution, or withdrawn. They stay as
   * they are, and later evaluations are not given them.
   */
  readonly finalIds: readonly string[];
  /** Those of them whose figures differ from what is stored: write these, with the next version. */
  readonly changedIds: readonly string[];
  /** Steps of the server that are not stored yet, and stored ones that late reports disproved. */
  readonly added: readonly ConditionTransition[];
  readonly removed: readonly ConditionTransition[];
  readonly row: EvaluatedRow | null;
  readonly memory: Memory;
  /** When time alone changes something; null: never. */
  readonly nextDue: Instant | null;
  /** Rules that could not be evaluated; left out where all could. */
  readonly ruleFailures?: readonly RuleFailure[];
}

export interface ConditionTransition extends Transition {
  readonly conditionId: string;
}

/** A collector (WL-16) with the devices whose last report it delivered. */
export interface CollectorFacts {
  readonly name: string;
  /** Null: it was never heard of, and cannot fall silent. */
  readonly lastContactAt: Instant | null;
  /** From when on it counts as silent by the rule of its state (0154); null: never. */
  readonly silentFrom: Instant | null;
  readonly devices: number;
  readonly agreement: Agreement | null;
}

/** A condition of a customer's device, as far as an outbreak needs it (WL-18). */
export interface Opening {
  readonly deviceId: string;
  readonly conditionId: string;
  readonly kind: ConditionKind;
  readonly source: ConditionSource;
  readonly openedAt: Instant;
  readonly isResolved: boolean;
  readonly signalActive: boolean;
  /** Held by a collector: it follows from that and is no part of an outbreak. */
  readonly isHeld: boolean;
  readonly points: number;
  readonly judgedPoints: number;
}

export interface CustomerFacts {
  readonly devices: number;
  /** Conditions that opened within the last 7 days, or are members of an outbreak that is not resolved. */
  readonly openings: readonly Opening[];
  readonly agreement: Agreement | null;
}
