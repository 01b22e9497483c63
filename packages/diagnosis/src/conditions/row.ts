import { minuteMs } from '@platen/contract/constants';
import type { ConditionMark, ShownState } from '@platen/contract/worklist-names';
import type { WorkTime } from './calendar.ts';
import type { Agreement, ByHand, EvaluatedRow } from './evaluation.ts';
import type { EvaluatedCondition, Instant } from './model.ts';
import { classIndexOf, classOf, type HeldClass, holdClass } from './rank.ts';

// The row of an entity (WL-47, WL-51, WL-52, WL-56) from its conditions.

/** How far somebody is with a condition, the least first. */
const handled: readonly ShownState[] = ['open', 'acknowledged', 'assigned', 'planned', 'snoozed', 'resolved'];
/** Share of the answer time left, and the factor from there on (WL-51). */
const factors = { half: 2, quarter: 4 };
/**
 * Weights of the order, each above all that comes after it: the classes, lateness, and the cost in points
 * times its factor. A device loses at most 384 hours a day (24 hours, use 4, weight 4), and the factor is at
 * most 4; a larger cost, as an outbreak may have, counts as the largest.
 */
const orderWeights = { ofClass: 4e6, late: 2e6, largestCost: 1e6 };

export interface RowContext {
  /** The class that the last evaluation left. */
  readonly heldClass: HeldClass | null;
  /** The judgement was made before anything was learned from the fleet. */
  readonly isUnlearned: boolean;
  readonly byHand: ByHand | null;
  readonly agreement: Agreement | null;
  readonly unknown: number;
  readonly use: number | null;
  readonly hours: number;
  readonly now: Instant;
  readonly time: WorkTime;
}

/** The row, null where nothing is open; its computed class for the next evaluation, and when it changes. */
export function toRow(
  conditions: readonly EvaluatedCondition[],
  context: RowContext,
): { readonly row: EvaluatedRow | null; readonly held: HeldClass | null; readonly nextDue: Instant | null } {
  const { now, byHand } = context;
  const open = conditions.filter(({ work, facts }) => work !== 'resolved' && facts.rule?.inWorklist !== false);
  const shown = open.filter(({ inhibitedBy }) => inhibitedBy === null);
  if (shown.length === 0) return { row: null, held: null, nextDue: null };
  const counted = shown.filter(({ work }) => work !== 'snoozed');
  const cost = sum(counted.map((one) => one.cost?.points ?? 0));
  const judgedCost = sum(counted.map(({ judgedPoints }) => judgedPoints));
  const provisional = sum(counted.map((one) => provisionalPoints(one, context)));
  const { held, until } = holdClass(context.heldClass, cost, now, cost - provisional);
  const isByHand = byHand !== null && byHand.until > now;
  const priority = isByHand ? byHand.priority : held.priority;
  const ordered = [
    ...byCost(counted),
    ...byCost(shown.filter(({ work }) => work === 'snoozed')),
    ...byCost(open.filter(({ inhibitedBy }) => inhibitedBy !== null)),
  ];
  const answer = toAnswer(counted, priority, context);
  const factor = answer?.factor ?? 1;
  const isLate = answer !== null && answer.minutesLeft <= 0;
  const planned = counted.flatMap(({ work, plannedDay }) =>
    work === 'planned' && plannedDay !== null ? [plannedDay] : [],
  );
  const marks = new Set<ConditionMark>(shown.flatMap((one) => one.marks));
  if (isByHand) marks.add('setByHand');
  if (isLate) marks.add('overdue');
  const fresh = counted.map(({ freshAt }) => freshAt);
  const row: EvaluatedRow = {
    priority,
    computed: held.priority,
    isByHand,
    cost,
    judgedCost,
    unknown: context.unknown,
    use: context.use,
    hours: context.hours,
    conditionIds: ordered.map(({ conditionId }) => conditionId),
    state: stateOf(counted, shown),
    marks: [...marks],
    assignee: ordered.find(({ assignee }) => assignee !== null)?.assignee ?? null,
    plannedDay: planned.toSorted()[0] ?? null,
    since: Math.min(...shown.map(({ openedAt }) => openedAt)),
    freshAt: classIndexOf(priority) <= classIndexOf('P2') && fresh.length > 0 ? Math.max(...fresh) : null,
    answer: answer && { due: answer.due, factor: answer.factor, minutesLeft: answer.minutesLeft },
    order: toOrder(priority, isLate, cost * factor),
  };
  const dues = [until, isByHand ? byHand.until : null, answer?.nextDue ?? null].filter(
    (due) => due !== null && due > now,
  );
  return { row, held, nextDue: dues.length === 0 ? null : Math.min(...dues.flatMap((due) => due ?? [])) };
}

const sum = (values: readonly number[]): number => Math.round(values.reduce((all, one) => all + one, 0) * 1e5) / 1e5;

/**
 * Points that no class is held for: those of a judgement before anything was learned (0371), and those of a
 * supply that is reported low while its days are not known (0393).
 */
const provisionalPoints = ({ kind, cost, judgedPoints }: EvaluatedCondition, { isUnlearned }: RowContext): number =>
  kind === 'supply' && cost?.chanceFrom === 'urgency' ? cost.points : isUnlearned ? judgedPoints : 0;

const byCost = (conditions: readonly EvaluatedCondition[]): EvaluatedCondition[] =>
  conditions.toSorted((a, b) => (b.cost?.points ?? 0) - (a.cost?.points ?? 0) || a.openedAt - b.openedAt);

/**
 * How far somebody is with the row: the least handled of its conditions that would be P3 by themselves, so
 * that a planned visit does not hide a new matter and a trifle does not make a planned row look untouched;
 * without one of them that of the costliest.
 */
function stateOf(counted: readonly EvaluatedCondition[], shown: readonly EvaluatedCondition[]): ShownState {
  if (counted.length === 0) return shown.some(({ work }) => work === 'snoozed') ? 'snoozed' : 'open';
  const notables = counted.filter((one) => classOf(ownPoints(one)) !== 'P4');
  const deciding = notables.length > 0 ? notables : byCost(counted).slice(0, 1);
  return handled.find((state) => deciding.some((one) => one.state === state)) ?? 'open';
}

/** What a condition would cost alone on its device. */
export const ownPoints = ({ cost }: Pick<EvaluatedCondition, 'cost'>): number =>
  (cost?.points ?? 0) + (cost?.heldBack ?? 0);

/** Class before lateness before cost: one number, so that an index holds the order of the list. */
const toOrder = (priority: EvaluatedRow['priority'], isLate: boolean, cost: number): number =>
  (classIndexOf('P4') - classIndexOf(priority)) * orderWeights.ofClass +
  (isLate ? orderWeights.late : 0) +
  Math.min(cost, orderWeights.largestCost);

/**
 * Until when somebody must answer (WL-51): until acknowledged while one of the conditions is untouched,
 * then until on site; null where nothing was agreed.
 */
function toAnswer(
  counted: readonly EvaluatedCondition[],
  priority: EvaluatedRow['priority'],
  { agreement, time, now }: RowContext,
) {
  const agreed = agreement?.[priority];
  const waiting = counted.filter(({ state }) => state === 'open');
  const [hours, started] = waiting.length > 0 ? [agreed?.acknowledgeHours, waiting] : [agreed?.onSiteHours, counted];
  if (hours === undefined || started.length === 0) return null;
  const since = Math.min(...started.map(({ openedAt }) => openedAt));
  const minutes = hours * 60;
  const due = time.addMinutes(since, minutes);
  if (due === Infinity) return null;
  const left = now < due ? time.minutesBetween(now, due) : 0 - time.minutesBetween(due, now);
  const factor = left <= minutes / 4 ? factors.quarter : left <= minutes / 2 ? factors.half : 1;
  const steps = [time.addMinutes(since, minutes / 2), time.addMinutes(since, (minutes * 3) / 4), due, due + minuteMs];
  return {
    due,
    factor,
    minutesLeft: now >= due ? Math.min(0, Math.round(left)) : Math.max(1, Math.round(left)),
    nextDue: steps.find((at) => at > now) ?? null,
  };
}
