import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { TestDatabase } from './database.ts';

/** A condition for the store; what is left out is that of an open one. */
export interface TestCondition {
  condition_id?: string;
  kind?: string;
  subject?: string;
  work?: 'open' | 'acknowledged' | 'planned' | 'snoozed' | 'resolved';
  points?: number;
  assignee?: string | null;
  opened_at?: string;
  resolved_at?: string | null;
  resolution?: string | null;
  inhibited_by?: string | null;
  planned_day?: string | null;
  visit_id?: string | null;
  who_can_act?: string;
  facts?: Record<string, unknown>;
  snooze?: Record<string, unknown> | null;
  marks?: string[];
}
/** A row of the list; what is left out follows from its conditions. */
export interface TestRow {
  entity?: 'device' | 'collector' | 'customer';
  customer_number?: string | null;
  priority?: number;
  rank?: number;
  cost?: number;
  overdue?: boolean;
  answer_due?: string | null;
  raised_at?: string | null;
  planned_day?: string | null;
  is_planned?: boolean;
  marks?: string[];
}

type Database = Pick<TestDatabase, 'db'>;
const distinct = (values: readonly (string | null | undefined)[]) => [...new Set(values.flatMap((one) => one ?? []))];
const toState = ({ work = 'open', assignee = null }: { work?: string; assignee?: string | null }): string =>
  work === 'open' || work === 'acknowledged' ? (assignee === null ? work : 'assigned') : work;

/** Puts conditions of an entity and its row of the list into the store; gives the ids of the conditions. */
export async function addToWorklist(
  { db }: Database,
  entityId: string,
  conditions: readonly TestCondition[],
  row: TestRow = {},
): Promise<string[]> {
  const ids = conditions.map(({ condition_id: id }) => id ?? newId());
  const full = conditions.map((one, n) => ({
    entity_id: entityId,
    entity: row.entity ?? 'device',
    kind: 'down',
    subject: `C${370 + n}`,
    source: 'device',
    signal: 'active',
    work: 'open',
    opened_at: '2026-03-02T08:00:00Z',
    last_seen_at: '2026-03-02T09:00:00Z',
    points: 1,
    who_can_act: 'technician',
    facts: {},
    marks: [],
    ...one,
    condition_id: ids[n],
    cost: { points: one.points ?? 1, hours: 8, use: 1, chance: null },
    evaluated: {},
  }));
  await sql`
    insert into condition (entity_id, condition_id, entity, kind, subject, source, signal, work, assignee, opened_at,
      last_seen_at, resolved_at, resolution, inhibited_by, planned_day, visit_id, who_can_act, facts, snooze, marks,
      points, cost, evaluated)
    select entity_id, condition_id, entity, kind, subject, source, signal, work, assignee, opened_at,
      last_seen_at, resolved_at, resolution, inhibited_by, planned_day, visit_id, who_can_act, facts, snooze, marks,
      points, cost, evaluated
    from json_populate_recordset(null::condition, ${JSON.stringify(full)}::json)`.execute(db);
  const shown = full.filter(({ work, inhibited_by: by }) => work !== 'resolved' && (by ?? null) === null);
  if (shown.length === 0) return ids;
  const cost = shown.reduce((sum, { work, points }) => sum + (work === 'snoozed' ? 0 : points), 0);
  const listed = {
    entity_id: entityId,
    entity: 'device',
    customer_number: null,
    priority: cost >= 6 ? 1 : cost >= 1.5 ? 2 : cost >= 0.3 ? 3 : 4,
    computed: 4,
    cost,
    judged_cost: 0,
    unknown: 0,
    rank: cost,
    overdue: false,
    answer_factor: 1,
    opened_at: shown.map(({ opened_at: at }) => at).toSorted()[0],
    raised_at: null,
    state: toState(shown[0] ?? {}),
    states: distinct(shown.map(toState)),
    kinds: distinct(shown.map(({ kind }) => kind)),
    actors: distinct(shown.map(({ who_can_act: actor }) => actor)),
    snoozes: distinct(shown.map(({ snooze }) => snooze?.['reason'] as string | undefined)),
    marks: distinct(shown.flatMap(({ marks }) => marks)),
    assignees: distinct(shown.map(({ assignee }) => assignee)),
    conditions: shown.length,
    is_planned: false,
    ...row,
  };
  const columns = sql.join(Object.keys(listed).map((name) => sql.ref(name)));
  await sql`
    insert into worklist_row (${columns}, model)
    select ${columns}, (select d.model from device d where d.device_id = entity_id)
    from json_populate_record(null::worklist_row, ${JSON.stringify(listed)}::json)`.execute(db);
  return ids;
}
