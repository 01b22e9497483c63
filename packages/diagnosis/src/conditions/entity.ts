import { dayMs, hourMs } from '@platen/contract/constants';
import type { ConditionMark, ConditionSource, ShownState } from '@platen/contract/worklist-names';
import type { WorkTime } from './calendar.ts';
import { regressionDays } from './condition-machine.ts';
import type { EvaluationContext, Hold, Stored, StoredCondition } from './evaluation.ts';
import { inhibitorOf, inhibits } from './inhibit.ts';
import type { IdentityMemory } from './memory.ts';
import {
  type Action,
  type EvaluatedCondition,
  type Identity,
  type Instant,
  keyOf,
  type ReplayedCondition,
  type Span,
} from './model.ts';
import { replay } from './replay.ts';
import { whoCanActOn } from './who-can-act.ts';

/** What is known of one identity of an entity. */
export interface IdentityPast extends Identity {
  readonly spans: readonly Span[];
  readonly memory: IdentityMemory | undefined;
  readonly proofs: readonly { readonly since: Instant; readonly at: Instant }[];
}

/** A condition before its cost is known. */
export type UnrankedCondition = Omit<EvaluatedCondition, 'cost' | 'judgedPoints'>;

export interface ReplayedIdentity {
  readonly past: IdentityPast;
  /** Those that may still change, oldest first. */
  readonly live: readonly UnrankedCondition[];
  /** Became final by this evaluation, and stored ones that the reports do not bear out. */
  readonly final: readonly UnrankedCondition[];
  readonly withdrawn: readonly UnrankedCondition[];
  readonly nextDue: Instant | null;
  /** Times in which it hides what follows from it. */
  readonly holds: readonly Hold[];
}

/** Actions of people by the identity that they concern. */
export function actionsByKey({ conditions, actions }: Pick<Stored, 'conditions' | 'actions'>): Map<string, Action[]> {
  const keys = new Map(conditions.map((condition) => [condition.conditionId, keyOf(condition)]));
  const found = new Map<string, Action[]>();
  for (const action of actions) {
    const own = action.action === 'call' ? keyOf({ kind: 'person', subject: action.subject }) : undefined;
    const key = keys.get(action.conditionId) ?? own;
    if (key === undefined) continue;
    const list = found.get(key);
    if (list === undefined) found.set(key, [action]);
    else list.push(action);
  }
  for (const list of found.values()) list.sort((a, b) => a.at - b.at);
  return found;
}

const isFix = (action: Action): boolean =>
  action.action === 'visitFixed' ||
  action.action === 'ticketSolved' ||
  (action.action === 'resolve' && action.reason === 'fixed');

/** By identity when it was last resolved as fixed, for the proof (WL-33). */
export function fixesOf(actions: ReadonlyMap<string, readonly Action[]>): Record<string, Instant> {
  const fixes: Record<string, Instant> = {};
  for (const [key, list] of actions) for (const action of list) if (isFix(action)) fixes[key] = action.at;
  return fixes;
}

export interface ReplayContext extends Pick<EvaluationContext, 'now'> {
  readonly time: WorkTime;
  /** Id of a new condition of an identity by its number; the same for the same. */
  readonly idFor: (key: string, number: number) => string;
  readonly stored: ReadonlyMap<string, readonly StoredCondition[]>;
  readonly actions: ReadonlyMap<string, readonly Action[]>;
  readonly retiredAt: Instant | null;
  /** The device is silent (WL-40). */
  readonly isStopped: boolean;
  /** Last report that states how the device is; null: none. */
  readonly lastReportAt: Instant | null;
}

/** Ids of new conditions; a second replay within one evaluation gets those of the first. */
export function idsFrom(newId: () => string): ReplayContext['idFor'] {
  const given = new Map<string, string>();
  return (key, number) => {
    const name = `${key} ${number}`;
    const id = given.get(name) ?? newId();
    given.set(name, id);
    return id;
  };
}

/** Stored conditions by identity. */
export function groupByKey(conditions: readonly StoredCondition[]): Map<string, StoredCondition[]> {
  const groups = new Map<string, StoredCondition[]>();
  for (const condition of conditions) {
    const key = keyOf(condition);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [condition]);
    else group.push(condition);
  }
  return groups;
}

/** Replays one identity and finds its conditions among the stored ones. */
export function replayIdentity(
  past: IdentityPast,
  inhibitors: readonly Hold[],
  context: ReplayContext,
): ReplayedIdentity {
  const { now, time, retiredAt } = context;
  const key = keyOf(past);
  const { memory } = past;
  const finalUntil = memory?.finalUntil ?? -Infinity;
  const holds = inhibitors.filter((one) => inhibits(one, past));
  const actions = context.actions.get(key) ?? [];
  const { chain, nextDue, openTimes } = replay(
    {
      spans: past.spans.filter(({ openAt }) => openAt !== null && openAt > finalUntil),
      actions: actions.filter(({ at }) => at > finalUntil),
      worse: (memory?.worse ?? []).filter((at) => at > finalUntil),
      proofs: past.proofs,
      holds,
      retiredAt,
    },
    now,
    time,
  );
  const ids = new IdFinder(context.stored.get(key) ?? [], actions, (number) => context.idFor(key, number));
  let formerId = memory?.formerId ?? null;
  const live: UnrankedCondition[] = [];
  const final: UnrankedCondition[] = [];
  for (const replayed of chain) {
    const conditionId = ids.find(replayed);
    const condition = toCondition(past, replayed, { conditionId, formerId, inhibitors, context });
    const { resolvedAt } = replayed;
    if (resolvedAt !== null && now - resolvedAt > regressionDays * dayMs) final.push(condition);
    else live.push(condition);
    formerId = conditionId;
  }
  return {
    past,
    live,
    final,
    withdrawn: ids.rest().map((one) => endStored(one, now, 'withdrawn')),
    nextDue,
    holds: openTimes.map(([from, until]) => ({ ...identityOf(past), conditionId: formerId ?? '', from, until })),
  };
}

const identityOf = ({ kind, subject }: Identity): Identity => ({ kind, subject });

/** Finds the stored condition of each replayed one: that of the same time. */
class IdFinder {
  readonly #left: StoredCondition[];
  readonly #called: string | undefined;
  readonly #newId: (number: number) => string;
  #made = 0;

  constructor(stored: readonly StoredCondition[], actions: readonly Action[], newId: (number: number) => string) {
    this.#left = stored.toSorted((a, b) => a.openedAt - b.openedAt);
    this.#called = actions.findLast(({ action }) => action === 'call')?.conditionId;
    this.#newId = newId;
  }

  find({ openedAt, resolvedAt }: ReplayedCondition): string {
    // Conditions of one identity lie more than 30 days apart.
    const margin = regressionDays * dayMs;
    const index = this.#left.findIndex(
      (one) => one.openedAt <= (resolvedAt ?? Infinity) + margin && openedAt <= (one.resolvedAt ?? Infinity) + margin,
    );
    const [found] = index < 0 ? [] : this.#left.splice(index, 1);
    return found?.conditionId ?? this.#called ?? this.#newId(this.#made++);
  }

  /** Stored conditions that the reports do not bear out. */
  rest = (): readonly StoredCondition[] => this.#left;
}

/**
 * Ends a stored condition that late reports disproved (with all reports in order it would never have
 * opened), or whose device is gone. It stays in the history.
 */
export function endStored(stored: StoredCondition, now: Instant, change: 'withdrawn' | 'retired'): StoredCondition {
  if (stored.work === 'resolved') return stored;
  return {
    ...stored,
    work: 'resolved',
    state: 'resolved',
    signal: 'cleared',
    marks: [],
    cost: null,
    judgedPoints: 0,
    resolvedAt: now,
    resolution: change === 'retired' ? 'retired' : 'device',
    clearedAt: stored.clearedAt ?? now,
    inhibitedBy: null,
    isHeld: false,
    snooze: null,
    transitions: [...stored.transitions, { at: now, change, from: stored.work, to: 'resolved' }],
  };
}

function toCondition(
  identity: IdentityPast,
  replayed: ReplayedCondition,
  {
    conditionId,
    formerId,
    inhibitors,
    context,
  }: { conditionId: string; formerId: string | null; inhibitors: readonly Hold[]; context: ReplayContext },
): UnrankedCondition {
  const { kind, subject } = identity;
  const isResolved = replayed.work === 'resolved';
  const { lastReportAt, isStopped, now } = context;
  // Nothing was heard of the device since a person resolved it: that it is well is not known (WL-39).
  const isUnproved =
    isResolved &&
    replayed.resolution !== 'device' &&
    replayed.resolvedAt !== null &&
    lastReportAt !== null &&
    lastReportAt <= replayed.resolvedAt;
  return {
    ...replayed,
    // By the hour: a condition that is merely seen again is not written for each report. Of a device that
    // stopped it is the last report, which lies before the opening.
    lastSeenAt: Math.max(kind === 'stopped' ? 0 : replayed.openedAt, Math.floor(replayed.lastSeenAt / hourMs) * hourMs),
    kind,
    subject,
    conditionId,
    formerId,
    signal: isUnproved ? 'unknown' : replayed.signal,
    source: sourceOf(identity, replayed),
    whoCanAct: replayed.facts.rule?.whoCanAct ?? whoCanActOn(identity),
    state: shownState(replayed),
    marks: marksOf(replayed, isStopped && kind !== 'stopped' && !isResolved),
    inhibitedBy: isResolved ? null : inhibitorOf(inhibitors, { kind, subject, ...replayed }, now),
  };
}

/** XC-01: `judgement` where a figure says how likely something fails or runs out. */
function sourceOf({ kind }: Identity, { facts }: ReplayedCondition): ConditionSource {
  if (kind === 'supply') return facts.range === undefined ? 'device' : 'judgement';
  // AR-21: a rule with a test on a judged value.
  return kind === 'rule' && facts.rule?.isJudged === true ? 'judgement' : sources[kind];
}

const sources = {
  down: 'device',
  errorRepeat: 'device',
  part: 'judgement',
  stopped: 'server',
  counterBreak: 'server',
  identity: 'server',
  codeLimit: 'device',
  codeChanged: 'device',
  storage: 'judgement',
  firmware: 'server',
  collector: 'server',
  rule: 'rule',
  outbreak: 'server',
  person: 'person',
} as const;

/** The state as it is shown (WL-04): an assignee counts while it is neither planned, snoozed nor resolved. */
export function shownState({ work, assignee }: Pick<ReplayedCondition, 'work' | 'assignee'>): ShownState {
  return (work === 'acknowledged' || work === 'open') && assignee !== null ? 'assigned' : work;
}

function marksOf(replayed: ReplayedCondition, isNotHeardOf: boolean): ConditionMark[] {
  const marks: readonly (readonly [ConditionMark, boolean])[] = [
    ['overdue', replayed.overdue],
    ['cameBack', replayed.regressions > 0],
    ['forgotten', replayed.forgotten],
    ['goneByItself', replayed.goneByItself],
    ['flickering', replayed.chattering],
    ['notHeardOf', isNotHeardOf],
    ['worse', replayed.worseAt !== null],
  ];
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : []));
}

/**
 * Replays all identities, causes before what follows from them: a stopped device, then what is down, then the
 * rest (WL-43 to WL-46). `holds`: conditions of the collector and the customer.
 */
export function replayAll(
  pasts: readonly IdentityPast[],
  holds: readonly Hold[],
  context: ReplayContext,
): ReplayedIdentity[] {
  const inhibitors = [...holds];
  const replayed: ReplayedIdentity[] = [];
  for (const isNext of [
    ({ kind }: Identity) => kind === 'stopped',
    ({ kind }: Identity) => kind === 'down',
    ({ kind }: Identity) => kind !== 'stopped' && kind !== 'down',
  ]) {
    const found = pasts.filter(isNext).map((past) => replayIdentity(past, inhibitors, context));
    replayed.push(...found);
    inhibitors.push(...found.flatMap((one) => one.holds));
  }
  return replayed;
}
