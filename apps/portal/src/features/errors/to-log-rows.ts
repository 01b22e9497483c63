import type { AnswerOf } from '@platen/contract/endpoint';
import type { readErrorLogs } from '@platen/contract/history';
import type { ErrorKind } from '../../device/error-kinds.ts';

type ErrorLog = AnswerOf<typeof readErrorLogs>['errorLogs'][number];

export interface LogRow extends ErrorLog {
  /** Tells rows apart that are alike in time and code; stays the same while older ones drop out. */
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
