import type { VisitRow } from '@platen/contract/visits';
import type { ShownList } from './queries.ts';

/** A day with its visits; null: the list goes by another order. */
export interface DayGroup {
  readonly day: string | null;
  readonly lines: readonly VisitRow[];
}

/** Lists whose order is that of the planned day; visits under way since a former day stand under today. */
const byDay: ReadonlySet<ShownList> = new Set(['open', 'mine']);

/** Lines by day, in the order of the server: nothing is sorted by anything else (XC-05). */
export function toDayGroups(visits: readonly VisitRow[], list: ShownList, today: string): DayGroup[] {
  if (!byDay.has(list)) return [{ day: null, lines: visits }];
  const groups = new Map<string, VisitRow[]>();
  for (const visit of visits) {
    const isPast = visit.plannedDay === null || visit.plannedDay < today || visit.state === 'done';
    const day = isPast ? today : (visit.plannedDay ?? today);
    const group = groups.get(day);
    if (group === undefined) groups.set(day, [visit]);
    else group.push(visit);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([day, lines]) => ({ day, lines }));
}
