import type { DeliveryEvent } from '@platen/contract/channel-names';
import type { ConditionKind, Priority, Resolution } from '@platen/contract/worklist-names';
import type { Evaluation, StoredCondition } from '../conditions/evaluation.ts';
import type { Action, EvaluatedCondition, Instant, ServerChange } from '../conditions/model.ts';
import { classOf } from '../conditions/rank.ts';

/** What happened to a condition that somebody may want to hear of (DE-02). */
export interface ConditionEvent {
  readonly event: DeliveryEvent;
  readonly at: Instant;
  readonly conditionId: string;
  readonly kind: ConditionKind;
  /** Of a rule: its id. */
  readonly ruleId: string | null;
  readonly priority: Priority;
  readonly assignee: string | null;
  /** It rests on a judgement (XC-01). */
  readonly isJudged: boolean;
  /** What ended it; null: it goes on. */
  readonly resolution: Resolution | null;
}

/** Steps of the server that are events of their own. */
const eventOfStep: Readonly<Partial<Record<ServerChange, DeliveryEvent>>> = {
  opened: 'opened',
  returned: 'cameBack',
  cameBack: 'cameBack',
  worse: 'worse',
  overdue: 'overdue',
  forgotten: 'forgotten',
};

/**
 * The events of one evaluation: steps of the server that are new, and what actions of people changed between
 * the stored conditions and the evaluated ones. What opened and is resolved already, or hides behind another
 * condition, is none. A condition that merely continues, as after a change of its rule (AR-09), gives none.
 */
export function toEvents(
  before: readonly StoredCondition[],
  actions: readonly Action[],
  { conditions, changedIds, added, row }: Evaluation,
): ConditionEvent[] {
  if (changedIds.length === 0) return [];
  const known = new Map(before.map((one) => [one.conditionId, one]));
  const changed = new Set(changedIds);
  return conditions.flatMap((one) => {
    if (!changed.has(one.conditionId)) return [];
    const steps = added.filter(({ conditionId }) => conditionId === one.conditionId);
    const names = new Map<DeliveryEvent, Instant>();
    for (const { change, at } of steps) {
      const event = eventOfStep[change];
      if (event !== undefined) names.set(event, at);
    }
    for (const [event, at] of byPeople(known.get(one.conditionId), one, actions)) names.set(event, at);
    const common = {
      conditionId: one.conditionId,
      kind: one.kind,
      ruleId: one.facts.rule?.ruleId ?? null,
      priority: priorityOf(one, row),
      assignee: one.assignee,
      isJudged: one.source === 'judgement',
      resolution: one.resolution,
    };
    return [...names].filter(([event]) => isNews(event, one)).map(([event, at]) => ({ event, at, ...common }));
  });
}

/** Opened or worse, and gone or hidden in the same evaluation: nothing to say. */
const isNews = (event: DeliveryEvent, { work, inhibitedBy, isHeld }: EvaluatedCondition): boolean =>
  event === 'resolved' || (work !== 'resolved' && (inhibitedBy === null || isByPeople(event)) && !isHeld);

const isByPeople = (event: DeliveryEvent): boolean =>
  event === 'assigned' || event === 'visitPlanned' || event === 'acknowledged' || event === 'snoozed';

/** What people did, and what resolved it, as the difference of two states. */
function* byPeople(
  before: StoredCondition | undefined,
  after: EvaluatedCondition,
  actions: readonly Action[],
): Generator<readonly [DeliveryEvent, Instant]> {
  const last = (...names: readonly Action['action'][]) =>
    actions
      .filter(({ conditionId, action }) => conditionId === after.conditionId && names.includes(action))
      .toSorted((a, b) => b.at - a.at)[0];
  if (after.work === 'resolved') {
    if (before !== undefined && before.work !== 'resolved') yield ['resolved', after.resolvedAt ?? after.lastSeenAt];
    return;
  }
  const assigned = last('assign', 'plan');
  // No user is notified of an own action; the assignee of a visit is notified of it as a whole (VP-01).
  if (
    assigned?.action !== 'plan' &&
    after.assignee !== null &&
    after.assignee !== before?.assignee &&
    assigned?.by !== after.assignee
  )
    yield ['assigned', assigned?.at ?? after.openedAt];
  if (after.plannedDay !== null && after.plannedDay !== before?.plannedDay)
    yield ['visitPlanned', last('plan')?.at ?? after.openedAt];
  if (after.work === 'acknowledged' && before?.work !== 'acknowledged' && before?.work !== 'planned')
    yield ['acknowledged', last('acknowledge', 'assign')?.at ?? after.openedAt];
  if (after.work === 'snoozed' && before?.work !== 'snoozed') yield ['snoozed', last('snooze')?.at ?? after.openedAt];
}

/**
 * Class of a condition: of the first of the row that of the row, which may be set by hand or come from all of
 * them together; of the others that of their own cost.
 */
function priorityOf(one: EvaluatedCondition, row: Evaluation['row']): Priority {
  if (row !== null && row.conditionIds[0] === one.conditionId) return row.priority;
  const ofRule = one.facts.rule?.priority;
  if (ofRule !== undefined && ofRule !== 'computed') return ofRule;
  return classOf(one.cost?.points ?? 0);
}
