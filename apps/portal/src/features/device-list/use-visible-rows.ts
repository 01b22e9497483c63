import { type RefObject, useSyncExternalStore } from 'react';
import { type RowRange, toRowRange } from './visible-rows.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  const observer = new ResizeObserver(listener); // a notice above the list moves it
  observer.observe(document.body);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
    observer.disconnect();
  };
}

/**
 * The rows to draw of a list that scrolls with the page. Most scroll events change nothing and cost no render;
 * one that does is drawn in the same frame, as an external store always is: a row one frame late is a white gap.
 */
export function useVisibleRows(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowRange {
  const read = () => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const { start, end } = toRowRange({ top, height: window.innerHeight, rowHeight, count });
    return `${start} ${end}`; // compared by value
  };
  const [start = 0, end = 0] = useSyncExternalStore(subscribe, read).split(' ').map(Number);
  return { start, end };
}
