import { nonMobilePx } from '@platen/contract/constants';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Width of an element in CSS pixels, updated as it changes; 0 until first measured, before the first paint.
 * `columns`: number of the grid's twelve columns that the panel spans. With it the width is known before the
 * element exists and need not be measured, for which the browser would lay the screen out twice. If it turns
 * out different, the measured one is drawn before the first paint.
 */
export function useWidth(element: RefObject<HTMLElement | null>, columns?: number): number {
  const [width, setWidth] = useState(() => (columns === undefined ? 0 : expectWidth(columns)));
  const [isExpected] = useState(width > 0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const measure = () => setWidth(Math.floor(target.getBoundingClientRect().width));
    if (!isExpected) measure();
    // Laid out, not yet painted.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isExpected]);
  return width;
}

/** Below this width some grids give a panel more columns. */
const roomyPx = 1280;

/**
 * Computed from the page of the previous screen; 0 where there is none, or where panels lie below each other.
 */
function expectWidth(columns: number): number {
  const page = document.querySelector('.page');
  if (page === null || window.innerWidth < (columns < 12 ? roomyPx : nonMobilePx)) return 0;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(page);
  return toPanelWidth(
    page.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd),
    columns,
  );
}

/**
 * Hairlines between the columns of a grid and around it, and the padding of a panel, in pixels
 * (`panel-grid.module.css`, `panel.module.css`).
 */
const hairline = 1;
const padding = 16;

/** Content width in px of a panel that spans `columns` of the twelve columns of a grid this wide. */
export function toPanelWidth(sheet: number, columns: number): number {
  const column = (sheet - 2 * hairline - 11 * hairline) / 12;
  return Math.max(0, Math.floor(column * columns + (columns - 1) * hairline - 2 * padding));
}
