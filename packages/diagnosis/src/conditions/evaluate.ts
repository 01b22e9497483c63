import { dayMs, hourMs } from '@platen/contract/constants';
import { type DeviceRules, noRules, ruleDues, toRuleSpans } from '../rules/rule-spans.ts';
import { toWorkTime, type WorkTime } from './calendar.ts';
import { toChanges } from './changes.ts';
import { regressionDays } from './condition-machine.ts';
import { isEmpty, toPasts } from './device-pasts.ts';
import {
  actionsByKey,
  endStored,
  fixesOf,
  groupByKey,
  type IdentityPast,
  idsFrom,
  type ReplayContext,
  type ReplayedIdentity,
  replayAll,
  type UnrankedCondition,
} from './entity.ts';
import type { DeviceFacts, Evaluation, EvaluationContext, ReportLog, Stored } from './evaluation.ts';
import type { IdentityMemory, LogState, Memory } from './memory.ts';
import { type EvaluatedCondition, type Instant, keyOf } from './model.ts';
import { type RankContext, rankConditions, toRankDays } from './rank.ts';
import { toRow } from './row.ts';
import { emptyLog, foldLog, type SilenceRule, seedLog, spansOfLog, stopsAt } from './spans/report-log.ts';
import { toUseFactor } from './use.ts';
import { findWorse, rememberWorse } from './worse.ts';

/**
 * How far behind the clock the stored log ends. At least 6 hours: reports that are folded cannot be judged
 * again by a fix that is recorded or taken back after them (WL-33). It moves once it is more than 12 hours
 * behind, in steps of some hours: what is stored does not change with each report.
 */
const logEndsBehind = { leastMs: 6 * hourMs, mostMs: 12 * hourMs };

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
  const identities = stored.memory?.identities ?? {};
  const ofRules = toRuleSpans(stoppedAt(facts.rules, isStopped ? stopAt : null), identities, now);
  const pasts = toPasts({
    facts,
    log: full,
    logSpans: spansOfLog(full, now, rule),
    identities,
    ruleSpans: ofRules.spans,
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
  const judgedWorse = findWorse(first, rankAll(first, rank).conditions, { actions, now });
  const worsened = pasts.map((past) => rememberWorse(past, judgedWorse.get(keyOf(past))));
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
    heldClass: stored.memory?.rank ?? null,
    isUnlearned: facts.judged?.judgement.isUnlearned === true,
    byHand: stored.byHand,
    agreement: facts.agreement,
    unknown,
    use: rank.use,
    hours: rank.hours,
    now,
    time,
  });
  const memories = toMemories(worsened, replayed);
  const dues = [
    ...replayed.map(({ nextDue }) => nextDue),
    rowDue,
    isStopped ? null : (stopAt ?? null),
    row === null ? null : time.startOf(time.dayOf(now) + 1),
    ...repeatDues(facts, now),
    ...ruleDues(facts.rules, now),
  ].filter((due) => due !== null);
  return {
    conditions: [...conditions, ...final],
    finalIds: final.map(({ conditionId }) => conditionId),
    ...toChanges([...conditions, ...final], stored.conditions),
    row,
    memory: { log: pruneLog(checkpoint, memories, replayed, now), identities: memories, rank: held },
    nextDue: dues.length === 0 ? null : Math.min(...dues),
    ...(ofRules.failures.length === 0 ? {} : { ruleFailures: ofRules.failures }),
  };
}

/** While a device is stopped nothing of it is known (AR-08). */
const stoppedAt = (rules: DeviceRules, at: Instant | null): DeviceRules =>
  rules.inputs === null || at === null ? rules : { ...rules, inputs: { ...rules.inputs, stoppedAt: at } };

/**
 * Ends all conditions of a device that was deleted, or of a collector whose key was revoked (WL-37): no more
 * is expected of it. They are final.
 */
export function retire(stored: Stored, now: Instant): Evaluation {
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

/**
 * A retired device that reports again (OA-41): all that was open is over, and one finding asks a person what
 * it is. Nothing else of it is work.
 */
export function evaluateRetired(
  stored: Stored,
  facts: DeviceFacts,
  since: Instant | null,
  context: EvaluationContext,
): Evaluation {
  if (since === null) return retire(stored, context.now);
  const over = retire({ ...stored, conditions: stored.conditions.filter((one) => !isReportsAgain(one)) }, context.now);
  const none = { calls: null, codeChanges: null, firmware: null, judged: null, holds: [], rules: noRules } as const;
  const again = evaluateDevice(
    { ...stored, memory: null, conditions: stored.conditions.filter(isReportsAgain) },
    { reports: [], isWhole: true },
    { ...facts, ...none, retiredAt: null, findings: [{ kind: 'reportsAgain', since }] },
    context,
  );
  return {
    ...again,
    conditions: [...over.conditions, ...again.conditions],
    finalIds: [...over.finalIds, ...again.finalIds],
    changedIds: [...over.changedIds, ...again.changedIds],
    added: [...over.added, ...again.added],
    removed: [...over.removed, ...again.removed],
    // Once it is in use again its whole log is read.
    memory: { ...again.memory, log: null },
  };
}

const isReportsAgain = ({ kind, subject }: Stored['conditions'][number]): boolean =>
  kind === 'identity' && subject === 'reportsAgain';

/** The log up to now, and up to where it is folded for the next evaluation. */
function readLog(
  before: LogState,
  { reports, isWhole }: ReportLog,
  context: SilenceRule & { fixes: Readonly<Record<string, Instant>> },
  now: Instant,
): { checkpoint: LogState; full: LogState } {
  const known = reports.filter(({ at }) => at <= now);
  const base = isWhole && known.length > 0 ? seedLog(before, Math.min(...known.map(({ at }) => at))) : before;
  const isDue = isWhole || now - base.until > logEndsBehind.mostMs;
  const checkpoint = isDue
    ? foldLog(
        base,
        known.filter(({ at }) => at <= now - logEndsBehind.leastMs),
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
  return {
    use: toUseFactor(facts),
    weight: facts.weight ?? 1,
    ...toRankDays(time, now, settings.leadDays, closeDay),
    now,
  };
}

/** Whether a condition counts in the row's cost (WL-47). */
const countsInRow = ({
  work,
  inhibitedBy,
  facts,
}: Pick<UnrankedCondition, 'work' | 'inhibitedBy' | 'facts'>): boolean =>
  work !== 'resolved' && work !== 'snoozed' && inhibitedBy === null && facts.rule?.inWorklist !== false;

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
