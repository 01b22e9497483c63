import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRowHeight, useVisibleRows } from './use-visible-rows.ts';
import { toMovedRow, toPressedRow, toRowIndexes } from './visible-rows.ts';

interface RowFocusOptions {
  readonly count: number;
  /** Height of a row below 960 px, px. */
  readonly narrowHeight: number;
  /** Rows drawn beyond the window's edges, where it is not the usual number. */
  readonly beyond?: number | undefined;
  /** Another value means another list: Tab starts again at `findStart`. */
  readonly list?: unknown;
  /** Index of the row that Tab reaches at first; the first row by default. */
  readonly findStart?: () => number;
  /** Enter on the row itself, not on a control within it. */
  readonly onEnter?: ((index: number) => void) | undefined;
}

/**
 * What a table that draws its rows on demand needs: which rows to draw, and the row of the keyboard. Tab
 * reaches one row; up, down, Home, End and pages move it, Enter opens it, left and right go through the
 * controls of the row. `table` goes to `WindowedTable`; `focusRow` moves the focus by script.
 */
export function useRowFocus({ count, narrowHeight, beyond, list, findStart = () => 0, onEnter }: RowFocusOptions) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRowHeight(narrowHeight);
  const range = useVisibleRows(body, count, rowHeight, beyond);
  const [index, setActive] = useState(findStart);
  const [shownList, setShownList] = useState(list);
  if (shownList !== list) {
    setShownList(list);
    setActive(findStart());
  }
  const active = Math.min(index, Math.max(0, count - 1));
  const keys = useRowKeys({ body, count, rowHeight, active, setActive, onEnter });
  return {
    active,
    rowHeight,
    rows: toRowIndexes({ start: range.start, end: Math.min(range.end, count) }, active),
    /** Index one past the last row in the window. */
    end: range.end,
    focusRow: keys.focusRow,
    table: { body, height: count * rowHeight, onKeyDown: keys.onKeyDown, onFocus: keys.onFocus },
  };
}

interface RowKeys {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly onEnter: ((index: number) => void) | undefined;
}

/** Rows of the window that the bars over the table and its head cover, about. */
const coveredRows = 4;

function useRowKeys({ body, count, rowHeight, active, setActive, onEnter }: RowKeys) {
  const [moves, setMoves] = useState(0);
  const focusRow = (index: number) => {
    setActive(index);
    setMoves(moves + 1);
  };
  useLayoutEffect(() => {
    if (moves === 0) return;
    const row = body.current?.querySelector<HTMLElement>('tr[tabindex="0"]');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }, [moves, body]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const isOnRow = event.target.dataset['index'] !== undefined;
    if (event.key === 'Enter') {
      if (!isOnRow || onEnter === undefined) return;
      event.preventDefault();
      onEnter(active);
      return;
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (moveInRow(event.target, event.key === 'ArrowRight' ? 1 : -1)) event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor(window.innerHeight / rowHeight) - coveredRows);
    const target = toMovedRow(event.key, active, count, page);
    if (target === undefined) return;
    event.preventDefault();
    focusRow(target);
  };
  const onFocus = (event: FocusEvent) => {
    const index = toPressedRow(event.target);
    if (index !== undefined) setActive(index);
  };
  return { onKeyDown, onFocus, focusRow };
}

/** From a row to its first control, from one control to the next, and back to the row. */
function moveInRow(from: HTMLElement, step: 1 | -1): boolean {
  const row = from.closest<HTMLElement>('[data-index]');
  if (row === null) return false;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button, a[href]')];
  const target = stops[stops.indexOf(from) + step];
  if (target === undefined) return false;
  target.focus();
  return true;
}
