import type { Condition, ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import {
  type ConditionMark,
  conditionMarks,
  type ShownState,
  type SnoozeReason,
  type WorklistAction,
} from '@platen/contract/worklist-names';
import { factsAt } from '@platen/diagnosis/conditions/due-facts';
import { type RawBuilder, sql } from 'kysely';
import { type People, personOf } from './people.ts';

/** A snooze as stored; `until` in milliseconds since 1970. */
interface StoredSnooze {
  readonly until: number | null;
  readonly untilWorse: boolean;
  readonly reason: SnoozeReason;
  readonly note?: string;
}

/** A row of a statement over `condition c` with these columns. */
export interface ConditionRow
  extends Pick<
    Condition,
    | 'conditionId'
    | 'kind'
    | 'subject'
    | 'source'
    | 'signal'
    | 'work'
    | 'whoCanAct'
    | 'resolution'
    | 'regressions'
    | 'inhibitedBy'
    | 'formerId'
    | 'plannedDay'
    | 'visitId'
    | 'version'
  > {
  readonly entityId: string;
  readonly marks: readonly string[];
  readonly facts: ConditionFacts;
  readonly cost: ConditionCost | null;
  readonly assignee: string | null;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly clearedAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly snooze: StoredSnooze | null;
}

export const conditionColumns = sql`c.entity_id as "entityId", c.condition_id as "conditionId", c.kind, c.subject,
  c.source, c.signal, c.work, c.who_can_act as "whoCanAct", c.resolution, c.regressions,
  c.inhibited_by as "inhibitedBy", c.former_id as "formerId", c.planned_day as "plannedDay", c.visit_id as "visitId",
  c.version, c.marks, c.facts, c.cost, c.assignee, c.opened_at as "openedAt", c.last_seen_at as "lastSeenAt",
  c.cleared_at as "clearedAt", c.resolved_at as "resolvedAt", c.snooze`;

/** By points what counts, then what is snoozed, what follows from another, and what is resolved. */
export const conditionOrder: RawBuilder<unknown> = sql`(c.work = 'resolved'), (c.inhibited_by is not null),
  (c.work = 'snoozed'), c.points desc, c.opened_at, c.condition_id`;

/** Shown state (WL-04), in the order of the test. */
export function toShownState({ work, assignee }: Pick<ConditionRow, 'work' | 'assignee'>): ShownState {
  if (work === 'resolved' || work === 'snoozed' || work === 'planned') return work;
  return assignee !== null ? 'assigned' : work;
}

export const toMarks = (marks: readonly string[]): ConditionMark[] =>
  conditionMarks.filter((mark) => marks.includes(mark));

/** The condition as it is answered now, with what the user may do with it. */
export function toCondition(row: ConditionRow, people: People, actions: WorklistAction[]): Condition {
  const { entityId: _entity, snooze, ...rest } = row;
  return {
    ...rest,
    facts: factsAt(row.facts, Date.now()),
    state: toShownState(row),
    marks: toMarks(row.marks),
    actions,
    assignee: personOf(people, row.assignee),
    openedAt: row.openedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    clearedAt: row.clearedAt?.toISOString() ?? null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    snooze: snooze && { ...snooze, until: snooze.until === null ? null : new Date(snooze.until).toISOString() },
  };
}
