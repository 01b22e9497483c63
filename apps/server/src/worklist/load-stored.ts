import type { ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import type { Hold, Stored, StoredCondition } from '@platen/diagnosis/conditions/evaluation';
import type { Memory } from '@platen/diagnosis/conditions/memory';
import type { Action } from '@platen/diagnosis/conditions/model';
import { type Kysely, sql } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import type { ByHandRecord } from '../store/tables/worklist-tables.ts';

type Db = Kysely<Database>;

/** What is stored of an entity, with what the last evaluation covered. */
export interface StoredEntity extends Stored {
  /** Null: never evaluated. */
  readonly entity: 'device' | 'collector' | 'customer' | null;
  /** Of a customer. */
  readonly customerNumber: string | null;
  /** `late_at` of the last evaluation, to the microsecond; null: none. */
  readonly lateAt: string | null;
  /** When a collector or customer last asked for an evaluation, to the microsecond. */
  readonly askedAt: string | null;
}
interface StateRow {
  readonly entity_id: string;
  readonly memory: Memory | null;
  readonly late_at: string | null;
  readonly asked_at: string | null;
  readonly entity: StoredEntity['entity'];
  readonly customer_number: string | null;
  readonly by_hand: ByHandRecord | null;
}

/** What former evaluations and people left of these entities; three statements for any number of them. */
export async function loadStored(db: Db, entityIds: readonly string[]): Promise<Map<string, StoredEntity>> {
  const { rows } = await sql<StateRow>`
    select e.entity_id, e.memory, e.late_at::text, e.asked_at::text, e.entity, e.customer_number, w.by_hand
    from evaluation e left join worklist_row w using (entity_id)
    where e.entity_id = any(${uuids(entityIds)})`.execute(db);
  const conditions = await readConditions(db, entityIds);
  const actions = await readActions(db, entityIds);
  const states = new Map(rows.map((row) => [row.entity_id, row]));
  return new Map(
    entityIds.map((id) => {
      const state = states.get(id);
      const stored: StoredEntity = {
        entity: state?.entity ?? null,
        customerNumber: state?.customer_number ?? null,
        memory: state?.memory ?? null,
        conditions: conditions.get(id) ?? [],
        actions: actions.get(id) ?? [],
        byHand: toByHand(state?.by_hand ?? null),
        lateAt: state?.late_at ?? null,
        askedAt: state?.asked_at ?? null,
      };
      return [id, stored];
    }),
  );
}

const toByHand = (record: ByHandRecord | null): Stored['byHand'] =>
  record && { priority: record.priority, until: Date.parse(record.until) };

interface ConditionRow {
  readonly entity_id: string;
  readonly evaluated: Omit<StoredCondition, 'facts' | 'cost'>;
  readonly facts: ConditionFacts;
  readonly cost: ConditionCost | null;
  readonly assignee: string | null;
}

/** Conditions that may still change. The user of a column is gone once the user was erased (GE-17). */
async function readConditions(db: Db, entityIds: readonly string[]): Promise<Map<string, StoredCondition[]>> {
  const { rows } = await sql<ConditionRow>`
    select entity_id, evaluated, facts, cost, assignee from condition
    where entity_id = any(${uuids(entityIds)}) and not is_final
    order by entity_id, opened_at, condition_id`.execute(db);
  return groupBy(
    rows,
    (row) => row.entity_id,
    ({ evaluated, facts, cost, assignee }) => ({ ...evaluated, facts, cost, assignee }),
  );
}

/** By `condition_event.change`; all others are steps of the server. */
const actionNames: readonly Action['action'][] = [
  'acknowledge',
  'assign',
  'plan',
  'unplan',
  'snooze',
  'wake',
  'resolve',
  'note',
  'visitFixed',
  'handOver',
  'ticketSolved',
  'ticketReopened',
  'call',
];

interface ActionRow {
  readonly entity_id: string;
  readonly action: Action;
}

/** What people did with conditions that may still change, without what was taken back (WL-42). */
async function readActions(db: Db, entityIds: readonly string[]): Promise<Map<string, Action[]>> {
  const { rows } = await sql<ActionRow>`
    select e.entity_id, e.detail || jsonb_build_object('eventId', e.event_id, 'conditionId', e.condition_id,
        'at', round(extract(epoch from e.at) * 1000), 'by', e.user_id, 'action', e.change)
        || case when e.detail ? 'assignee' then jsonb_build_object('assignee', u.user_id) else '{}' end as action
    from condition_event e
    left join condition c on c.entity_id = e.entity_id and c.condition_id = e.condition_id
    left join app_user u on u.user_id = (e.detail ->> 'assignee')::uuid
    where e.entity_id = any(${uuids(entityIds)}) and e.undone_by is null and e.change = any(${actionNames}::text[])
      and c.is_final is not true
    order by e.entity_id, e.at, e.event_id`.execute(db);
  return groupBy(
    rows,
    (row) => row.entity_id,
    (row) => row.action,
  );
}

interface HoldRow {
  readonly entity_id: string;
  readonly condition_id: string;
  readonly kind: Hold['kind'];
  readonly subject: string;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
}

/** Conditions of collectors and customers, which hold those of devices (WL-43, WL-44), by entity. */
export async function loadHolds(db: Db, entityIds: readonly string[]): Promise<Map<string, Hold[]>> {
  if (entityIds.length === 0) return new Map();
  const { rows } = await sql<HoldRow>`
    select entity_id, condition_id, kind, subject, opened_at, resolved_at from condition
    where entity_id = any(${uuids(entityIds)}) and not is_final order by entity_id, opened_at, condition_id`.execute(
    db,
  );
  return groupBy(
    rows,
    (row) => row.entity_id,
    ({ condition_id: conditionId, kind, subject, opened_at: openedAt, resolved_at: resolvedAt }) => ({
      conditionId,
      kind,
      subject,
      from: openedAt.getTime(),
      until: resolvedAt?.getTime() ?? null,
    }),
  );
}

/** Rows by key, each turned into a value, in the order of the rows. */
export function groupBy<Row, Value>(
  rows: readonly Row[],
  toKey: (row: Row) => string,
  toValue: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const key = toKey(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [toValue(row)]);
    else group.push(toValue(row));
  }
  return groups;
}
