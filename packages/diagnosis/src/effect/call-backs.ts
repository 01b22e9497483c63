import { uncountedKinds, type VisitKind } from '@platen/contract/visit-names';
import type { Day } from '../history/day-reading.ts';
import { codesOf } from './target.ts';

/** A recorded visit of one device. */
export interface PastVisit {
  readonly visitId: string;
  readonly day: Day;
  readonly kind: VisitKind;
  /** The visit whose missing parts asked for this one (VR-08). */
  readonly formerId: string | null;
  /** Units that its conditions and entries are about; empty: the device as a whole. */
  readonly units: readonly string[];
  /** Total pages of the device then; null: not known. */
  readonly pages: number | null;
}

/** A condition of P1 or P2 that opened, or came back. */
export interface PressingCondition {
  readonly subject: string;
  /** The error that it is about; null: none. */
  readonly code: string | null;
  readonly day: Day;
  readonly pages: number | null;
}

/** Days within which a further visit is a call-back in any case (VE-06). */
const callBackDays = 14;
/** Spans between unplanned visits without which the pages of a model say nothing (VE-06). */
export const leastSpans = 30;

/** Visits for a problem: no maintenance, and none of the kinds that never count (VE-07). */
const isForProblem = ({ kind }: Pick<PastVisit, 'kind'>): boolean =>
  kind !== 'maintenance' && !uncountedKinds.includes(kind);

/** What a visit counts as (VE-07): each counts once. Null: it never counts. */
export type VisitClass = 'problem' | 'callBack' | 'returnForParts' | null;

/**
 * Which visits of a device were call-backs (VE-06) and which returns for parts; the visits ascend by day. A
 * visit is a call-back where a visit for a problem was made before it within 14 days, or before the device
 * printed as many pages as the 20th percentile of the model, whichever is later.
 * @param least pages of the 20th percentile; null: not known, then the 14 days alone decide
 */
export function classifyVisits(visits: readonly PastVisit[], least: number | null): ReadonlyMap<string, VisitClass> {
  const classes = new Map<string, VisitClass>();
  let last: PastVisit | undefined;
  for (const visit of visits) {
    if (!isForProblem(visit)) {
      classes.set(visit.visitId, null);
      continue;
    }
    const isBack = last !== undefined && isSoon(last, visit, least);
    classes.set(visit.visitId, visit.formerId !== null ? 'returnForParts' : isBack ? 'callBack' : 'problem');
    last = visit;
  }
  return classes;
}

/**
 * Visits for a problem after which the same unit asked for somebody so soon that it says the same (VE-06), by
 * a condition of P1 or P2, and that no further visit for a problem followed: that one counts itself.
 */
export function cameBackAfter(
  visits: readonly PastVisit[],
  conditions: readonly PressingCondition[],
  least: number | null,
): ReadonlySet<string> {
  const counted = visits.filter(isForProblem);
  return new Set(
    counted.flatMap((visit, at) => {
      const next = counted[at + 1];
      if (next !== undefined && isSoon(visit, next, least)) return [];
      const isBack = conditions.some(
        (one) => one.day > visit.day && isSoon(visit, one, least) && visit.units.some((unit) => isAbout(one, unit)),
      );
      return isBack ? [visit.visitId] : [];
    }),
  );
}

const isAbout = ({ subject, code }: PressingCondition, unit: string): boolean =>
  subject === unit || (code !== null && codesOf(unit)?.(code) === true);

interface Moment {
  readonly day: Day;
  readonly pages: number | null;
}

function isSoon(visit: Moment, later: Moment, least: number | null): boolean {
  if (later.day - visit.day <= callBackDays) return true;
  const printed = pagesBetween(visit, later);
  return least !== null && printed !== null && printed < least;
}

/** Pages between two moments; null where one is not known, or the counter fell. */
const pagesBetween = (from: Moment, to: Moment): number | null =>
  from.pages === null || to.pages === null || to.pages < from.pages ? null : to.pages - from.pages;

/** Pages between neighbouring visits for a problem, by the later one. */
export function spansOf(visits: readonly PastVisit[]): ReadonlyMap<string, number> {
  const counted = visits.filter(isForProblem);
  return new Map(
    counted.flatMap((visit, at) => {
      const before = counted[at - 1];
      const pages = before === undefined ? null : pagesBetween(before, visit);
      return pages === null ? [] : [[visit.visitId, pages] as const];
    }),
  );
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
