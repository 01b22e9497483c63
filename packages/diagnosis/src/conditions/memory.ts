import type { Grade, Instant, Span } from './model.ts';
import type { HeldClass } from './rank.ts';

// What one evaluation leaves for the next; JSON, stored with the entity. Short names: there is one a device.

/** What is remembered of the present stretch of one matter of the log, and of one that may go on. */
export interface MatterState {
  /** First and last sighting. */
  readonly from: Instant;
  readonly seen: Instant;
  /** From when on the open delay is satisfied; null: sightings are missing. */
  readonly openAt: Instant | null;
  /** Reports in a row that speak of its kind and do not have it, and the first of them. */
  readonly misses: number;
  readonly missedAt: Instant | null;
  /** The report that cleared it; null: it is active. */
  readonly clearAt: Instant | null;
  readonly grades: readonly (readonly [at: Instant, grade: Grade])[];
  /** Of a supply the lowest percent of the stretch, and the newest; null: none was reported. */
  readonly lowest: number | null;
  readonly percent: number | null;
}

/** The log up to an instant, reduced to what later reports need. */
export interface LogState {
  /** Reports up to this instant are in it. */
  readonly until: Instant;
  /** Times of the last reports, the newest last, at most 9. */
  readonly reports: readonly Instant[];
  /** Silences that ended: since when the device counted as stopped, and the report that ended it. */
  readonly silences: readonly (readonly [from: Instant, to: Instant])[];
  readonly matters: Readonly<Record<string, MatterState>>;
  /** Stretches that ended, by identity, oldest first. */
  readonly past: Readonly<Record<string, readonly Span[]>>;
  /**
   * By identity: of its last resolution as fixed the reports since, and the first that disproves it
   * (WL-33).
   */
  readonly proofs: Readonly<Record<string, Proof>>;
}

export interface Proof {
  /** When the condition was resolved as fixed. */
  readonly since: Instant;
  readonly reports: number;
  /** First sighting after the proof time; null: none yet. */
  readonly at: Instant | null;
}

/** The figures that 'worse' compares with (WL-38), as they were at `since`. */
export interface Baseline {
  /** Opening or last action of a person. */
  readonly since: Instant;
  /** Index of its class. */
  readonly rank: number;
  /** Days to the earliest day, with the instant at which it was so; null: no range. */
  readonly days: number | null;
}

/** What is remembered of one identity. */
export interface IdentityMemory {
  /** Spans that present facts decided; of kinds of the log none. */
  readonly spans: readonly Span[];
  /**
   * The last final condition, which the next new one names as its former (WL-35), and when it was resolved.
   */
  readonly formerId?: string;
  readonly finalUntil?: Instant;
  /** Instants at which its class rose or its day came near (WL-38). */
  readonly worse?: readonly Instant[];
  readonly baseline?: Baseline;
  /** First fact that disproves the last fix (WL-33), with the instant of the fix. */
  readonly proof?: { readonly since: Instant; readonly at: Instant };
  /** Days on which a drive was well, while its condition is active (WL-14). */
  readonly goodDays?: readonly number[];
  /**
   * Times in which the days left of a supply were known, and its lowest level of the present span (WL-08).
   */
  readonly known?: readonly (readonly [from: Instant, to: Instant | null])[];
  readonly lowest?: number | null;
}

export interface Memory {
  readonly log: LogState | null;
  readonly identities: Readonly<Record<string, IdentityMemory>>;
  /** The held class of the row (WL-52). */
  readonly rank: HeldClass | null;
}
