import type { BodyOf } from '@platen/contract/endpoint';
import type { ConditionOutcome, DoneKind, PartAnswer, VisitResult } from '@platen/contract/visit-names';
import type { DeviceRecord, DoneEntry, recordVisit } from '@platen/contract/visit-records';
import { type CounterDoubt, doubtCounter } from '@platen/diagnosis/visit-record/check-counter';
import { suggestOutcome } from '@platen/diagnosis/visit-record/suggest-outcome';

// The form of a record without any input or output: what the screen shows and what is sent both follow from
// the draft, online and offline alike.

/** What the form needs to know of a device of the visit; all of it stands in the pack. */
export interface RecordSubject {
  readonly deviceId: string;
  readonly parts: readonly {
    readonly item: string;
    readonly partNumber: string | null;
    readonly pieces: number;
    readonly isInStock: boolean;
  }[];
  readonly conditions: readonly { readonly conditionId: string; readonly kind: string; readonly subject: string }[];
  readonly total: { readonly value: number; readonly at: string } | null;
  readonly pagesADay: number | null;
}

/** Answers of the form for a part: `missing` and `notNeeded` are kinds of 'not done' (VR-08, VE-07). */
export const partChoices = ['replaced', 'lookedAtGood', 'notDone', 'missing', 'notNeeded'] as const;
type PartChoice = (typeof partChoices)[number];

/** Entries that need no more than a tap. */
export const quickDone = ['clearedPaper', 'configuredNetwork', 'trainedUser'] as const satisfies readonly DoneKind[];
export type QuickDone = (typeof quickDone)[number];

/** A record that is being written. */
export interface RecordDraft {
  readonly arrivedAt: string;
  /** Null: when it is saved. */
  readonly leftAt: string | null;
  readonly result: VisitResult | null;
  readonly parts: Readonly<Record<string, PartChoice>>;
  /** Parts that the pack did not hold. */
  readonly added: readonly string[];
  readonly serials: Readonly<Record<string, string>>;
  readonly done: readonly DoneEntry[];
  /** As chosen by the person; the others follow from the parts. */
  readonly outcomes: Readonly<Record<string, ConditionOutcome>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly typedTotal: string;
  /** The person was asked 'Is this right?' and confirmed this number. */
  readonly confirmedTotal: string | null;
  readonly note: string;
}

export const emptyDraft = (arrivedAt: string): RecordDraft => ({
  arrivedAt,
  leftAt: null,
  result: null,
  parts: {},
  added: [],
  serials: {},
  done: [],
  outcomes: {},
  reasons: {},
  typedTotal: '',
  confirmedTotal: null,
  note: '',
});

const answers: Readonly<Record<PartChoice, PartAnswer>> = {
  replaced: 'replaced',
  lookedAtGood: 'lookedAtGood',
  notDone: 'notDone',
  missing: 'notDone',
  notNeeded: 'notDone',
};

/** Parts as they are sent; those without an answer are not. */
function toParts(subject: RecordSubject, draft: RecordDraft): DeviceRecord['parts'] {
  const known = subject.parts.map(({ item, partNumber, pieces }) => ({ item, partNumber, pieces }));
  const added = draft.added.map((item) => ({ item, partNumber: null, pieces: 1 }));
  return [...known, ...added].flatMap(({ item, partNumber, pieces }) => {
    const choice = draft.parts[item];
    if (choice === undefined) return [];
    const serial = draft.serials[item]?.trim() ?? '';
    return {
      item,
      answer: answers[choice],
      pieces,
      ...(partNumber !== null && { partNumber }),
      ...(choice === 'replaced' && serial !== '' && { serial }),
      ...(choice === 'missing' && { isMissing: true }),
      ...(choice === 'notNeeded' && { isUnused: true }),
    };
  });
}

export interface ShownOutcome {
  readonly outcome: ConditionOutcome | null;
  /** The part from which it follows; null: the person chose it, or nothing is known. */
  readonly from: string | null;
}

/** What becomes of a condition: as the person chose, else as follows from the answers for the parts. */
export function outcomeOf(
  condition: RecordSubject['conditions'][number],
  subject: RecordSubject,
  draft: RecordDraft,
): ShownOutcome {
  const chosen = draft.outcomes[condition.conditionId];
  if (chosen !== undefined) return { outcome: chosen, from: null };
  return suggestOutcome(condition, toParts(subject, draft)) ?? { outcome: null, from: null };
}

export function doubtOf(subject: RecordSubject, draft: RecordDraft, now: number): CounterDoubt | null {
  const typed = toTotal(draft.typedTotal);
  if (typed === null || draft.confirmedTotal === draft.typedTotal) return null;
  return doubtCounter(typed, subject.total, now, subject.pagesADay);
}

/** Digits of a typed counter, whatever separates them; null: nothing was typed, or no number. */
export function toTotal(text: string): number | null {
  const digits = text.replaceAll(/[\s.,'’]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/**
 * The record of the draft as it is saved at an instant. `reasonOf`: words for a condition that stays
 * without a reason of the person's own.
 */
export function toRecord(
  subject: RecordSubject,
  draft: RecordDraft,
  now: number,
  reasonOf: (from: string | null) => string,
): DeviceRecord {
  const typed = toTotal(draft.typedTotal);
  const leftAt = draft.leftAt ?? new Date(Math.max(now, Date.parse(draft.arrivedAt))).toISOString();
  const conditions = subject.conditions.flatMap((condition): DeviceRecord['conditions'] => {
    const { conditionId } = condition;
    const { outcome, from } = outcomeOf(condition, subject, draft);
    if (outcome === null) return [];
    const own = draft.reasons[conditionId]?.trim() ?? '';
    return [{ conditionId, outcome, ...(outcome === 'notFixed' && { reason: own === '' ? reasonOf(from) : own }) }];
  });
  return {
    deviceId: subject.deviceId,
    arrivedAt: draft.arrivedAt,
    leftAt,
    result: draft.result ?? 'worksForNow',
    done: [...draft.done],
    parts: toParts(subject, draft),
    counters: subject.total === null && typed === null ? [] : [{ counter: 'total', reported: subject.total, typed }],
    conditions,
    ...(draft.note.trim() !== '' && { note: draft.note.trim() }),
  };
}

export const toBody = (version: number, record: DeviceRecord): BodyOf<typeof recordVisit> => ({
  version,
  devices: [record],
});

/** Turns an entry on or off that a tap alone makes. */
export function toggleDone(draft: RecordDraft, done: QuickDone): RecordDraft {
  const rest = draft.done.filter((entry) => entry.done !== done);
  return { ...draft, done: rest.length < draft.done.length ? rest : [...draft.done, { done }] };
}
