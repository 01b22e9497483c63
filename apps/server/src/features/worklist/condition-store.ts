import type { Condition, ConditionCost, ConditionFacts, TicketMark } from '@platen/contract/worklist-item';
import {
  type ConditionMark,
  conditionMarks,
  type SnoozeReason,
  type WorklistAction,
} from '@platen/contract/worklist-names';
import { factsAt } from '@platen/diagnosis/conditions/due-facts';
import { shownState } from '@platen/diagnosis/conditions/entity';
import { type RawBuilder, sql } from 'kysely';
import { ticketOfCondition } from '../../worklist/ticket-marks.ts';
import { type People, personOf } from './people.ts';

/** A snooze as stored; `until` in milliseconds since 1970. */
interface StoredSnooze {
  readonly until: number | null;
  readonly untilWorse: boolean;
  readonly reason: SnoozeReason;
  readonly note?: string;
}

/** A row of a statement over `condition c` with these columns; as JSON its times are texts. */
export interface ConditionRow<Time extends Date | string = Date>
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
  readonly openedAt: Time;
  readonly lastSeenAt: Time;
  readonly clearedAt: Time | null;
  readonly resolvedAt: Time | null;
  readonly snooze: StoredSnooze | null;
  readonly ticket: TicketMark | null;
}

export const conditionColumns = sql`c.entity_id as "entityId", c.condition_id as "conditionId", c.kind, c.subject,
  c.source, c.signal, c.work, c.who_can_act as "whoCanAct", c.resolution, c.regressions,
  c.inhibited_by as "inhibitedBy", c.former_id as "formerId", c.planned_day as "plannedDay", c.visit_id as "visitId",
  c.version, c.marks, c.facts, c.cost, c.assignee, c.opened_at as "openedAt", c.last_seen_at as "lastSeenAt",
  c.cleared_at as "clearedAt", c.resolved_at as "resolvedAt", c.snooze, ${ticketOfCondition} as ticket`;

/** By points what counts, then what is snoozed, what follows from another, and what is resolved. */
export const conditionOrder: RawBuilder<unknown> = sql`(c.work = 'resolved'), (c.inhibited_by is not null),
  (c.work = 'snoozed'), c.points desc, c.opened_at, c.condition_id`;

/** The marks of a stored condition or row that this version knows. */
export const toMarks = (marks: readonly string[]): ConditionMark[] =>
  conditionMarks.filter((mark) => marks.includes(mark));

const toInstant = (time: Date | string): string => new Date(time).toISOString();

/**
 * The condition as it is answered now, with what the user may do with it. Written out, as a page has 300 of
 * them: an object that is spread takes ten times the memory.
 */
export function toCondition(
  row: ConditionRow | ConditionRow<string>,
  people: People,
  actions: WorklistAction[],
): Condition {
  const { snooze, ticket } = row;
  const condition: Condition = {
    conditionId: row.conditionId,
    kind: row.kind,
    subject: row.subject,
    source: row.source,
    signal: row.signal,
    work: row.work,
    state: shownState(row),
    marks: toMarks(row.marks),
    facts: factsAt(row.facts, Date.now()),
    whoCanAct: row.whoCanAct,
    assignee: personOf(people, row.assignee),
    openedAt: toInstant(row.openedAt),
    lastSeenAt: toInstant(row.lastSeenAt),
    clearedAt: row.clearedAt && toInstant(row.clearedAt),
    resolvedAt: row.resolvedAt && toInstant(row.resolvedAt),
    resolution: row.resolution,
    regressions: row.regressions,
    inhibitedBy: row.inhibitedBy,
    formerId: row.formerId,
    plannedDay: row.plannedDay,
    visitId: row.visitId,
    snooze: snooze && { ...snooze, until: snooze.until === null ? null : new Date(snooze.until).toISOString() },
    cost: row.cost,
    actions,
    version: row.version,
  };
  if (ticket !== null) condition.ticket = ticket;
  return condition;
}
