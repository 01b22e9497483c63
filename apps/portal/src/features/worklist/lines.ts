import type { WorklistPage } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import type { WorklistGroup } from '@platen/contract/worklist-names';

type Group = NonNullable<WorklistPage['groups']>[number];

/** What stands in the list, from top to bottom. */
export type Line =
  | { readonly kind: 'row'; readonly row: WorklistRow; readonly isGone: boolean; readonly isChanged: boolean }
  | { readonly kind: 'since'; readonly above: number }
  | {
      readonly kind: 'group';
      readonly group: Group;
      readonly isFolded: boolean;
      readonly rows: readonly WorklistRow[];
      /** Those of the rows that are still in the answer. */
      readonly present: readonly WorklistRow[];
    };

/** Rows as they are shown: in an order that stays while somebody works with them. */
export interface Arrangement {
  /** Ids in the order shown. */
  readonly order: readonly string[];
  /** The rows as they were when the order was made, for those that went meanwhile. */
  readonly rows: ReadonlyMap<string, WorklistRow>;
}

export const arrange = (rows: readonly WorklistRow[]): Arrangement => ({
  order: rows.map(({ rowId }) => rowId),
  rows: new Map(rows.map((row) => [row.rowId, row])),
});

interface Shown {
  readonly row: WorklistRow;
  /** No longer in the answer. */
  readonly isGone: boolean;
  /** Another version of a condition than when the order was made. */
  readonly isChanged: boolean;
}

/**
 * The newest rows in the order of the arrangement, so that no row moves under the hand; rows of further
 * pages follow. `isMoved`: the server's order is another one.
 */
export function applyArrangement(
  { order, rows }: Arrangement,
  newest: readonly WorklistRow[],
): { shown: readonly Shown[]; isMoved: boolean } {
  const present = new Map(newest.map((row) => [row.rowId, row]));
  const former = order.flatMap((id): Shown[] => {
    const [then, now] = [rows.get(id), present.get(id)];
    if (now !== undefined) return [{ row: now, isGone: false, isChanged: then !== undefined && !isSameRow(then, now) }];
    return then === undefined ? [] : [{ row: then, isGone: true, isChanged: false }];
  });
  const known = new Set(order);
  const added = newest.filter(({ rowId }) => !known.has(rowId));
  const shown = [...former, ...added.map((row): Shown => ({ row, isGone: false, isChanged: false }))];
  const now = shown.map(({ row }) => row.rowId);
  return { shown, isMoved: now.length !== newest.length || newest.some(({ rowId }, index) => rowId !== now[index]) };
}

/** Whether nothing that a person would act on has changed. */
const isSameRow = (one: WorklistRow, other: WorklistRow): boolean =>
  one.priority === other.priority &&
  one.state === other.state &&
  one.assignee?.userId === other.assignee?.userId &&
  one.conditionCount === other.conditionCount &&
  one.conditions.every(
    ({ conditionId, version }, index) =>
      other.conditions[index]?.conditionId === conditionId && other.conditions[index]?.version === version,
  );

/** P1 and P2 that opened, came back or became worse stand above the line (WL-63). */
const standsAbove = ({ isNew, priority }: WorklistRow): boolean => isNew && (priority === 'P1' || priority === 'P2');

/** The value by which the server groups a row. */
function groupValueOf(row: WorklistRow, by: WorklistGroup): string {
  switch (by) {
    case 'customer':
      return row.customerNumber ?? '';
    case 'kind':
      return row.conditions[0]?.kind ?? '';
    case 'model':
      return row.model ?? '';
    case 'assignee':
      return row.assignee?.userId ?? '';
    case 'none':
      return '';
    default:
      return by satisfies never;
  }
}

/** The name of a row's group, where it is another one than its value. */
function groupNameOf(row: WorklistRow | undefined, by: WorklistGroup): string | null {
  if (by === 'customer') return row?.customerName ?? null;
  return by === 'assignee' ? (row?.assignee?.name ?? null) : null;
}

interface Layout {
  readonly groupBy: WorklistGroup;
  readonly groups: readonly Group[];
  readonly folded: ReadonlySet<string>;
  /** The user was here before, and the list is in the order of work. */
  readonly hasSince: boolean;
}

/** The lines of the list: grouped, or with what is new above the line 'Since you were here'. */
export function toLines(shown: readonly Shown[], { groupBy, groups, folded, hasSince }: Layout): readonly Line[] {
  const toRow = (one: Shown): Line => ({ kind: 'row', ...one });
  if (groupBy !== 'none') {
    const byValue = new Map<string, Shown[]>();
    for (const one of shown) {
      const value = groupValueOf(one.row, groupBy);
      byValue.set(value, [...(byValue.get(value) ?? []), one]);
    }
    return [...byValue].flatMap(([value, members]): Line[] => {
      const rows = members.map(({ row }) => row);
      const present = members.flatMap(({ row, isGone }) => (isGone ? [] : [row]));
      const cost = present.reduce((sum, row) => sum + row.cost, 0);
      // The answer leaves out a group of which no row is left; its rows stay while somebody works with them.
      const left = { value, name: groupNameOf(rows[0], groupBy), count: present.length, cost };
      const group = groups.find((one) => one.value === value) ?? left;
      const isFolded = folded.has(value);
      return [{ kind: 'group', group, isFolded, rows, present }, ...(isFolded ? [] : members.map(toRow))];
    });
  }
  if (!hasSince) return shown.map(toRow);
  const above = shown.filter(({ row }) => standsAbove(row));
  if (above.length === 0) return shown.map(toRow);
  const rest = shown.filter(({ row }) => !standsAbove(row));
  return [...above.map(toRow), { kind: 'since', above: above.length }, ...rest.map(toRow)];
}

/** The group of this value, else the one that holds the row. */
export const groupOf = (
  lines: readonly Line[],
  value: string | undefined,
  rowId: string | undefined,
): Extract<Line, { kind: 'group' }> | undefined =>
  lines
    .filter((line) => line.kind === 'group')
    .find(({ group, rows }) => (value === undefined ? rows.some((row) => row.rowId === rowId) : group.value === value));
