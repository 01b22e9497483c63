import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { toPressedRow } from './table-rows.ts';
import { toMovedRow } from './visible-rows.ts';

interface RowKeys {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of a row, px. */
  readonly rowHeight: number;
  /** Index of the row that Tab reaches. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  /** Enter on the row itself, not on a control within it. */
  readonly onEnter?: ((index: number) => void) | undefined;
}

/** Bars over the table and its head take about so many rows of the window. */
const coveredRows = 4;

/**
 * Keys of a table that draws its rows on demand: Tab reaches one row, up, down, Home, End and pages move it, Enter opens it, left and
 * right go through the controls of the row. `focusRow` moves the focus by script.
 */
export function useRowKeys({ body, count, rowHeight, active, setActive, onEnter }: RowKeys) {
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
