import { isPlannedAhead, type Priority, priorities } from '@platen/contract/worklist-names';
import type { WorkTime } from '@platen/diagnosis/conditions/calendar';
import type { EvaluatedRow } from '@platen/diagnosis/conditions/evaluation';
import type { EvaluatedCondition } from '@platen/diagnosis/conditions/model';
import { toDayText, toIsoTime } from '../base/time.ts';

/** A class as the store has it: 1 for P1. */
const toClassNumber = (priority: Priority): number => priorities.indexOf(priority) + 1;
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/**
 * The row of the list as `worklist_row` holds it, by its columns: what filters, facets and order need, so
 * that these read no condition.
 */
export function toListRow(
  row: EvaluatedRow,
  conditions: readonly EvaluatedCondition[],
  { now, time }: { now: Date; time: WorkTime },
) {
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const shown = open.filter(({ inhibitedBy }) => inhibitedBy === null);
  return {
    priority: toClassNumber(row.priority),
    computed: toClassNumber(row.computed),
    cost: row.cost,
    judged_cost: row.judgedCost,
    unknown: row.unknown,
    rank: row.order,
    overdue: row.marks.includes('overdue'),
    answer_due: toIsoTime(row.answer?.due ?? null),
    answer_factor: row.answer?.factor ?? 1,
    opened_at: toIsoTime(row.since),
    raised_at: toIsoTime(row.freshAt),
    state: row.state,
    states: distinct(shown.map(({ state }) => state)),
    kinds: distinct(shown.map(({ kind }) => kind)),
    actors: distinct(shown.map(({ whoCanAct }) => whoCanAct)),
    snoozes: distinct(
      shown.flatMap(({ work, snooze }) => (work === 'snoozed' && snooze !== null ? [snooze.reason] : [])),
    ),
    marks: row.marks,
    assignees: distinct(shown.flatMap(({ assignee }) => assignee ?? [])),
    conditions: open.length,
    planned_day: row.plannedDay,
    is_planned: isPlannedAhead(row, toDayText(time.dayOf(now.getTime()))),
  };
}
