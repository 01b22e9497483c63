import type { MouseEvent } from 'react';

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
