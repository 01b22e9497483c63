import { dayMs } from '@platen/contract/constants';
import { type ConditionKind, conditionKinds } from '@platen/contract/worklist-names';
import type { WorkTime } from './calendar.ts';
import type { IdentityPast } from './entity.ts';
import type { DeviceFacts } from './evaluation.ts';
import type { IdentityMemory, LogState } from './memory.ts';
import { type Identity, type Instant, keyOf, type Span } from './model.ts';
import { continueSpans, type PresentMatter } from './spans/continued.ts';
import { breakMatters, codeLimitMatters, driveMatters, partMatters } from './spans/judged.ts';
import { codeChangeMatters, firmwareMatters, identityMatters, repeatMatters } from './spans/other-facts.ts';
import { proofOf } from './spans/report-log.ts';
import { continueSupply, daysLeftOf, joinSupply } from './spans/supply-days.ts';

/** Days on which a drive must be well until its condition clears (WL-14). */
const wellDays = 7;

export interface PastsContext {
  readonly facts: DeviceFacts;
  readonly log: LogState;
  readonly logSpans: ReadonlyMap<string, readonly Span[]>;
  readonly identities: Readonly<Record<string, IdentityMemory>>;
  /** Of the rules, by key. */
  readonly ruleSpans: ReadonlyMap<string, readonly Span[]>;
  /** By identity when it was last resolved as fixed. */
  readonly fixes: Readonly<Record<string, Instant>>;
  /** Identities with stored conditions, or calls of people: they stay until they are resolved. */
  readonly storedKeys: readonly string[];
  readonly time: WorkTime;
  readonly leadDays: number;
  readonly now: Instant;
  readonly isStopped: boolean;
}

/** The kinds that a present fact decides: what it shows, and its time. Undefined: not known now. */
function presentMatters(context: PastsContext): Map<ConditionKind, { matters: PresentMatter[]; at: Instant }> {
  const { facts, identities, now } = context;
  const { judged } = facts;
  const found = new Map<ConditionKind, { matters: PresentMatter[]; at: Instant }>();
  if (judged !== null) {
    const { at } = judged;
    // Silence would keep for long what is assumed before anything was learned (WL-40).
    const isAssumed = context.isStopped && judged.judgement.isUnlearned === true;
    found.set('part', { matters: isAssumed ? [] : partMatters(judged), at });
    found.set('codeLimit', { matters: codeLimitMatters(judged), at });
    found.set('counterBreak', { matters: breakMatters(judged, facts.explainedDays), at });
    found.set('storage', { matters: driveMatters(judged).bad, at });
  }
  const isActive = (key: string) => identities[key]?.spans.at(-1)?.clearedAt === null;
  if (facts.calls !== null) found.set('errorRepeat', { matters: repeatMatters(facts, isActive, now), at: now });
  if (facts.findings !== null) found.set('identity', { matters: identityMatters(facts), at: now });
  if (facts.codeChanges !== null) found.set('codeChanged', { matters: codeChangeMatters(facts), at: now });
  if (facts.firmware !== null) found.set('firmware', { matters: firmwareMatters(facts), at: now });
  return found;
}

/** The identity that `keyOf` made the key of. Throws where its kind is not known. */
export function identityOfKey(key: string): Identity {
  const at = key.indexOf(':');
  const kind = conditionKindOf(key.slice(0, at));
  return { kind, subject: key.slice(at + 1) };
}

function conditionKindOf(text: string): ConditionKind {
  const kind = conditionKinds.find((known) => known === text);
  if (kind === undefined) throw new RangeError(`'${text}' is no kind of a condition`);
  return kind;
}

/** All identities of a device with their spans, and what is remembered of each for the next evaluation. */
export function toPasts(context: PastsContext): IdentityPast[] {
  const { identities, logSpans, ruleSpans } = context;
  const present = presentMatters(context);
  const byKey = new Map<string, PresentMatter>();
  for (const { matters } of present.values()) for (const matter of matters) byKey.set(matter.key, matter);
  const keys = new Set([
    ...logSpans.keys(),
    ...Object.keys(identities),
    ...byKey.keys(),
    ...ruleSpans.keys(),
    ...context.storedKeys,
  ]);
  addSupplies(keys, context.facts);
  return [...keys].toSorted().flatMap((key): IdentityPast[] => {
    const identity = identityOfKey(key);
    const former = identities[key] ?? { spans: [] };
    const memory =
      identity.kind === 'rule'
        ? { ...former, spans: ruleSpans.get(key) ?? former.spans }
        : continueMemory(key, identity, former, present.get(identity.kind)?.at, byKey.get(key), context);
    const reported = logSpans.get(key) ?? [];
    const spans =
      identity.kind === 'supply'
        ? joinSupply(reported, memory, daysLeftOf(identity.subject, context.facts.judged))
        : reported.length > 0
          ? reported
          : memory.spans;
    if (spans.length === 0 && isEmpty(memory) && !context.storedKeys.includes(key)) return [];
    return [{ ...identity, spans, memory, proofs: proofsOf(key, memory, context) }];
  });
}

function addSupplies(keys: Set<string>, { judged }: DeviceFacts): void {
  for (const [subject, toner] of Object.entries(judged?.judgement.toner ?? {}))
    if (toner?.daysLeft.state === 'judged') keys.add(keyOf({ kind: 'supply', subject }));
}

/** Nothing that the next evaluation needs. */
export const isEmpty = ({ spans, formerId, known }: IdentityMemory): boolean =>
  spans.length === 0 && formerId === undefined && (known === undefined || known.length === 0);

function continueMemory(
  key: string,
  { kind, subject }: Identity,
  former: IdentityMemory,
  at: Instant | undefined,
  matter: PresentMatter | undefined,
  context: PastsContext,
): IdentityMemory {
  const { judged } = context.facts;
  const mayClear = !context.isStopped;
  const proved = proveByFact(key, kind, former, matter, context);
  if (kind === 'supply') {
    if (judged === null) return proved;
    const { time, leadDays } = context;
    const { spans, known, lowest } = continueSupply(subject, proved, { judged, time, leadDays, mayClear });
    return { ...proved, spans, ...(known?.length ? { known } : {}), ...(typeof lowest === 'number' ? { lowest } : {}) };
  }
  if (at === undefined) return proved;
  if (kind === 'storage' && judged !== null) return continueDrive(key, proved, matter, { at, mayClear, judged });
  return { ...proved, spans: continueSpans(proved.spans, matter, { now: at, mayClear }) };
}

/** A drive is well again after seven days with state 0 or 1; a state that is not known counts for nothing. */
function continueDrive(
  key: string,
  former: IdentityMemory,
  matter: PresentMatter | undefined,
  { at, mayClear, judged }: { at: Instant; mayClear: boolean; judged: NonNullable<DeviceFacts['judged']> },
): IdentityMemory {
  const { goodDays = [], ...rest } = former;
  if (matter !== undefined) return { ...rest, spans: continueSpans(rest.spans, matter, { now: at, mayClear }) };
  const isActive = rest.spans.at(-1)?.clearedAt === null;
  if (!isActive || !driveMatters(judged).well.has(key)) return former;
  const days = [...new Set([...goodDays, judged.lastDay ?? Math.floor(at / dayMs)])];
  if (days.length < wellDays || !mayClear) return { ...rest, goodDays: days };
  return { ...rest, spans: continueSpans(rest.spans, undefined, { now: at, mayClear }) };
}

/**
 * The first fact that disproves a fix (WL-33): of what is judged the next judgement that saw a day after
 * it, of other facts after two reports and 24 hours; of repeated calls only a call after the fix.
 */
function proveByFact(
  key: string,
  kind: ConditionKind,
  former: IdentityMemory,
  matter: PresentMatter | undefined,
  { facts, fixes, log, now }: PastsContext,
): IdentityMemory {
  const since = fixes[key];
  const isJudged = kind === 'part' || kind === 'storage' || kind === 'codeLimit' || kind === 'counterBreak';
  if (since === undefined || former.proof?.since === since || matter === undefined) return former;
  if (isJudged) {
    const { judged } = facts;
    const isSeen = judged !== null && judged.at > since && (judged.lastDay ?? 0) > Math.floor(since / dayMs);
    return isSeen ? { ...former, proof: { since, at: judged.at } } : former;
  }
  const reports = log.proofs[key]?.since === since ? (log.proofs[key]?.reports ?? 0) : 0;
  const isOld = kind === 'errorRepeat' && (matter.seenAt ?? 0) <= since;
  if (isOld || reports < proofOf.reports || now < since + proofOf.ms) return former;
  return { ...former, proof: { since, at: Math.max(since + proofOf.ms, matter.seenAt ?? 0) } };
}

function proofsOf(key: string, { proof }: IdentityMemory, { log }: PastsContext): IdentityPast['proofs'] {
  const ofLog = log.proofs[key];
  return [
    ...(proof === undefined ? [] : [proof]),
    ...(ofLog === undefined || ofLog.at === null ? [] : [{ since: ofLog.since, at: ofLog.at }]),
  ];
}
