import type { AnswerOf } from '@platen/contract/endpoint';
import type { readErrorLogs, readJams } from '@platen/contract/readings';
import { type ErrorKind, errorKinds } from '../../device/error-kinds.ts';

type ErrorLog = AnswerOf<typeof readErrorLogs>['errorLogs'][number];

export interface LogRow extends ErrorLog {
  /** Distinguishes rows of one time and code; stays the same while older ones drop out. */
  readonly key: string;
  readonly at: Date;
}

/** The history newest first (ER-02, ER-04, OQ-68), of one kind or of all. */
export function toLogRows(logs: readonly ErrorLog[], kind?: ErrorKind): LogRow[] {
  const seen = new Map<string, number>();
  const rows = logs.map((log): LogRow => {
    const same = `${log.occurredAt} ${log.errorCode} ${log.category}`;
    const count = seen.get(same) ?? 0;
    seen.set(same, count + 1);
    return { ...log, key: `${same} ${count}`, at: new Date(log.occurredAt) };
  });
  return rows
    .filter(({ category }) => kind === undefined || category === kind)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Each device code once, for fetching their messages. */
export const codesOf = (rows: readonly LogRow[]): string[] => [...new Set(rows.map(({ errorCode }) => errorCode))];

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

/**
 * The five strips of the last 14 days (ER-01, ER-05, OQ-67); undefined where the device sends no errors at
 * all.
 */
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
