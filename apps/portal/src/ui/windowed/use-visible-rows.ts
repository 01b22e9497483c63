import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import { useIsDesk } from '../media.ts';
import { type RowRange, toRowRange } from './visible-rows.ts';

const print = window.matchMedia('print');
/** Rows that are drawn for paper: some forty pages. */
export const printedRows = 2000;
let isPrinting = false;
window.addEventListener('beforeprint', () => {
  isPrinting = true;
});
window.addEventListener('afterprint', () => {
  isPrinting = false;
});

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { capture: true, passive: true }); // also of a frame around the rows
  window.addEventListener('resize', listener);
  const ofPrint = ['beforeprint', 'afterprint'];
  for (const name of ofPrint) window.addEventListener(name, listener);
  print.addEventListener('change', listener);
  const observer = new ResizeObserver(listener); // a notice above the list moves it
  observer.observe(document.body);
  return () => {
    window.removeEventListener('scroll', listener, { capture: true });
    window.removeEventListener('resize', listener);
    for (const name of ofPrint) window.removeEventListener(name, listener);
    print.removeEventListener('change', listener);
    observer.disconnect();
  };
}

/**
 * Share of the window above the rows before it is known where they stand. What they begin above it, the rows
 * beyond the edge make up for.
 */
const above = 1 / 4;

/**
 * The rows to draw of a list that scrolls with the page or in a frame. Most scroll events change nothing and
 * cost no render; one that does is drawn in the same frame, as an external store always is: a row one frame
 * late is a white gap. `beyond`: rows drawn beyond the window's edges, where it is not the usual number.
 */
export function useVisibleRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  beyond?: number,
): RowRange {
  const read = () => {
    // Paper does not scroll: every row that is there, up to a limit.
    if (isPrinting || print.matches) return `0 ${Math.min(count, printedRows)}`;
    const top = body.current?.getBoundingClientRect().top ?? window.innerHeight * above;
    const { start, end } = toRowRange({
      top,
      height: window.innerHeight,
      rowHeight,
      count,
      ...(beyond === undefined ? {} : { beyond }),
    });
    return `${start} ${end}`; // compared by value
  };
  const [start = 0, end = 0] = useSyncExternalStore(subscribe, read).split(' ').map(Number);
  return { start, end };
}

/**
 * Height of a row in px: one line, below 960 px as tall as `narrow`; at least 40 where a finger presses it
 * (design README). A reader who asks for larger text gets taller rows.
 */
export function useRowHeight(narrow: number): number {
  const isDesk = useIsDesk();
  return useMemo(() => readRowHeight(isDesk, narrow), [isDesk, narrow]);
}

/** Asks the browser for computed styles, which it may have to work out first: not in every render. */
function readRowHeight(isDesk: boolean, narrow: number): number {
  const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  const height = isDesk ? (isTouched ? 40 : 28) : narrow;
  return Math.round(height * Math.max(1, Number.isFinite(textScale) ? textScale : 1));
}
