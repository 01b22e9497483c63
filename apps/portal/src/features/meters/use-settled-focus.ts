import type { CloseLine } from '@platen/contract/close-lines';
import { type RefObject, useEffect, useRef } from 'react';
import { keyOf } from './line-names.ts';

interface Settling {
  readonly isBusy: boolean;
  /** Lines of the last call. */
  readonly settled: readonly CloseLine[];
}

/**
 * Settled lines leave their place, and the focus goes with them: it is given to the line that stands there
 * now, so that one after the other can be settled by keys.
 */
export function useSettledFocus(
  table: RefObject<HTMLTableElement | null>,
  lines: readonly CloseLine[],
  { isBusy, settled }: Settling,
): void {
  const place = useRef<number>(null);
  const keys = lines.map(keyOf);
  const shown = useRef(keys);
  useEffect(() => {
    shown.current = keys;
  });
  useEffect(() => {
    const [first] = settled;
    if (isBusy && first !== undefined) place.current = shown.current.indexOf(keyOf(first));
    // A dialog closes first, and may give the focus back itself.
    const frame = requestAnimationFrame(() => {
      if (isBusy || place.current === null) return;
      const key = shown.current[Math.min(place.current, shown.current.length - 1)];
      place.current = null;
      if (key === undefined || document.activeElement !== document.body) return;
      table.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"] th button`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isBusy, settled, table]);
}
