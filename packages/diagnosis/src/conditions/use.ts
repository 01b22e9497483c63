// How much a device is used, against the others of its organisation (WL-48).

/** Bounds of the use factor (WL-48). */
const useBounds = { lower: 0.25, upper: 4 };
const daysAMonth = 365.25 / 12;
/** Fewer days of pages do not show what a month brings. */
const leastDays = 7;

/** Pages a month by those printed in some days; null: too few days, or the counter fell. */
export const toPagesAMonth = (pages: number, days: number): number | null =>
  days < leastDays || pages < 0 ? null : (pages / days) * daysAMonth;

interface UseFacts {
  readonly pagesAMonth: number | null;
  readonly medianPages: number | null;
}

/** Factor of WL-48 without the weight by hand; null: the pages are not known, and 1 counts for them. */
export function toUseFactor({ pagesAMonth, medianPages }: UseFacts): number | null {
  if (pagesAMonth === null || medianPages === null || !(medianPages > 0)) return null;
  return Math.min(useBounds.upper, Math.max(useBounds.lower, pagesAMonth / medianPages));
}
