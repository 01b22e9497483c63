import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import type { LoggedReport } from '../evaluation.ts';
import { type ParsedMatter, parseMatters, supplyGrades } from '../matters.ts';
import type { LogState, MatterState, Proof } from '../memory.ts';
import type { Instant, Span } from '../model.ts';

// Spans of what reports decide: `down`, `supply` as the device reports it, and `stopped` (WL-05, WL-08,
// WL-09). They follow from the times and contents of the reports alone.

/** Rules of WL-05 and WL-08; `risen`: percent by which a level has risen when the supply was replaced. */
const down = { openMs: 10 * minuteMs, clearMs: 30 * minuteMs, rareMs: 6 * hourMs };
const supply = { apartMs: 2 * hourMs, risen: 20 };
/** Reports in a row without a matter that end it. */
const missesNeeded = 2;
/** Reports and time after a fix that prove or disprove it (WL-33). */
export const proofOf = { reports: 2, ms: dayMs };
/** Times between reports that decide how often a device usually reports (0154). */
const gaps = { most: 8, least: 3 };

/** What decides when a device has stopped. */
export interface SilenceRule {
  /** Time between rounds of the device's collector, ms; null: unknown. */
  readonly roundMs: number | null;
  /** Time without a report after which it is offline, ms (0328). */
  readonly offlineMs: number;
}

export interface LogContext extends SilenceRule {
  /** By identity: when its condition was last resolved as fixed. */
  readonly fixes: Readonly<Record<string, Instant>>;
}

export const emptyLog: LogState = { until: 0, reports: [], silences: [], matters: {}, past: {}, proofs: {} };

/**
 * The log with further reports, all later than `state.until`; order and repeats do not matter. Folding in
 * steps gives the same as folding at once.
 */
export function foldLog(state: LogState, reports: readonly LoggedReport[], context: LogContext): LogState {
  if (reports.length === 0) return state;
  const fold = new Fold(state, context);
  let last = state.until;
  for (const report of inOrder(reports))
    if (report.at > last) {
      fold.add(report);
      last = report.at;
    }
  return fold.toState(last);
}

function inOrder(reports: readonly LoggedReport[]): readonly LoggedReport[] {
  const isSorted = reports.every(({ at }, index) => index === 0 || at >= (reports[index - 1]?.at ?? at));
  return isSorted ? reports : reports.toSorted((a, b) => a.at - b.at);
}

/**
 * How long a device may be silent before it counts as stopped: three times its usual interval, at least a
 * day, at most until it is offline (0154, 0328).
 */
export function silenceLimit(reports: readonly Instant[], { roundMs, offlineMs }: SilenceRule): number {
  const usual = Math.max(usualGap(reports) ?? -1, roundMs ?? -1);
  return Math.min(offlineMs, Math.max(dayMs, 3 * (usual < 0 ? dayMs : usual)));
}

/** Median time between the last reports; undefined with fewer than three. */
export function usualGap(reports: readonly Instant[]): number | undefined {
  if (reports.length <= gaps.least) return undefined;
  const times = reports.slice(1).map((at, index) => at - (reports[index] ?? at));
  const sorted = times.sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

class Fold {
  readonly #context: LogContext;
  readonly #silences: (readonly [Instant, Instant])[];
  readonly #matters: Map<string, MatterState>;
  readonly #past: Map<string, readonly Span[]>;
  readonly #proofs: Record<string, Proof>;
  #reports: readonly Instant[];

  constructor(state: LogState, context: LogContext) {
    this.#context = context;
    this.#reports = state.reports;
    this.#silences = [...state.silences];
    this.#matters = new Map(Object.entries(state.matters));
    this.#past = new Map(Object.entries(state.past));
    this.#proofs = { ...state.proofs };
  }

  toState(until: Instant): LogState {
    return {
      until,
      reports: this.#reports,
      silences: this.#silences,
      matters: Object.fromEntries(this.#matters),
      past: Object.fromEntries(this.#past),
      proofs: this.#proofs,
    };
  }

  add({ at, matters }: LoggedReport): void {
    const last = this.#reports.at(-1);
    if (last !== undefined) {
      const stoppedAt = last + silenceLimit(this.#reports, this.#context);
      if (at > stoppedAt) this.#silences.push([stoppedAt, at]);
    }
    const isRare = (usualGap(this.#reports) ?? 0) >= down.rareMs;
    this.#reports = [...this.#reports, at].slice(-gaps.most - 1);
    if (matters === null) return;
    const found = parseMatters(matters);
    const seen = new Map(found.matters.map((matter) => [matter.key, matter]));
    for (const [key, state] of this.#matters)
      if (!seen.has(key) && (key.startsWith('down:') ? found.hasStatus : found.hasSupplies)) this.#miss(key, state, at);
    for (const matter of seen.values()) {
      if (matter.kind === 'down') this.#seeDown(matter.key, at, isRare);
      else this.#seeSupply(matter, at);
    }
    for (const [key, since] of Object.entries(this.#context.fixes)) this.#prove(key, since, at, seen.get(key));
  }

  #seeDown(key: string, at: Instant, isRare: boolean): void {
    const state = this.#continued(key, at);
    if (state === undefined) {
      const openAt = isRare ? at + down.openMs : null;
      this.#matters.set(key, { ...begun(at), openAt, grades: [[at, 1]] });
      return;
    }
    const openAt = state.openAt ?? Math.max(state.from + down.openMs, at);
    this.#matters.set(key, { ...state, ...active, seen: at, openAt });
  }

  #seeSupply({ key, word, percent }: ParsedMatter, at: Instant): void {
    let state = this.#continued(key, at);
    if (state !== undefined && percent !== null && state.lowest !== null && percent - state.lowest >= supply.risen) {
      this.#clear(key, { ...state, percent }, { clearAt: at, missedAt: at });
      state = undefined;
    }
    if (word === null) return;
    if (word === 'ok') {
      // Between low and replaced: an open one goes on, a first sighting is forgotten.
      if (state?.openAt === null) this.#miss(key, state, at);
      else if (state !== undefined) this.#matters.set(key, { ...state, ...active, percent });
      return;
    }
    const grade = supplyGrades[word];
    if (state === undefined) {
      this.#close(key);
      this.#matters.set(key, { ...begun(at), grades: [[at, grade]], lowest: percent, percent });
      return;
    }
    const before = state.grades.at(-1)?.[1] ?? 0;
    this.#matters.set(key, {
      ...state,
      ...active,
      seen: at,
      openAt: state.openAt ?? (at - state.from >= supply.apartMs ? at : null),
      grades: grade > before ? [...state.grades, [at, grade]] : state.grades,
      lowest: state.lowest === null ? percent : percent === null ? state.lowest : Math.min(state.lowest, percent),
      percent: percent ?? state.percent,
    });
  }

  #miss(key: string, state: MatterState, at: Instant): void {
    if (state.clearAt !== null) {
      if (at > closeOf(key, state.clearAt)) this.#close(key);
      return;
    }
    const missed = { misses: state.misses + 1, missedAt: state.missedAt ?? at };
    if (missed.misses < missesNeeded) this.#matters.set(key, { ...state, ...missed });
    else this.#clear(key, state, { ...missed, clearAt: at });
  }

  /** What never opened leaves nothing. */
  #clear(key: string, state: MatterState, cleared: { clearAt: Instant; missedAt: Instant; misses?: number }): void {
    if (state.openAt === null || state.openAt > cleared.clearAt) this.#matters.delete(key);
    else this.#matters.set(key, { ...state, ...cleared });
  }

  /** The stretch that a sighting continues: one whose clear delay has not passed. */
  #continued(key: string, at: Instant): MatterState | undefined {
    const state = this.#matters.get(key);
    if (state === undefined || state.clearAt === null || at <= closeOf(key, state.clearAt)) return state;
    this.#close(key);
    return undefined;
  }

  #close(key: string): void {
    const state = this.#matters.get(key);
    if (state === undefined) return;
    this.#matters.delete(key);
    this.#past.set(key, [...(this.#past.get(key) ?? []), toSpan(key, state)]);
  }

  #prove(key: string, since: Instant, at: Instant, seen: ParsedMatter | undefined): void {
    if (at <= since) return;
    const known = this.#proofs[key];
    const proof = known?.since === since ? known : { since, reports: 0, at: null };
    const reports = Math.min(proof.reports + 1, proofOf.reports);
    const isProof = seen !== undefined && seen.word !== 'ok' && reports >= proofOf.reports && at >= since + proofOf.ms;
    this.#proofs[key] = { since, reports, at: proof.at ?? (isProof ? at : null) };
  }
}

const active = { misses: 0, missedAt: null, clearAt: null } as const;
const begun = (at: Instant) => ({ from: at, seen: at, openAt: null, ...active, lowest: null, percent: null });
/** A cleared supply was replaced at once; what is down has its clear delay. */
const closeOf = (key: string, clearAt: Instant): Instant => clearAt + (key.startsWith('down:') ? down.clearMs : 0);

function toSpan(key: string, state: MatterState): Span {
  const subject = key.slice(key.indexOf(':') + 1);
  const { from, openAt, clearAt, missedAt, seen, grades, percent } = state;
  return {
    from,
    openAt,
    clearedAt: clearAt === null ? null : (missedAt ?? clearAt),
    closeAt: clearAt === null ? null : closeOf(key, clearAt),
    lastSeenAt: seen,
    grades,
    facts: key.startsWith('down:') ? { code: subject } : supplyFacts(subject, grades.at(-1)?.[1] ?? 1, percent),
  };
}

function supplyFacts(subject: string, grade: number, percent: number | null): ConditionFacts {
  const urgency = grade === 2 ? 'nearFull' : grade < 2 ? 'low' : subject === 'waste' ? 'full' : 'empty';
  return { item: subject, urgency, ...(percent === null ? {} : { percent }) };
}

/**
 * The spans of the log by identity, at the instant of the clock: of `down` and `supply` as the device reports
 * them, and of `stopped`.
 */
export function spansOfLog(state: LogState, now: Instant, rule: SilenceRule): Map<string, readonly Span[]> {
  const spans = new Map<string, readonly Span[]>(Object.entries(state.past));
  for (const [key, matter] of Object.entries(state.matters))
    spans.set(key, [...(spans.get(key) ?? []), toSpan(key, matter)]);
  const silences = toSilences(state, now, rule);
  if (silences.length > 0) spans.set('stopped:', silences);
  return spans;
}

/** From when on the device counts as stopped if no report comes; undefined without a report. */
export function stopsAt({ reports }: LogState, rule: SilenceRule): Instant | undefined {
  const last = reports.at(-1);
  return last === undefined ? undefined : last + silenceLimit(reports, rule);
}

function toSilences(state: LogState, now: Instant, rule: SilenceRule): Span[] {
  const ended = state.silences.map(([from, to]) => toSilence(from, to, to));
  const from = stopsAt(state, rule);
  return from === undefined || now < from ? ended : [...ended, toSilence(from, null, state.reports.at(-1) ?? from)];
}

const toSilence = (from: Instant, to: Instant | null, lastSeenAt: Instant): Span => ({
  from,
  openAt: from,
  clearedAt: to,
  closeAt: to,
  lastSeenAt,
  grades: [[from, 1]],
  facts: {},
});

/**
 * The log to start from where all reports are read again: what lies before the first of them, which can no
 * longer be read, is taken from the former state.
 */
export function seedLog(former: LogState, first: Instant): LogState {
  const began = Object.entries(former.matters).filter(([, { from }]) => from < first);
  const past = Object.entries(former.past)
    .map(([key, spans]) => [key, spans.filter(({ from }) => from < first)] as const)
    .filter(([, spans]) => spans.length > 0);
  return {
    until: first - 1,
    reports: former.reports.filter((at) => at < first),
    silences: former.silences.filter(([, to]) => to < first),
    matters: Object.fromEntries(began.map(([key, state]) => [key, asOf(state, first)])),
    past: Object.fromEntries(past),
    proofs: Object.fromEntries(Object.entries(former.proofs).filter(([, { since }]) => since < first)),
  };
}

/** A stretch as it was before an instant: what was found later is found again. */
function asOf(state: MatterState, first: Instant): MatterState {
  const { missedAt, clearAt, openAt } = state;
  const cleared = clearAt !== null && clearAt < first;
  const missed = missedAt !== null && missedAt < first;
  return {
    ...state,
    ...(cleared ? {} : { clearAt: null, misses: missed ? 1 : 0, missedAt: missed ? missedAt : null }),
    seen: Math.min(state.seen, first - 1),
    openAt: openAt !== null && openAt < first ? openAt : null,
    grades: state.grades.filter(([at]) => at < first),
  };
}
