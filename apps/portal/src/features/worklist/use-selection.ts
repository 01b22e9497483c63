import type { WorklistRow } from '@platen/contract/worklist-item';
import { mostActionItems } from '@platen/contract/worklist-names';
import { useCallback, useState } from 'react';

const limit = (ids: Iterable<string>) => new Set([...ids].slice(0, mostActionItems));
const elementOf = (rowId: string) => document.querySelector<HTMLElement>(`[data-row="${rowId}"]`);

/** The current row, which the keys move, and the selected rows (WL-62), by their ids. */
export function useChoice() {
  const [current, setCurrent] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set<string>());
  return { current, setCurrent, selected, setSelected };
}

/** What can be done with the choice among these rows. */
export function useSelection({ current, setCurrent, selected, setSelected }: Choice, rows: readonly WorklistRow[]) {
  const at = rows.findIndex(({ rowId }) => rowId === current);
  /** Selects or clears a row; with `toHere` all rows from the selected one above. */
  const select = useCallback(
    (rowId: string, toHere: boolean) => {
      setCurrent(rowId);
      setSelected((before) => {
        const ids = rows.map((row) => row.rowId);
        const index = ids.indexOf(rowId);
        const last = ids.findLastIndex((id, other) => other < index && before.has(id));
        const next = new Set(before);
        if (toHere && last >= 0) for (const id of ids.slice(last, index + 1)) next.add(id);
        else if (!next.delete(rowId)) next.add(rowId);
        return limit(next);
      });
    },
    [rows, setCurrent, setSelected],
  );
  const clear = () => setSelected(new Set());
  return {
    current,
    selected,
    /** Index of the current row; -1: none. */
    at,
    /** The rows that an action means: the selected ones, else the current one. */
    chosen: selected.size > 0 ? rows.filter(({ rowId }) => selected.has(rowId)) : rows.slice(at, at < 0 ? 0 : at + 1),
    setCurrent,
    select,
    clear,
    /** Selects all rows that are there, or none. */
    selectAll: () => setSelected((before) => (before.size > 0 ? new Set() : limit(rows.map(({ rowId }) => rowId)))),
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
