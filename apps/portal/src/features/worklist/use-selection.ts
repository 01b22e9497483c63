import type { WorklistRow } from '@platen/contract/worklist-item';
import { mostActionItems } from '@platen/contract/worklist-names';
import { useCallback, useMemo, useState } from 'react';

const limit = (ids: Iterable<string>) => new Set([...ids].slice(0, mostActionItems));
const elementOf = (rowId: string) => document.querySelector<HTMLElement>(`[data-row="${rowId}"]`);

/** The current row, which the keys move, and the selected rows (WL-62), by their ids. */
export function useChoice() {
  const [current, setCurrent] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set<string>());
  return { current, setCurrent, selected, setSelected };
}

/** A row as it is shown; one that is gone is no longer in the answer, and nothing can be done with it. */
interface Shown {
  readonly row: WorklistRow;
  readonly isGone: boolean;
}

/** What can be done with the choice among these rows. */
export function useSelection({ current, setCurrent, selected, setSelected }: Choice, shown: readonly Shown[]) {
  const rows = useMemo(() => shown.map(({ row }) => row), [shown]);
  const present = useMemo(() => shown.flatMap(({ row, isGone }) => (isGone ? [] : [row])), [shown]);
  const at = rows.findIndex(({ rowId }) => rowId === current);
  /** Selects or clears a row; with `toHere` all rows from the selected one above. */
  const select = useCallback(
    (rowId: string, toHere: boolean) => {
      setCurrent(rowId);
      setSelected((before) => {
        const ids = present.map((row) => row.rowId);
        const index = ids.indexOf(rowId);
        if (index < 0) return before;
        const last = ids.findLastIndex((id, other) => other < index && before.has(id));
        const next = new Set(before);
        if (toHere && last >= 0) for (const id of ids.slice(last, index + 1)) next.add(id);
        else if (!next.delete(rowId)) next.add(rowId);
        return limit(next);
      });
    },
    [present, setCurrent, setSelected],
  );
  const clear = () => setSelected(new Set());
  return {
    current,
    selected,
    /** Index of the current row; -1: none. */
    at,
    /** The rows that an action means: the selected ones, else the current one. */
    chosen: present.filter(({ rowId }) => (selected.size > 0 ? selected.has(rowId) : rowId === current)),
    /** The rows that are there. */
    present,
    setCurrent,
    select,
    clear,
    /** Takes these rows out of the selection. */
    release: (rowIds: readonly string[]) =>
      setSelected((before) => new Set([...before].filter((id) => !rowIds.includes(id)))),
    /** Selects all rows that are there, or none. */
    selectAll: () => setSelected((before) => (before.size > 0 ? new Set() : limit(present.map(({ rowId }) => rowId)))),
    reset: () => {
      setCurrent(undefined);
      clear();
    },
    /** Makes the row at an index, or the nearest one, current; returns its id. */
    moveTo: (index: number): string | undefined => {
      const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
      if (row === undefined) return undefined;
      setCurrent(row.rowId);
      const element = elementOf(row.rowId);
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest' });
      return row.rowId;
    },
    focus: (rowId: string) => elementOf(rowId)?.focus(),
  };
}
type Choice = ReturnType<typeof useChoice>;
export type Selection = ReturnType<typeof useSelection>;
