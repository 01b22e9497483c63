import { errorTrendMonths } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readErrorTrend } from '@platen/contract/history';
import { type ErrorKind, errorKinds } from '../../device/error-kinds.ts';

type TrendMonth = AnswerOf<typeof readErrorTrend>['monthly'][number];
export type TrendView = (typeof errorTrendMonths)[number];

/**
 * The view an address asks for; all six months where it asks for none that there is (ER-07..ER-09, IX-10).
 */
export const readView = (text: string | undefined): TrendView =>
  errorTrendMonths.find((months) => String(months) === text) ?? 6;

interface KindTrend {
  readonly kind: ErrorKind;
  /** Oldest first; null: no report in that month. */
  readonly counts: readonly (number | null)[];
  /** Over the months with a report; null where there is none. */
  readonly total: number | null;
}

export interface Trend {
  readonly months: readonly TrendMonth[];
  readonly kinds: readonly KindTrend[];
  /** Sum over the kinds of each month; null for a month without a report. */
  readonly sums: readonly (number | null)[];
  /** Sum over all months with a report. */
  readonly total: number | null;
  /** Highest count of a month over all kinds: the one scale of the five charts. */
  readonly most: number;
  /** Months with a report. */
  readonly reported: number;
}

const add = (counts: readonly (number | null)[]): number | null => {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};

/** The last months of the trend, by kind (ER-03, OQ-69); undefined where none of the months has a report. */
export function toTrend(monthly: readonly TrendMonth[], view: TrendView): Trend | undefined {
  const months = monthly.slice(-view);
  const sums = months.map((month) => add(errorKinds.map((kind) => month[kind])));
  const reported = sums.filter((sum) => sum !== null).length;
  if (reported === 0) return undefined;
  const byKind = errorKinds.map((kind) => {
    const counts = months.map((month) => month[kind]);
    return { kind, counts, total: add(counts) };
  });
  const most = Math.max(0, ...byKind.flatMap(({ counts }) => counts.map((count) => count ?? 0)));
  return { months, kinds: byKind, sums, total: add(sums), most, reported };
}
