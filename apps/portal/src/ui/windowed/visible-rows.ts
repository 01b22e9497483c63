import type { MouseEvent } from 'react';

export interface RowRange {
  /** First row drawn. */
  start: number;
  /** One past the last row drawn. */
  end: number;
}

interface Viewport {
  /** Upper edge of the rows relative to the upper edge of the window, px; negative once scrolled. */
  top: number;
  /** Height of the window, px. */
  height: number;
  rowHeight: number;
  count: number;
  /** Rows drawn beyond each edge; by default those of a frame of fast scrolling. */
  beyond?: number;
}

/** Rows drawn beyond each edge, so that a frame of fast scrolling still shows rows. */
const overscan = 12;
/** The range moves in steps, so that most scroll events change nothing. */
const step = 6;

/** Which rows of one height are drawn. Bounded by the height of the window, whatever the count. */
export function toRowRange({ top, height, rowHeight, count, beyond = overscan }: Viewport): RowRange {
  const first = Math.floor(-top / rowHeight);
  const last = Math.ceil((height - top) / rowHeight);
  const start = Math.floor((first - beyond) / step) * step;
  const end = Math.ceil((last + beyond) / step) * step;
  const from = Math.max(0, Math.min(start, count - 1));
  return { start: count === 0 ? 0 : from, end: Math.max(count === 0 ? 0 : from + 1, Math.min(end, count)) };
}

/**
 * The rows of a range, and one more where the keyboard's row lies outside it: focus is never scrolled away.
 */
export function toRowIndexes({ start, end }: RowRange, active: number): number[] {
  const indexes = Array.from({ length: end - start }, (_, index) => start + index);
  if (active < start && active >= 0) return [active, ...indexes];
  return active >= end ? [...indexes, active] : indexes;
}

/** The row a key leads to; undefined for keys that move nothing. `page`: rows that fit into the window. */
export function toMovedRow(key: string, active: number, count: number, page: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return target === undefined || count === 0 ? undefined : Math.max(0, Math.min(target, count - 1));
}

/** Index of the row an event came from. */
export function toPressedRow(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const index = Number(row?.dataset['index'] ?? Number.NaN);
  return Number.isInteger(index) ? index : undefined;
}

/** A press that means 'open this': not one for a new tab, and not the end of selecting text to copy. */
export function isPlainPress(event: MouseEvent): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified && window.getSelection()?.type !== 'Range';
}

/** A press with Ctrl or Command outside the row's link, which opens a tab by itself. */
export function isPressForTab({ button, ctrlKey, metaKey, target }: MouseEvent): boolean {
  const isLink = target instanceof Element && target.closest('a') !== null;
  return button === 0 && (ctrlKey || metaKey) && !isLink;
}
