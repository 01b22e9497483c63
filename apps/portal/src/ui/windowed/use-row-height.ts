import { useMemo } from 'react';
import { useIsDesk } from '../media.ts';

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
