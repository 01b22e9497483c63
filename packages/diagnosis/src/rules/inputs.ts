import type { FindingKind } from '@platen/contract/collectors';
import type { DeviceStatus } from '@platen/contract/devices';
import type { DeviceHistory } from '../history/day-reading.ts';

// What the tests of a rule look at (AR-20). Everything is a past, so that live work and a trial on the past
// ask the same functions for different instants (GE-14). Instants are milliseconds since 1970, UTC; lists
// ascend.

/** The judged figures of a device as they were known from `at` on (BT-06). */
export interface JudgedFigures {
  readonly at: number;
  /** By colour the earliest day left of the 80 % range. */
  readonly supplyDays: Readonly<Record<string, number>>;
  /** By part code the life in two weeks, percent. */
  readonly lifeSoon: Readonly<Record<string, number>>;
  /** By component with its unit (`drum.yellow`): the urgency of its sign; what has none is left out. */
  readonly signs: Readonly<Record<string, 'watch' | 'nextVisit' | 'now'>>;
  /** By port the state of its drive. */
  readonly drives: Readonly<Record<string, number>>;
}

export interface RuleInputs {
  /** Readings and errors of the window that the rules need, and of two weeks more. */
  readonly history: DeviceHistory;
  /** When the device was read; the last ones suffice for live work. */
  readonly reports: readonly number[];
  /** From when on it counts as stopped; null: it does not. */
  readonly stoppedAt: number | null;
  /** Spans of the past in which it counted as stopped; `to` null: up to now. Live work needs none. */
  readonly silences?: readonly (readonly [from: number, to: number | null])[];
  readonly judged: readonly JudgedFigures[];
  /** Known only now: not before `since`; null: not known at all. */
  readonly present: {
    readonly since: number;
    readonly status: DeviceStatus;
    readonly supplies: readonly { readonly subject: string; readonly word: string }[];
    readonly findings: readonly FindingKind[];
    readonly customerNumber: string | null;
    /** The collector that reports the device; null: none is known. Of what was never sent a null. */
    readonly collector: { readonly lastContactAt: number | null; readonly failingPercent: number | null } | null;
  } | null;
  /** Settings (`08-2103-0`) with their values, each version from its day on. */
  readonly settings: readonly { readonly at: number; readonly values: ReadonlyMap<string, string> }[];
  readonly firmware: readonly { readonly at: number; readonly version: string }[];
  /** Counter breaks with the instant at which the cause was given; null: it is not. */
  readonly breaks: readonly { readonly key: string; readonly at: number; readonly explainedAt: number | null }[];
  /** When the device was registered. */
  readonly createdAt: number;
}
