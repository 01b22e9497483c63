import { type Priority, priorities } from '@platen/contract/worklist-names';
import type { WorkTime } from '@platen/diagnosis/conditions/calendar';
import type { EvaluatedRow } from '@platen/diagnosis/conditions/evaluation';
import type { EvaluatedCondition } from '@platen/diagnosis/conditions/model';

/** What `worklist_row` holds of an entity with something open; names as its columns, times ISO 8601. */
export type ListRow = ReturnType<typeof toListRow>;

const rankOfClass = (priority: Priority): number => priorities.indexOf(priority) + 1;
const toTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The stored row of the list: what filters, facets and order need, so that these read no condition. */
export function toListRow(
  row: EvaluatedRow,
  conditions: readonly EvaluatedCondition[],
  { now, time }: { now: Date; time: WorkTime },
) {
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const shown = open.filter(({ inhibitedBy }) => inhibitedBy === null);
  return {
    priority: rankOfClass(row.priority),
    computed: rankOfClass(row.computed),
    cost: row.cost,
    judged_cost: row.judgedCost,
    unknown: row.unknown,
    rank: row.order,
    overdue: row.marks.includes('overdue'),
    answer_due: toTime(row.answer?.due ?? null),
    answer_factor: row.answer?.factor ?? 1,
    opened_at: toTime(row.since),
    raised_at: toTime(row.freshAt),
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
    is_planned: isPlannedAhead(row, time, now),
  };
}

/**
 * Everything that counts has a planned day ahead and nothing happened to it since: such a row is counted in
 * the line at the end of the list (amendment to WL-57).
 */
function isPlannedAhead({ state, plannedDay, marks }: EvaluatedRow, time: WorkTime, now: Date): boolean {
  if (state !== 'planned' || plannedDay === null) return false;
  const today = new Date(time.dayOf(now.getTime()) * 86_400_000).toISOString().slice(0, 10);
  return plannedDay > today && !marks.some((mark) => mark === 'overdue' || mark === 'worse' || mark === 'goneByItself');
}
