import type { VisitRow } from '@platen/contract/visits';
import type { ShownList } from './queries.ts';

/** Visits that stand together: of a day, of a person, or the whole list. */
export interface VisitGroup {
  readonly key: string;
  /** Null: the list goes by another order. */
  readonly day: string | null;
  /** Of a list by assignee; null: of no user. */
  readonly person?: VisitRow['assignee'];
  readonly lines: readonly VisitRow[];
}

/** Lists whose order is that of the planned day. */
const byDay: ReadonlySet<ShownList> = new Set(['open', 'mine']);

/** The day under which a visit stands: under way since a former day, and done today, under today. */
export const dayOf = ({ plannedDay, state }: VisitRow, today: string): string =>
  plannedDay === null || plannedDay < today || state === 'done' ? today : plannedDay;

function groupBy(visits: readonly VisitRow[], toKey: (visit: VisitRow) => string): Map<string, VisitRow[]> {
  const groups = new Map<string, VisitRow[]>();
  for (const visit of visits) {
    const key = toKey(visit);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [visit]);
    else group.push(visit);
  }
  return groups;
}

/** Lines in groups, in the order of the server: nothing is sorted by anything else (XC-05). */
export function toGroups(visits: readonly VisitRow[], list: ShownList, today: string): VisitGroup[] {
  if (list === 'byAssignee')
    return [...groupBy(visits, ({ assignee }) => assignee?.userId ?? '')].map(([key, lines]) => ({
      key,
      day: null,
      person: lines[0]?.assignee ?? null,
      lines,
    }));
  if (!byDay.has(list)) return [{ key: list, day: null, lines: visits }];
  return [...groupBy(visits, (visit) => dayOf(visit, today))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, lines]) => ({ key: day, day, lines }));
}
