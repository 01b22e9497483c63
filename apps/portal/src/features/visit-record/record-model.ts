import type { ConditionOutcome, DoneKind, PartAnswer } from '@platen/contract/visit-names';
import { mostTestPages } from '@platen/contract/visit-names';
import type { DeviceRecord, DoneEntry, RecordedDevice, RecordedPart } from '@platen/contract/visit-records';
import { type CounterDoubt, doubtCounter } from '@platen/diagnosis/visit-record/check-counter';
import { suggestOutcome } from '@platen/diagnosis/visit-record/suggest-outcome';
import { emptyDraft, type PartChoice, type RecordDraft, type TypedSetting } from '../../offline/record-draft.ts';
import type { RecordSubject } from './to-subject.ts';

// The form of a record without any input or output: what the screen shows and what is sent both follow from
// the draft, online and offline alike.

/** Entries that need no more than a tap. */
export const quickDone = ['clearedPaper', 'configuredNetwork', 'trainedUser'] as const satisfies readonly DoneKind[];
type QuickDone = (typeof quickDone)[number];

const answers: Readonly<Record<PartChoice, PartAnswer>> = {
  replaced: 'replaced',
  lookedAtGood: 'lookedAtGood',
  notDone: 'notDone',
  missing: 'notDone',
  notNeeded: 'notDone',
};

/** Parts as they are sent; those without an answer are not. */
function toParts(subject: RecordSubject, draft: RecordDraft): DeviceRecord['parts'] {
  const added = draft.added.map((item) => ({ item, partNumber: null, pieces: 1 }));
  return [...subject.parts, ...added].flatMap(({ item, partNumber, pieces }) => {
    const choice = draft.parts[item];
    if (choice === undefined) return [];
    const serial = draft.serials[item]?.trim() ?? '';
    return {
      item,
      answer: answers[choice],
      pieces: Math.max(1, pieces),
      ...(partNumber !== null && { partNumber }),
      ...(choice === 'replaced' && serial !== '' && { serial }),
      ...(choice === 'missing' && { isMissing: true }),
      ...(choice === 'notNeeded' && { isUnused: true }),
    };
  });
}

function toChoice({ answer, isMissing, isUnused }: RecordedPart): PartChoice {
  if (isMissing === true) return 'missing';
  return isUnused === true ? 'notNeeded' : answer;
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
  const { kind, facts } = condition;
  const matter = { kind, subject: facts.item ?? condition.subject };
  return suggestOutcome(matter, toParts(subject, draft)) ?? { outcome: null, from: null };
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

const codeForm = /^(05|08|13)-(\d{1,6})(?:-(\d{1,6}))?$/;
type CodeSet = Extract<DoneEntry, { done: 'codeSet' }>;

/** A typed setting as it is recorded; null: the code is none, or the new value is missing. */
export function toCodeSet({ code, from, to }: TypedSetting): CodeSet | null {
  const [, kind, main, sub] = codeForm.exec(code.trim()) ?? [];
  if ((kind !== '05' && kind !== '08' && kind !== '13') || to.trim() === '') return null;
  return {
    done: 'codeSet',
    kind,
    main: Number(main),
    sub: sub === undefined ? null : Number(sub),
    from: from.trim() === '' ? null : from.trim(),
    to: to.trim(),
  };
}

const toCode = ({ kind, main, sub }: CodeSet): string => [kind, main, ...(sub === null ? [] : [sub])].join('-');
/** Signs of a firmware besides the model's own: of the whole device. */
const firmwareLine = 'system';

/** What was done besides the parts: taps, settings typed or set back, firmware, and in words. */
function toDone(subject: RecordSubject, draft: RecordDraft): DoneEntry[] {
  const setBack = subject.settings.filter(({ proposalId }) => draft.proposals[proposalId]?.isDone === true);
  const settings = [
    ...setBack.map(({ code, from, to }) => ({ code, from: from ?? '', to })),
    ...draft.settings,
  ].flatMap((one) => toCodeSet(one) ?? []);
  const { firmware, other } = draft;
  return [
    ...draft.done,
    ...settings,
    ...(firmware === null || firmware.to.trim() === ''
      ? []
      : [
          {
            done: 'firmware' as const,
            line: firmwareLine,
            from: firmware.from.trim() === '' ? null : firmware.from.trim(),
            to: firmware.to.trim(),
          },
        ]),
    ...(other === null || other.trim() === '' ? [] : [{ done: 'other' as const, text: other.trim() }]),
  ];
}

/** What is missing or cannot be so; the form names each and does not save. */
export type DraftProblem =
  | 'needsResult'
  | 'needsAnswer'
  | 'needsNote'
  | 'needsReason'
  | 'badTimes'
  | 'badTotal'
  | 'badSetting'
  | 'badTestPages';

/** Longest stay at a device that a record can have. */
const longestMs = 24 * 3_600_000;

export function problemOf(subject: RecordSubject, draft: RecordDraft, now: number): DraftProblem | null {
  if (draft.notDone !== null) return draft.notDone === 'other' && draft.note.trim() === '' ? 'needsNote' : null;
  if (draft.result === null) return 'needsResult';
  const stay = Date.parse(leftAtOf(draft, now)) - Date.parse(draft.arrivedAt);
  if (!(stay >= 0 && stay <= longestMs)) return 'badTimes';
  if (draft.settings.some((one) => toCodeSet(one) === null)) return 'badSetting';
  const unsaid = Object.values(draft.proposals).some(({ isDone, reason }) => !isDone && reason.trim() === '');
  if (unsaid) return 'needsReason';
  if (draft.typedTotal.trim() !== '' && toTotal(draft.typedTotal) === null) return 'badTotal';
  if (toTestPages(draft) === null) return 'badTestPages';
  return doubtOf(subject, draft, now) === null ? null : 'needsAnswer';
}

/** Pages for testing; undefined: none were entered, null: not a number that can be recorded. */
function toTestPages({ testPages }: RecordDraft): number | undefined | null {
  if (testPages.trim() === '') return undefined;
  const pages = toTotal(testPages);
  return pages === null || pages > mostTestPages ? null : pages;
}

const leftAtOf = ({ leftAt, arrivedAt }: RecordDraft, now: number): string =>
  leftAt ?? new Date(Math.max(now, Date.parse(arrivedAt))).toISOString();

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
  const pages = toTestPages(draft);
  const { findings = [] } = draft;
  const [remains, note] = [draft.remains.trim(), draft.note.trim()];
  const conditions = subject.conditions.flatMap((condition): DeviceRecord['conditions'] => {
    const { conditionId } = condition;
    const { outcome, from } = outcomeOf(condition, subject, draft);
    if (outcome === null) return [];
    const own = draft.reasons[conditionId]?.trim() ?? '';
    return [{ conditionId, outcome, ...(outcome === 'notFixed' && { reason: own === '' ? reasonOf(from) : own }) }];
  });
  const proposals = subject.settings.flatMap(({ proposalId }) => {
    const answer = draft.proposals[proposalId];
    if (answer === undefined) return [];
    const reason = answer.reason.trim();
    return { proposalId, isDone: answer.isDone, ...(!answer.isDone && reason !== '' && { reason }) };
  });
  return {
    deviceId: subject.deviceId,
    arrivedAt: draft.arrivedAt,
    leftAt: leftAtOf(draft, now),
    result: draft.result ?? 'worksForNow',
    ...(draft.result === 'customersMatter' &&
      draft.customersMatter !== null && { customersMatter: draft.customersMatter }),
    done: toDone(subject, draft),
    parts: toParts(subject, draft),
    counters: subject.total === null && typed === null ? [] : [{ counter: 'total', reported: subject.total, typed }],
    conditions,
    ...(proposals.length > 0 && { proposals }),
    ...(findings.length > 0 && { findings: [...findings] }),
    ...(typeof pages === 'number' && { testPages: pages }),
    ...(remains !== '' && { remains }),
    ...(note !== '' && { note }),
  };
}

/** What is saved: the record, or that the device was not done. */
export function toSaved(
  subject: RecordSubject,
  draft: RecordDraft,
  now: number,
  reasonOf: (from: string | null) => string,
): RecordedDevice {
  const { notDone } = draft;
  if (notDone === null) return toRecord(subject, draft, now, reasonOf);
  const note = draft.note.trim();
  return { deviceId: subject.deviceId, notDone, ...(note !== '' && { note }) };
}

/** The form of a record that was saved: to mend a refused one, and to correct one (VP-02, VP-23). */
export function toDraft(subject: RecordSubject, record: RecordedDevice): RecordDraft {
  const now = new Date().toISOString();
  if ('notDone' in record) return { ...emptyDraft(now), notDone: record.notDone, note: record.note ?? '' };
  const { parts, done, counters, conditions, proposals = [] } = record;
  const known = new Set(subject.parts.map(({ item }) => item));
  const total = counters.find(({ counter }) => counter === 'total')?.typed ?? null;
  const setBack = new Set(
    subject.settings.flatMap(({ proposalId, code }) =>
      proposals.some((one) => one.proposalId === proposalId && one.isDone) ? code : [],
    ),
  );
  const typedTotal = total === null ? '' : String(total);
  return {
    ...emptyDraft(record.arrivedAt),
    leftAt: record.leftAt,
    result: record.result,
    customersMatter: record.customersMatter ?? null,
    parts: Object.fromEntries(parts.map((part) => [part.item, toChoice(part)])),
    added: parts.flatMap(({ item }) => (known.has(item) ? [] : item)),
    serials: Object.fromEntries(parts.flatMap(({ item, serial }) => (serial === undefined ? [] : [[item, serial]]))),
    done: done.filter(({ done: kind }) => kind !== 'codeSet' && kind !== 'firmware' && kind !== 'other'),
    settings: done.flatMap((entry) =>
      entry.done === 'codeSet' && !setBack.has(toCode(entry))
        ? { code: toCode(entry), from: entry.from ?? '', to: entry.to }
        : [],
    ),
    proposals: Object.fromEntries(
      proposals.map(({ proposalId, isDone, reason = '' }) => [proposalId, { isDone, reason }]),
    ),
    firmware:
      done.flatMap((entry) => (entry.done === 'firmware' ? { from: entry.from ?? '', to: entry.to } : []))[0] ?? null,
    other: done.find((entry) => entry.done === 'other')?.text ?? null,
    outcomes: Object.fromEntries(conditions.map(({ conditionId, outcome }) => [conditionId, outcome])),
    reasons: Object.fromEntries(
      conditions.flatMap(({ conditionId, reason }) => (reason === undefined ? [] : [[conditionId, reason]])),
    ),
    findings: record.findings ?? [],
    typedTotal,
    confirmedTotal: typedTotal,
    testPages: record.testPages === undefined ? '' : String(record.testPages),
    remains: record.remains ?? '',
    note: record.note ?? '',
  };
}

/** Turns an entry on or off that a tap alone makes. */
export function toggleDone(draft: RecordDraft, done: QuickDone): RecordDraft {
  const rest = draft.done.filter((entry) => entry.done !== done);
  return { ...draft, done: rest.length < draft.done.length ? rest : [...draft.done, { done }] };
}
