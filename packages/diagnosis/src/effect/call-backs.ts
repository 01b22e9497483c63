import type { VisitKind } from '@platen/contract/visit-names';
import { uncountedKinds } from '@platen/contract/visit-names';
import type { Day, Series } from '../history/day-reading.ts';

/** A visit of one device as its past holds it. */
export interface PastVisit {
  readonly visitId: string;
  readonly day: Day;
  readonly kind: VisitKind;
  /** The visit whose missing parts asked for this one (VR-08). */
  readonly formerId: string | null;
  /** Units that its conditions and entries are about; empty: the device as a whole. */
  readonly units: readonly string[];
}

/** A condition of P1 or P2 that opened, or came back. */
export interface PressingCondition {
  readonly unit: string;
  readonly day: Day;
}

/** Days within which a further visit is a call-back in any case (VE-06). */
export const callBackDays = 14;
/** Spans between unplanned visits without which the pages of a model say nothing (VE-06). */
export const leastSpans = 30;

/** Visits for a problem: no maintenance, and none of the kinds that never count (VE-07). */
export const isForProblem = ({ kind }: Pick<PastVisit, 'kind'>): boolean =>
  kind !== 'maintenance' && !uncountedKinds.includes(kind);

/** What a visit counts as (VE-07): each counts once. Null: it never counts. */
export type VisitClass = 'problem' | 'callBack' | 'returnForParts' | null;

/**
 * Which visits of a device were call-backs (VE-06) and which returns for parts; the visits ascend by day. A
 * visit is a call-back where a visit for a problem was made before it within 14 days, or before the device
 * printed as many pages as the 20th percentile of the model, whichever is later.
 * @param pages of the 20th percentile; null: not known, then the 14 days alone decide
 */
export function classifyVisits(
  visits: readonly PastVisit[],
  total: Series,
  pages: number | null,
): ReadonlyMap<string, VisitClass> {
  const classes = new Map<string, VisitClass>();
  let last: PastVisit | undefined;
  for (const visit of visits) {
    if (!isForProblem(visit)) {
      classes.set(visit.visitId, null);
      continue;
    }
    const isReturn = visit.formerId !== null;
    const isBack = last !== undefined && isWithin(last.day, visit.day, total, pages);
    classes.set(visit.visitId, isReturn ? 'returnForParts' : isBack ? 'callBack' : 'problem');
    last = visit;
  }
  return classes;
}

/**
 * Conditions of P1 or P2 of the same unit that opened so soon after a visit that they say the same (VE-06).
 */
export const cameBackAfter = (
  { day, units }: PastVisit,
  conditions: readonly PressingCondition[],
  total: Series,
  pages: number | null,
): readonly PressingCondition[] =>
  conditions.filter((one) => units.includes(one.unit) && one.day > day && isWithin(day, one.day, total, pages));

function isWithin(visit: Day, later: Day, total: Series, pages: number | null): boolean {
  if (later - visit <= callBackDays) return true;
  const printed = pagesBetween(total, visit, later);
  return pages !== null && printed !== null && printed < pages;
}

/** Pages between two days; null where no reading lies before one of them, or the counter fell. */
export function pagesBetween(total: Series, from: Day, to: Day): number | null {
  const at = (day: Day) => total.findLast((reading) => reading.day <= day)?.value;
  const [first, last] = [at(from), at(to)];
  return first === undefined || last === undefined || last < first ? null : last - first;
}

/** Pages between neighbouring visits for a problem. */
export function spansOf(visits: readonly PastVisit[], total: Series): readonly number[] {
  const counted = visits.filter(isForProblem);
  return counted.flatMap((visit, at) => {
    const before = counted[at - 1];
    return before === undefined ? [] : (pagesBetween(total, before.day, visit.day) ?? []);
  });
}

/** The 20th percentile of spans, and their median; each null below 30 spans. */
export function summariseSpans(spans: readonly number[]): {
  readonly p20: number | null;
  readonly median: number | null;
} {
  const sorted = spans.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted.length < leastSpans ? null : (sorted[Math.floor(share * (sorted.length - 1))] ?? null);
  return { p20: at(0.2), median: at(0.5) };
}
