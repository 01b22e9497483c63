import { hourMs, minuteMs } from '@platen/contract/constants';
import { toWorkTime } from './calendar.ts';
import { toChanges } from './changes.ts';
import { actionsByKey, groupByKey, type IdentityPast, idsFrom, replayAll } from './entity.ts';
import { toMemories } from './evaluate.ts';
import type {
  Agreement,
  CollectorFacts,
  CustomerFacts,
  Evaluation,
  EvaluationContext,
  Opening,
  Stored,
} from './evaluation.ts';
import type { IdentityMemory } from './memory.ts';
import { type EvaluatedCondition, type Instant, keyOf } from './model.ts';
import { rankConditions, toRankDays } from './rank.ts';
import { toRow } from './row.ts';
import { continueSpans, type PresentMatter } from './spans/continued.ts';

// Conditions of more than one device: a collector that is silent, and what broke out at a customer.

/** Delays of WL-16 and WL-18. */
const collectorDelays = { openMs: hourMs, clearMs: 15 * minuteMs };
const outbreakRule = {
  windowMs: hourMs,
  devices: 10,
  share: 0.2,
  leastDevices: 4,
  activeNeeded: 2,
  clearMs: 30 * minuteMs,
};

/**
 * The condition of a collector (WL-16): open 60 min after it fell silent, resolved 15 min after a contact.
 */
export function evaluateCollector(stored: Stored, facts: CollectorFacts, context: EvaluationContext): Evaluation {
  const { now } = context;
  const identity = { kind: 'collector', subject: '' } as const;
  const key = keyOf(identity);
  const memory = stored.memory?.identities[key] ?? { spans: [] };
  const { silentFrom, lastContactAt } = facts;
  const isSilent = silentFrom !== null && silentFrom <= now;
  const present: PresentMatter | undefined = isSilent
    ? {
        key,
        since: silentFrom,
        seenAt: silentFrom,
        openDelay: collectorDelays.openMs,
        facts: { text: facts.name, count: facts.devices },
      }
    : undefined;
  const { clearMs: clearDelay } = collectorDelays;
  const began = memory.spans.at(-1)?.from ?? Infinity;
  // A contact between two evaluations ended the former silence.
  const isHeardOf = lastContactAt !== null && lastContactAt >= began;
  const before = isHeardOf
    ? continueSpans(memory.spans, undefined, { now: lastContactAt, mayClear: true, clearDelay })
    : memory.spans;
  const spans = continueSpans(before, present, { now, mayClear: false, clearDelay });
  const past: IdentityPast = { ...identity, spans, memory: { ...memory, spans }, proofs: [] };
  const { evaluation } = evaluateGroup(stored, [past], facts.agreement, context);
  return isSilent || silentFrom === null
    ? evaluation
    : { ...evaluation, nextDue: Math.min(evaluation.nextDue ?? Infinity, silentFrom) };
}

/** An outbreak with the conditions that it groups. */
export interface EvaluatedCustomer extends Evaluation {
  /** Members by the id of the outbreak. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/**
 * The outbreaks at a customer (WL-18): a kind that opened on ten devices within an hour, or on a fifth of
 * them and at least four. An outbreak ends half an hour after fewer than two of its members are active.
 * Conditions of a judgement are no part of one: they open when they were judged, not when something happened
 * (docs/decisions/0343).
 */
export function evaluateCustomer(stored: Stored, facts: CustomerFacts, context: EvaluationContext): EvaluatedCustomer {
  const { now } = context;
  const identities = stored.memory?.identities ?? {};
  const byKind = new Map<Opening['kind'], Opening[]>();
  const candidates = facts.openings.filter(
    // A rule opens on many devices when it is switched on: that is nothing that happened to them.
    ({ kind, source, isHeld }) => kind !== 'rule' && source !== 'person' && source !== 'judgement' && !isHeld,
  );
  for (const opening of candidates)
    if (opening.openedAt <= now) byKind.set(opening.kind, [...(byKind.get(opening.kind) ?? []), opening]);
  const known = Object.keys(identities).map((key) => key.slice(key.indexOf(':') + 1));
  const pasts: IdentityPast[] = [];
  for (const kind of new Set([...known, ...byKind.keys()])) {
    const identity = { kind: 'outbreak', subject: kind } as const;
    const openings = [...byKind].find(([one]) => one === kind)?.[1] ?? [];
    const memory = continueOutbreak(identities[keyOf(identity)] ?? { spans: [] }, openings, facts.devices, now);
    pasts.push({ ...identity, spans: memory.spans, memory, proofs: [] });
  }
  const { evaluation, spansOf } = evaluateGroup(stored, pasts, facts.agreement, context, (condition) =>
    membersOf(candidates, condition.subject, condition.openedAt),
  );
  const members = evaluation.conditions
    .filter(({ work }) => work !== 'resolved')
    .map(({ conditionId, subject }) => {
      const from = spansOf(subject);
      return [conditionId, membersOf(candidates, subject, from).map((one) => one.conditionId)] as const;
    });
  return { ...evaluation, members: new Map(members) };
}

/** Conditions of the kind that opened with an outbreak or since, and are not resolved. */
const membersOf = (openings: readonly Opening[], kind: string, from: Instant): Opening[] =>
  openings.filter((one) => one.kind === kind && !one.isResolved && one.openedAt >= from - outbreakRule.windowMs);

function continueOutbreak(
  memory: IdentityMemory,
  openings: readonly Opening[],
  devices: number,
  now: Instant,
): IdentityMemory {
  const key = keyOf({ kind: 'outbreak', subject: openings[0]?.kind ?? '' });
  const last = memory.spans.at(-1);
  const isRunning = last !== undefined && (last.closeAt ?? Infinity) > now;
  const after = isRunning ? last.from : (last?.closeAt ?? -Infinity);
  const concerned = openings.filter(({ openedAt }) => (isRunning ? openedAt >= after : openedAt > after));
  const active = new Set(
    concerned.filter(({ signalActive, isResolved }) => signalActive && !isResolved).map(({ deviceId }) => deviceId),
  );
  const began = isRunning ? undefined : findOutbreak(concerned, devices);
  const goesOn = active.size >= outbreakRule.activeNeeded && (isRunning || began !== undefined);
  const facts = { item: openings[0]?.kind ?? '', count: active.size };
  const present: PresentMatter | undefined = goesOn
    ? { key, ...(began && { since: began.from, openDelay: began.openAt - began.from }), facts }
    : undefined;
  const spans = continueSpans(memory.spans, present, { now, mayClear: true, clearDelay: outbreakRule.clearMs });
  return { ...memory, spans };
}

/** The first hour in which enough devices opened, and when the last one needed did. */
function findOutbreak(openings: readonly Opening[], devices: number): { from: Instant; openAt: Instant } | undefined {
  const { share, leastDevices, windowMs } = outbreakRule;
  const needed = Math.min(outbreakRule.devices, Math.max(leastDevices, Math.ceil(share * devices)));
  const sorted = openings.toSorted((a, b) => a.openedAt - b.openedAt);
  let first = 0;
  const within = new Map<string, number>();
  for (const { deviceId, openedAt } of sorted) {
    within.set(deviceId, (within.get(deviceId) ?? 0) + 1);
    for (
      let oldest = sorted[first];
      oldest !== undefined && oldest.openedAt < openedAt - windowMs;
      oldest = sorted[++first]
    ) {
      const left = (within.get(oldest.deviceId) ?? 1) - 1;
      if (left === 0) within.delete(oldest.deviceId);
      else within.set(oldest.deviceId, left);
    }
    const from = sorted[first]?.openedAt;
    if (within.size >= needed && from !== undefined) return { from, openAt: openedAt };
  }
  return undefined;
}

/**
 * Conditions, row and memory of a collector or customer; of an outbreak the cost is the sum of its members.
 */
function evaluateGroup(
  stored: Stored,
  pasts: readonly IdentityPast[],
  agreement: Agreement | null,
  context: EvaluationContext,
  membersOf?: (condition: { subject: string; openedAt: Instant }) => readonly Opening[],
): { evaluation: Evaluation; spansOf: (subject: string) => Instant } {
  const { now, settings } = context;
  const time = toWorkTime(settings.calendar);
  const days = toRankDays(time, now, settings.leadDays, null);
  const spansOf = (subject: string) => pasts.find((past) => past.subject === subject)?.spans.at(-1)?.from ?? now;
  const replayed = replayAll(pasts, [], {
    now,
    time,
    idFor: idsFrom(context.newId),
    stored: groupByKey(stored.conditions),
    actions: actionsByKey(stored),
    retiredAt: null,
    isStopped: false,
    lastReportAt: null,
  });
  const live = replayed.flatMap((one) => one.live);
  const { costs } = rankConditions(
    live.map((condition) => ({ ...condition, counts: true })),
    { use: null, weight: 1, ...days, now },
  );
  const conditions = live.map((condition, index): EvaluatedCondition => {
    const ranked = costs[index];
    if (condition.work === 'resolved' || ranked === undefined) return { ...condition, cost: null, judgedPoints: 0 };
    const members = membersOf?.({ subject: condition.subject, openedAt: spansOf(condition.subject) });
    if (members === undefined) return { ...condition, ...ranked };
    const points = members.reduce((sum, one) => sum + one.points, 0);
    const judgedPoints = members.reduce((sum, one) => sum + one.judgedPoints, 0);
    return { ...condition, cost: { points, hours: null, use: null, chance: null }, judgedPoints };
  });
  const final = replayed
    .flatMap((one) => [...one.final, ...one.withdrawn])
    .map((one) => ({ ...one, cost: null, judgedPoints: 0 }));
  const { row, held, nextDue } = toRow(conditions, {
    heldClass: stored.memory?.rank ?? null,
    isUnlearned: false,
    byHand: stored.byHand,
    agreement,
    unknown: 0,
    use: null,
    hours: days.hours,
    now,
    time,
  });
  const dues = [...replayed.map((one) => one.nextDue), nextDue].filter((due) => due !== null);
  const all = [...conditions, ...final];
  return {
    spansOf,
    evaluation: {
      conditions: all,
      finalIds: final.map(({ conditionId }) => conditionId),
      ...toChanges(all, stored.conditions),
      row,
      memory: { log: null, identities: toMemories(pasts, replayed), rank: held },
      nextDue: dues.length === 0 ? null : Math.min(...dues),
    },
  };
}
