import type { AnswerOf } from '@platen/contract/endpoint';
import type { readJams } from '@platen/contract/history';
import { type ErrorKind, errorKinds } from '../../device/error-kinds.ts';

type DailyJam = AnswerOf<typeof readJams>['dailyJam'];

interface KindCounts {
  readonly kind: ErrorKind;
  /** Oldest first; null: no report that day. */
  readonly days: DailyJam[ErrorKind];
  /** Errors of the days with a report; null where there is none. */
  readonly total: number | null;
}

export interface DailyCounts {
  readonly kinds: readonly KindCounts[];
  /** Highest count of a day over all kinds: the one scale of the five strips. */
  readonly most: number;
  /** Days without a report of any kind. */
  readonly missing: number;
}

/** The five strips of the last 14 days (ER-01, ER-05, OQ-67); undefined where the device sends no errors at all. */
export function toDailyCounts(daily: DailyJam): DailyCounts | undefined {
  const kinds = errorKinds.map((kind): KindCounts => {
    const days = daily[kind];
    const known = days.flatMap(({ count }) => (count === null ? [] : [count]));
    return { kind, days, total: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0) };
  });
  if (kinds.every(({ total }) => total === null)) return undefined;
  const most = Math.max(0, ...kinds.flatMap(({ days }) => days.map(({ count }) => count ?? 0)));
  const dates = new Set(kinds.flatMap(({ days }) => days.map(({ date }) => date)));
  const heard = new Set(kinds.flatMap(({ days }) => days.flatMap(({ date, count }) => (count === null ? [] : [date]))));
  return { kinds, most, missing: dates.size - heard.size };
}
