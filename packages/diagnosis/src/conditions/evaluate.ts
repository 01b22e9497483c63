import type { WorkTime } from './calendar.ts';
import { toWorkTime } from './calendar.ts';
import { regressionDays } from './condition-machine.ts';
import { isEmpty, toPasts } from './device-pasts.ts';
import {
  actionsByKey,
  endStored,
  fixesOf,
  groupByKey,
  idsFrom,
  type IdentityPast,
  type ReplayContext,
  replayAll,
  type ReplayedIdentity,
  toChanges,
  type UnrankedCondition,
} from './entity.ts';
import type { DeviceFacts, Evaluation, EvaluationContext, ReportLog, Stored } from './evaluation.ts';
import type { Baseline, IdentityMemory, LogState, Memory } from './memory.ts';
import { type Action, type EvaluatedCondition, hourMs, type Instant, keyOf } from './model.ts';
import { classOf, rankConditions, type RankContext, rankOf, toRankDays, toUseFactor } from './rank.ts';
import { ownPoints, toRow } from './row.ts';
import { emptyLog, foldLog, seedLog, type SilenceRule, spansOfLog, stopsAt } from './spans/report-log.ts';

const dayMs = 24 * hourMs;
/** The log is folded up to this long ago, once it reaches back further than the second. */
const settled = { ms: 6 * hourMs, atMost: 12 * hourMs };

/**
 * The conditions of a device at an instant, with the steps that led to them, their cost and the row of the
 * list (WL-01 to WL-54). Pure, but for the ids of new conditions. Evaluating again what it returned, with
 * the same facts and clock, changes nothing; reports may come in any order, repeatedly and late (see
 * `ReportLog`).
 */
export function evaluateDevice(
  stored: Stored,
  log: ReportLog,
  facts: DeviceFacts,
  context: EvaluationContext,
): Evaluation {
  const { now, settings } = context;
  const time = toWorkTime(settings.calendar);
  const actions = actionsByKey(stored);
  const fixes = fixesOf(actions);
  const rule: SilenceRule = { roundMs: facts.roundMs, offlineMs: settings.offlineHours * hourMs };
  const { checkpoint, full } = readLog(stored.memory?.log ?? emptyLog, log, { ...rule, fixes }, now);
  const stopAt = stopsAt(full, rule);
  const isStopped = stopAt !== undefined && stopAt <= now;
  const pasts = toPasts({
    facts,
    log: full,
    logSpans: spansOfLog(full, now, rule),
    identities: stored.memory?.identities ?? {},
    fixes,
    storedKeys: [...stored.conditions.map(keyOf), ...[...actions.keys()].filter((key) => key.startsWith('person:'))],
    time,
    leadDays: settings.leadDays,
    now,
    isStopped,
  });
  const replayContext: ReplayContext = {
    ...context,
    time,
    actions,
    stored: groupByKey(stored.conditions),
    retiredAt: facts.retiredAt,
    isStopped,
    lastReportAt: full.reports.at(-1) ?? null,
    idFor: idsFrom(context.newId),
  };
  const rank = toRankContext(facts, time, context);
  const first = replayAll(pasts, facts.holds, replayContext);
  const judgedWorse = findWorse(first, rankAll(first, rank).conditions, { actions, now, age: rank.age });
  const worsened = pasts.map((past) => withMemory(past, judgedWorse.get(keyOf(past))));
  const hasWorse = [...judgedWorse.values()].some(({ isWorse }) => isWorse);
  const replayed = hasWorse ? replayAll(worsened, facts.holds, replayContext) : first;
  const { conditions, unknown } = rankAll(replayed, rank);
  const final = replayed
    .flatMap((one) => [...one.final, ...one.withdrawn])
    .map((one) => ({ ...one, cost: null, judgedPoints: 0 }));
  const {
    row,
    held,
    nextDue: rowDue,
  } = toRow(conditions, {
    before: stored.memory?.rank ?? null,
    byHand: stored.byHand,
    agreement: facts.agreement,
    unknown,
    use: rank.use,
    hours: rank.hours,
    now,
    time,
  });
  const identities = toMemories(worsened, replayed);
  const dues = [
    ...replayed.map(({ nextDue }) => nextDue),
    rowDue,
    isStopped ? null : (stopAt ?? null),
    row === null ? null : time.startOf(time.dayOf(now) + 1),
    ...repeatDues(facts, now),
  ].filter((due) => due !== null);
  return {
    conditions: [...conditions, ...final],
    finalIds: final.map(({ conditionId }) => conditionId),
    ...toChanges([...conditions, ...final], stored.conditions),
    row,
    memory: { log: pruneLog(checkpoint, identities, replayed, now), identities, rank: held },
    nextDue: dues.length === 0 ? null : Math.min(...dues),
  };
}

/**
 * Ends all conditions of a device that was deleted (WL-37): of its reports and facts nothing is left. They
 * are final.
 */
export function retireDevice(stored: Stored, now: Instant): Evaluation {
  const conditions = stored.conditions.map((one) => endStored(one, now, 'retired'));
  return {
    conditions,
    finalIds: conditions.map(({ conditionId }) => conditionId),
    ...toChanges(conditions, stored.conditions),
    row: null,
    memory: { log: null, identities: {}, rank: null },
    nextDue: null,
  };
}

/** The log up to now, and up to where it is folded for the next evaluation. */
function readLog(
  before: LogState,
  { reports, isWhole }: ReportLog,
  context: SilenceRule & { fixes: Readonly<Record<string, Instant>> },
  now: Instant,
): { checkpoint: LogState; full: LogState } {
  const known = reports.filter(({ at }) => at <= now);
  const base = isWhole && known.length > 0 ? seedLog(before, Math.min(...known.map(({ at }) => at))) : before;
  const isDue = isWhole || now - base.until > settled.atMost;
  const checkpoint = isDue
    ? foldLog(
        base,
        known.filter(({ at }) => at <= now - settled.ms),
        context,
      )
    : base;
  return {
    checkpoint,
    full: foldLog(
      checkpoint,
      known.filter(({ at }) => at > checkpoint.until),
      context,
    ),
  };
}

function toRankContext(facts: DeviceFacts, time: WorkTime, { now, settings }: EvaluationContext): RankContext {
  const closeDay = facts.closeDay === null ? null : Math.floor(Date.parse(facts.closeDay) / dayMs);
  const today = Math.floor(now / dayMs);
  return {
    use: toUseFactor(facts),
    weight: facts.weight ?? 1,
    ...toRankDays(time, now, settings.leadDays, closeDay),
    age: facts.judged === null ? 0 : Math.max(0, today - Math.floor(facts.judged.at / dayMs)),
  };
}

/** Whether a condition counts in the row's cost (WL-47). */
const countsInRow = ({ work, inhibitedBy }: Pick<UnrankedCondition, 'work' | 'inhibitedBy'>): boolean =>
  work !== 'resolved' && work !== 'snoozed' && inhibitedBy === null;

function rankAll(
  replayed: readonly ReplayedIdentity[],
  context: RankContext,
): { conditions: EvaluatedCondition[]; unknown: number } {
  const live = replayed.flatMap((one) => one.live).toSorted((a, b) => a.openedAt - b.openedAt);
  const { costs, unknown } = rankConditions(
    live.map((condition) => ({ ...condition, counts: countsInRow(condition) })),
    context,
  );
  const conditions = live.map((condition, index): EvaluatedCondition => {
    const ranked = costs[index];
    return condition.work === 'resolved' || ranked === undefined
      ? { ...condition, cost: null, judgedPoints: 0 }
      : { ...condition, ...ranked };
  });
  return { conditions, unknown };
}

interface WorseFound {
  readonly isWorse: boolean;
  readonly baseline: Baseline;
  readonly worse: readonly Instant[];
}

/**
 * Which conditions became worse since they opened, rose in grade or a person last acted (WL-38): their own
 * class rose, the earliest day came to within half, or the device went down for a technician's matter while
 * they were snoozed. Rises of grade are part of the spans.
 */
function findWorse(
  replayed: readonly ReplayedIdentity[],
  conditions: readonly EvaluatedCondition[],
  { actions, now, age }: { actions: ReadonlyMap<string, readonly Action[]>; now: Instant; age: number },
): Map<string, WorseFound> {
  const points = new Map(conditions.map((one) => [one.conditionId, ownPoints(one)]));
  const downs = replayed
    .filter(({ past }) => past.kind === 'down')
    .flatMap(({ live }) => live.filter(({ isHeld }) => !isHeld).map(({ freshAt }) => freshAt));
  const found = new Map<string, WorseFound>();
  for (const { past, live } of replayed) {
    const condition = live.at(-1);
    if (condition === undefined) continue;
    const isOpen = condition.work !== 'resolved';
    if (!isOpen && condition.resolution !== 'notAProblem') continue;
    const key = keyOf(past);
    const acted = actions.get(key)?.findLast(({ action }) => action !== 'note')?.at ?? -Infinity;
    const risen = past.spans.at(-1)?.grades.at(-1)?.[0] ?? -Infinity;
    const since = Math.max(condition.openedAt, acted, risen);
    const rank = rankOf(classOf(points.get(condition.conditionId) ?? 0));
    const lower = condition.facts.range?.lower;
    const days = lower === undefined ? null : lower - age;
    const before = past.memory?.baseline;
    const worse = past.memory?.worse ?? [];
    const fresh = { since, rank: isOpen ? rank : 0, days };
    if (before === undefined || before.since !== since) {
      found.set(key, { isWorse: false, baseline: fresh, worse });
      continue;
    }
    // Without figures of a judgement a cost follows from reports, whose rises of grade count already.
    const hasRisen = rank < before.rank && (condition.source === 'judgement' || past.kind === 'errorRepeat');
    const isNear = days !== null && before.days !== null && before.days > 0 && days <= before.days / 2;
    const wasHidden = condition.work === 'snoozed' && past.kind !== 'down';
    const downAt = wasHidden ? downs.find((at) => at > since && at <= now && !worse.includes(at)) : undefined;
    const times = [...(hasRisen || isNear ? [now] : []), ...(downAt === undefined ? [] : [downAt])];
    const baseline = hasRisen || isNear ? { ...fresh, rank: Math.min(rank, before.rank) } : before;
    found.set(key, {
      isWorse: times.length > 0,
      baseline,
      worse: times.length > 0 ? [...worse, ...times].sort((a, b) => a - b) : worse,
    });
  }
  return found;
}

function withMemory(past: IdentityPast, found: WorseFound | undefined): IdentityPast {
  if (found === undefined) return past;
  const { baseline, worse } = found;
  const memory = past.memory ?? { spans: [] };
  return { ...past, memory: { ...memory, baseline, ...(worse.length === 0 ? {} : { worse }) } };
}

/** The log without the stretches of conditions that are final, and those of which none came (WL-35). */
function pruneLog(
  log: LogState,
  identities: Memory['identities'],
  replayed: readonly ReplayedIdentity[],
  now: Instant,
): LogState {
  const live = new Set(replayed.filter((one) => one.live.length > 0).map(({ past }) => keyOf(past)));
  const cutOf = (key: string) =>
    Math.max(identities[key]?.finalUntil ?? -Infinity, live.has(key) ? -Infinity : now - (regressionDays + 1) * dayMs);
  const isOld = Object.entries(log.past).some(([key, spans]) => (spans[0]?.closeAt ?? Infinity) <= cutOf(key));
  const stopped = cutOf('stopped:');
  if (!isOld && !log.silences.some(([, to]) => to <= stopped)) return log;
  const past = Object.entries(log.past)
    .map(([key, spans]) => [key, spans.filter(({ closeAt }) => (closeAt ?? Infinity) > cutOf(key))] as const)
    .filter(([, spans]) => spans.length > 0);
  return { ...log, past: Object.fromEntries(past), silences: log.silences.filter(([, to]) => to > stopped) };
}

/** What is remembered of each identity; of one without conditions and spans nothing. */
export function toMemories(
  pasts: readonly IdentityPast[],
  replayed: readonly ReplayedIdentity[],
): Memory['identities'] {
  const results = new Map(replayed.map((one) => [keyOf(one.past), one]));
  const memories: Record<string, IdentityMemory> = {};
  for (const past of pasts) {
    const key = keyOf(past);
    const result = results.get(key);
    const last = result?.final.at(-1);
    const { baseline, worse, ...rest } = past.memory ?? { spans: [] };
    const hasLive = (result?.live.length ?? 0) > 0;
    const finalUntil = last?.resolvedAt ?? rest.finalUntil;
    const memory: IdentityMemory = {
      ...rest,
      spans: rest.spans.filter(({ closeAt }) => closeAt === null || closeAt > (finalUntil ?? -Infinity)),
      ...(hasLive && baseline !== undefined ? { baseline } : {}),
      ...(hasLive && worse !== undefined ? { worse } : {}),
      ...(last === undefined || finalUntil === undefined ? {} : { formerId: last.conditionId, finalUntil }),
    };
    if (hasLive || !isEmpty(memory)) memories[key] = memory;
  }
  return memories;
}

/** Service calls leave the rolling seven days. */
const repeatDues = ({ calls }: DeviceFacts, now: Instant): Instant[] =>
  (calls ?? []).map(({ at }) => at + 7 * dayMs).filter((at) => at > now);
