import type { Day } from '../history/day-reading.ts';

/** Days that count before and after a visit, at most (VE-02). */
export const windowDays = 30;

/** Days before these that say what a device comes to by itself, where no usual rate is known (0473). */
export const pastDays = 90;

/** Days, both included; empty where `from` is above `to`. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

export interface Windows {
  readonly before: Span;
  readonly after: Span;
  /** Nothing can be added to `after` any more. */
  readonly isOver: boolean;
}

/**
 * The days compared around a visit (VE-02): 30 before it, or those since the former replacement of the item;
 * and 30 after it, or until the next visit or replacement. The days of the visit, of another visit and of a
 * replacement count for neither side.
 * @param changes days of other visits of the device after this one, and of all replacements of the item
 */
export function toWindows(
  visit: Day,
  today: Day,
  changes: { readonly replaced: readonly Day[]; readonly visits: readonly Day[] },
): Windows {
  const former = Math.max(Number.NEGATIVE_INFINITY, ...changes.replaced.filter((day) => day < visit));
  // A replacement that the device reports a day or two late is the one of this visit.
  const next = Math.min(
    Number.POSITIVE_INFINITY,
    ...changes.replaced.filter((day) => day > visit + sameWithin),
    ...changes.visits.filter((day) => day > visit),
  );
  const end = Math.min(visit + windowDays, next - 1);
  return {
    before: { from: Math.max(visit - windowDays, former + 1), to: visit - 1 },
    after: { from: visit + 1, to: Math.min(end, today) },
    isOver: today > end,
  };
}

/** Days within which two sources speak of the same replacement (VR-04). */
export const sameWithin = 3;
