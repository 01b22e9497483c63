import { type CensoredValue, survivingShare } from '@platen/diagnosis/statistics/survival-quantile';
import { type RangeCase, type RangeKind, rangeKinds } from './range-cases.ts';

/** Upper ends of the spans of predicted days; the last has none. */
const spanEnds = [7, 14, 28, 60, 120, 240, Number.POSITIVE_INFINITY];
const spanNames = ['0-7', '7-14', '14-28', '28-60', '60-120', '120-240', 'beyond'];
/** An 80 % range holds what it promises between these shares, in a row with this many cases. */
export const promised = { least: 0.77, most: 0.83, leastTail: 0.06, mostTail: 0.14, cases: 100 };

/** How the ranges of one kind, or of one span of it, stand against what came of them. Days. */
export interface RangeRow {
  /** `parts`: all parts with a life of their own together. */
  readonly kind: RangeKind | 'parts';
  /** `all`, or the span of predicted days. */
  readonly span: string;
  readonly cases: number;
  /**
   * Shares inside the range, before its lower end, after its upper end; together 1. A piece that was replaced
   * before it failed is known to have lasted so long (Kaplan and Meier 1958).
   */
  readonly covered: number;
  readonly before: number;
  readonly after: number;
  /** Medians of the width of the range, of the absolute error and of predicted minus actual. */
  readonly width: number;
  readonly error: number;
  readonly late: number;
  /** Dates of pieces that were replaced before they failed. */
  readonly unknown: number;
}

const isPart = ({ kind }: RangeCase): boolean => kind !== 'toner' && kind !== 'feedRoller';

/** Whether a date counts in the rows of this kind. */
export const isOfRow =
  ({ kind }: Pick<RangeRow, 'kind'>) =>
  (one: RangeCase): boolean =>
    kind === 'parts' ? isPart(one) : one.kind === kind;

/** A row for each kind and for the parts together, each followed by one for each span with a case. */
export function toRangeTable(cases: readonly RangeCase[]): RangeRow[] {
  return [...rangeKinds, 'parts' as const].flatMap((kind) => {
    const own = cases.filter(isOfRow({ kind }));
    const bySpan = spanNames.map((span, at) => {
      const above = spanEnds[at - 1] ?? Number.NEGATIVE_INFINITY;
      const upTo = spanEnds[at] ?? Number.POSITIVE_INFINITY;
      return toRow(
        kind,
        span,
        own.filter(({ predicted }) => predicted > above && predicted <= upTo),
      );
    });
    return [toRow(kind, 'all', own), ...bySpan].filter((row) => row.cases > 0);
  });
}

function toRow(kind: RangeRow['kind'], span: string, cases: readonly RangeCase[]): RangeRow {
  const known = cases.flatMap(({ actual, ...one }) => (actual === undefined ? [] : [{ ...one, actual }]));
  return {
    kind,
    span,
    cases: known.length,
    ...toShares(cases),
    width: median(known.map(({ lower, upper }) => upper - lower)),
    error: median(known.map(({ predicted, actual }) => Math.abs(predicted - actual))),
    late: median(known.map(({ predicted, actual }) => predicted - actual)),
    unknown: cases.length - known.length,
  };
}

/** Shares of the truth inside the ranges, before and after them; together 1. */
export function toShares(cases: readonly RangeCase[]): Pick<RangeRow, 'covered' | 'before' | 'after'> {
  const places = cases.flatMap(toPlace);
  const before = 1 - survivingShare(places, beforeRange);
  const after = survivingShare(places, afterRange);
  return { covered: 1 - before - after, before, after };
}

/** Places of what came just before the lower end of a range, and at its upper end. */
const [beforeRange, afterRange] = [-1 - 1e-6, 1];

/**
 * Where the end of a piece lay in its range: -1 the lower end, 0 the predicted day, 1 the upper end; of one
 * that was replaced before, where it was still in force.
 */
function toPlace({ predicted, lower, upper, actual, lasted }: RangeCase): CensoredValue[] {
  const days = actual ?? lasted;
  if (days === undefined) return [];
  const half = Math.max(0.5, days < predicted ? predicted - lower : upper - predicted);
  return [{ value: (days - predicted) / half, isCensored: actual === undefined }];
}

/** Whether a row holds what an 80 % range promises; undefined where it has too few cases to tell. */
export function holdsPromise({ cases, covered, before, after }: RangeRow): boolean | undefined {
  if (cases < promised.cases) return undefined;
  const isTail = (share: number) => share >= promised.leastTail && share <= promised.mostTail;
  return covered >= promised.least && covered <= promised.most && isTail(before) && isTail(after);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
