import type {
  ConditionOutcome,
  customersMatters,
  NotDoneReason,
  VisitFinding,
  VisitResult,
} from '@platen/contract/visit-names';
import type { DoneEntry } from '@platen/contract/visit-records';

/** Answers of the form for a part: `missing` and `notNeeded` are kinds of 'not done' (VR-08, VE-07). */
export type PartChoice = 'replaced' | 'lookedAtGood' | 'notDone' | 'missing' | 'notNeeded';

/** A setting that was changed by hand, as it is typed: `08-2103-0`. */
export interface TypedSetting {
  readonly code: string;
  readonly from: string;
  readonly to: string;
}

/** Answer to a proposal to set a code back (CH-12). */
export interface ProposalAnswer {
  readonly isDone: boolean;
  readonly reason: string;
}

/** A record that is being written. */
export interface RecordDraft {
  readonly arrivedAt: string;
  /** Null: when it is saved. */
  readonly leftAt: string | null;
  /** The device was not done, and why; the rest of the form does not count then (VP-02). */
  readonly notDone: NotDoneReason | null;
  readonly result: VisitResult | null;
  readonly customersMatter: (typeof customersMatters)[number] | null;
  readonly parts: Readonly<Record<string, PartChoice>>;
  /** Parts that the pack did not hold. */
  readonly added: readonly string[];
  readonly serials: Readonly<Record<string, string>>;
  /** Entries that are complete with a tap. */
  readonly done: readonly DoneEntry[];
  readonly settings: readonly TypedSetting[];
  /** By the id of the proposal. */
  readonly proposals: Readonly<Record<string, ProposalAnswer>>;
  /** Null: the firmware was not updated. */
  readonly firmware: { readonly from: string; readonly to: string } | null;
  /** Null: nothing else was done. */
  readonly other: string | null;
  /** As chosen by the person; the others follow from the parts. */
  readonly outcomes: Readonly<Record<string, ConditionOutcome>>;
  readonly reasons: Readonly<Record<string, string>>;
  /** Left out in a draft of an earlier release. */
  readonly findings?: readonly VisitFinding[];
  readonly typedTotal: string;
  /** The person was asked 'Is this right?' and confirmed this number. */
  readonly confirmedTotal: string | null;
  readonly testPages: string;
  readonly remains: string;
  readonly note: string;
}

export const emptyDraft = (arrivedAt: string): RecordDraft => ({
  arrivedAt,
  leftAt: null,
  notDone: null,
  result: null,
  customersMatter: null,
  parts: {},
  added: [],
  serials: {},
  done: [],
  settings: [],
  proposals: {},
  firmware: null,
  other: null,
  outcomes: {},
  reasons: {},
  typedTotal: '',
  confirmedTotal: null,
  testPages: '',
  remains: '',
  note: '',
});
