import type { WorkTime } from '@platen/diagnosis/conditions/calendar';
import type { Evaluation } from '@platen/diagnosis/conditions/evaluation';
import type { EvaluatedCondition } from '@platen/diagnosis/conditions/model';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { toIsoTime } from '../base/time.ts';
import { bigints, jsonbs, jsons, texts, times, uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { toListRow } from './to-list-row.ts';

type Trx = Transaction<Database>;

/** An evaluation with what the store needs besides. */
export interface Evaluated {
  readonly entityId: string;
  readonly entity: 'device' | 'collector' | 'customer';
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  /** What it covers, to the microsecond. */
  readonly through: string | null;
  readonly lateAt: string | null;
  readonly judgedAt: string | null;
  readonly answeredAt: string | null;
  readonly pagesAMonth: number | null;
  readonly evaluation: Evaluation;
}

/**
 * Writes what changed of the conditions, the steps of the server, the rows of the list, and what the
 * evaluations leave for the next ones. The entities are locked.
 */
export async function saveEvaluations(
  trx: Trx,
  evaluated: readonly Evaluated[],
  context: { now: Date; timeOf: (entityId: string) => WorkTime },
): Promise<void> {
  await writeConditions(trx, evaluated);
  await writeSteps(trx, evaluated);
  await writeRows(trx, evaluated, context);
  await writeMemories(trx, evaluated, context.now);
}

/** The row of a condition by the columns of its table. */
function toConditionRow({ entityId, entity, serial, model, evaluation }: Evaluated, condition: EvaluatedCondition) {
  const { facts, cost, ...evaluated } = condition;
  return {
    entity_id: entityId,
    condition_id: condition.conditionId,
    entity,
    kind: condition.kind,
    subject: condition.subject,
    source: condition.source,
    signal: condition.signal,
    work: condition.work,
    assignee: condition.assignee,
    opened_at: toIsoTime(condition.openedAt),
    last_seen_at: toIsoTime(condition.lastSeenAt),
    cleared_at: toIsoTime(condition.clearedAt),
    resolved_at: toIsoTime(condition.resolvedAt),
    resolution: condition.resolution,
    regressions: condition.regressions,
    marks: condition.marks,
    inhibited_by: condition.inhibitedBy,
    former_id: condition.formerId,
    visit_id: condition.visitId,
    planned_day: condition.plannedDay,
    snooze: condition.snooze,
    who_can_act: condition.whoCanAct,
    facts,
    cost,
    points: cost?.points ?? 0,
    evaluated,
    is_final: evaluation.finalIds.includes(condition.conditionId),
    serial,
    model,
  };
}

/** What those who fetch changes hear of (TK-12): that a condition was merely seen again is none. */
const isNews = sql.raw(
  [
    'source',
    'work',
    'assignee',
    'opened_at',
    'resolved_at',
    'resolution',
    'regressions',
    'marks',
    'inhibited_by',
    'planned_day',
    'facts',
  ]
    .map((name) => `c.${name} is distinct from excluded.${name}`)
    .join(' or '),
);

/** Resolved ones first: of one identity at most one may be open at any moment of the statement (WL-02). */
async function writeConditions(trx: Trx, evaluated: readonly Evaluated[]): Promise<void> {
  const rows = evaluated.flatMap((one) => {
    const written = new Set([...one.evaluation.changedIds, ...one.evaluation.finalIds]);
    return one.evaluation.conditions
      .filter(({ conditionId }) => written.has(conditionId))
      .map((condition) => toConditionRow(one, condition));
  });
  if (rows.length === 0) return;
  const ordered = rows.toSorted((a, b) => Number(b.work === 'resolved') - Number(a.work === 'resolved'));
  // A condition stays readable when its device is gone (GE-16).
  const fixed = ['entity_id', 'condition_id', 'entity', 'serial', 'model'] as const;
  const { columns, source, updates } = toStatement('condition', ordered, fixed);
  await sql`
    insert into condition as c (${columns}) select ${columns} from ${source}
    on conflict (entity_id, condition_id) do update set ${updates}, version = c.version + 1,
      changed_at = case when ${isNews} then excluded.changed_at else c.changed_at end,
      serial = coalesce(excluded.serial, c.serial), model = coalesce(excluded.model, c.model)`.execute(trx);
}

/**
 * Parts of a statement that writes rows of a table. Their columns are those of the first row, and their types
 * those of the table; `fixed` ones are never changed.
 */
function toStatement<R extends object>(table: string, rows: readonly R[], fixed: readonly (keyof R & string)[]) {
  const names = Object.keys(rows[0] ?? {});
  const changed = names.filter((name) => !fixed.some((one) => one === name));
  return {
    columns: sql.raw(names.join(', ')),
    source: sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`,
    updates: sql.raw(changed.map((name) => `${name} = excluded.${name}`).join(', ')),
    stored: sql.raw(changed.map((name) => `w.${name}`).join(', ')),
    wanted: sql.raw(changed.map((name) => `excluded.${name}`).join(', ')),
  };
}

/** With an opening the class of the row is noted, for the measures of the list (WL-72). */
function toDetail({ change, priority }: { change: string; priority: string | undefined }): string {
  const isOpening = change === 'opened' || change === 'cameBack';
  return JSON.stringify(isOpening && priority !== undefined ? { priority } : {});
}

/** Steps of the server; those that late reports disproved go. */
async function writeSteps(trx: Trx, evaluated: readonly Evaluated[]): Promise<void> {
  const removed = evaluated.flatMap(({ entityId, evaluation }) =>
    evaluation.removed.map((step) => ({ entityId, ...step })),
  );
  if (removed.length > 0)
    await sql`
      delete from condition_event e
      using unnest(${uuids(removed.map(({ entityId }) => entityId))}, ${uuids(removed.map(({ conditionId }) => conditionId))},
        ${times(removed.map(({ at }) => new Date(at)))}, ${texts(removed.map(({ change }) => change))})
        as r(entity_id, condition_id, at, change)
      where e.entity_id = r.entity_id and e.condition_id = r.condition_id and e.at = r.at and e.change = r.change`.execute(
      trx,
    );
  const added = evaluated.flatMap(({ entityId, evaluation }) =>
    evaluation.added.map((step) => ({ entityId, priority: evaluation.row?.priority, ...step })),
  );
  if (added.length > 0)
    await sql`
      insert into condition_event (entity_id, event_id, condition_id, at, change, work_from, work_to, detail)
      select * from unnest(${uuids(added.map(({ entityId }) => entityId))}, ${uuids(added.map(() => newId()))},
        ${uuids(added.map(({ conditionId }) => conditionId))}, ${times(added.map(({ at }) => new Date(at)))},
        ${texts(added.map(({ change }) => change))}, ${texts(added.map(({ from }) => from))},
        ${texts(added.map(({ to }) => to))}, ${jsonbs(added.map(toDetail))})`.execute(trx);
}

/**
 * The rows of the list, only where something of them differs. Without anything open a row goes, but for the
 * class that a person set by hand, which may still be in force when something opens again.
 */
async function writeRows(
  trx: Trx,
  evaluated: readonly Evaluated[],
  context: { now: Date; timeOf: (entityId: string) => WorkTime },
): Promise<void> {
  const rows = evaluated.flatMap(({ entityId, entity, customerNumber, model, evaluation: { row, conditions } }) =>
    row === null
      ? []
      : [
          {
            entity_id: entityId,
            entity,
            customer_number: customerNumber,
            model,
            ...toListRow(row, conditions, { now: context.now, time: context.timeOf(entityId) }),
          },
        ],
  );
  if (rows.length > 0) {
    const { columns, source, updates, stored, wanted } = toStatement('worklist_row', rows, ['entity_id', 'entity']);
    await sql`
      insert into worklist_row as w (${columns}) select ${columns} from ${source}
      on conflict (entity_id) do update set ${updates} where (${stored}) is distinct from (${wanted})`.execute(trx);
  }
  const empty = evaluated.filter(({ evaluation }) => evaluation.row === null).map(({ entityId }) => entityId);
  if (empty.length === 0) return;
  const now = context.now.toISOString();
  await sql`
    delete from worklist_row where entity_id = any(${uuids(empty)})
      and (by_hand is null or (by_hand ->> 'until')::timestamptz <= ${now}::timestamptz)`.execute(trx);
  await sql`
    update worklist_row set priority = null, computed = null, cost = 0, judged_cost = 0, rank = 0, conditions = 0
    where entity_id = any(${uuids(empty)}) and priority is not null`.execute(trx);
}

/** Whether devices under a collector or customer must be evaluated again: what holds theirs changed. */
const changesHolds = ({ entity, evaluation: { added, changedIds, conditions } }: Evaluated): boolean =>
  entity !== 'device' &&
  (added.length > 0 ||
    conditions.some(({ conditionId, resolvedAt }) => resolvedAt !== null && changedIds.includes(conditionId)));

async function writeMemories(trx: Trx, evaluated: readonly Evaluated[], now: Date): Promise<void> {
  const column = <T>(toValue: (one: Evaluated) => T) => evaluated.map(toValue);
  await sql`
    insert into evaluation as e (entity_id, entity, customer_number, through, late_at, judged_at, evaluated_at, next_due,
      answered_at, memory, pages_a_month, holds_changed)
    select id, entity, customer, through::timestamptz, late::timestamptz, judged::timestamptz, ${now}::timestamptz, due,
      answered::timestamptz, memory, pages::real, holds > 0
    from unnest(${uuids(column((one) => one.entityId))}, ${texts(column((one) => one.entity))},
      ${texts(column((one) => (one.entity === 'customer' ? one.customerNumber : null)))},
      ${texts(column((one) => one.through))}, ${texts(column((one) => one.lateAt))},
      ${texts(column((one) => one.judgedAt))}, ${times(column((one) => toIsoTime(one.evaluation.nextDue)))},
      ${texts(column((one) => one.answeredAt))},
      ${jsons(column((one) => JSON.stringify(one.evaluation.memory)))},
      ${bigints(column((one) => (one.pagesAMonth === null ? null : Math.round(one.pagesAMonth))))},
      ${bigints(column((one) => Number(changesHolds(one))))})
      as r(id, entity, customer, through, late, judged, due, answered, memory, pages, holds)
    order by id
    on conflict (entity_id) do update set through = excluded.through, late_at = excluded.late_at,
      judged_at = excluded.judged_at, evaluated_at = excluded.evaluated_at, next_due = excluded.next_due,
      answered_at = excluded.answered_at, memory = excluded.memory, pages_a_month = excluded.pages_a_month,
      holds_changed = e.holds_changed or excluded.holds_changed, failures = 0, reason = null,
      retry_at = null`.execute(trx);
}
