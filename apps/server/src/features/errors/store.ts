import type { ErrorCategory } from '@platen/contract/report-sections';
import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../device/periods.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import { reportedBetween } from '../../device/reported-between.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';

/** Errors by period, each period by its name: a day (`YYYY-MM-DD`) or a month (`YYYY-MM`). */
export interface ErrorCounts {
  /** Periods with a report. */
  readonly reported: readonly string[] | null;
  /** Whether the device ever reported errors, even none. */
  readonly everReported: boolean;
  readonly counts: readonly (readonly [period: string, category: ErrorCategory, count: number])[] | null;
}

function toCountColumns(periods: readonly Period[]): RawBuilder<unknown> {
  const names = periods.map(({ name }) => name);
  const starts = periods.map(({ start }) => start.toISOString());
  const ends = periods.map(({ end }) => end.toISOString());
  const table = sql`unnest(${names}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) p(name, first, past)`;
  return sql`(select json_agg(p.name) from ${table}
      where ${reportedBetween(sql`p.first`, sql`p.past`)}
    ) as reported,
    (exists (select from device_section s where s.device_id = d.device_id and s.section = 'errors')
      or exists (select from device_error e where e.device_id = d.device_id)) as "everReported",
    (select json_agg(json_build_array(e.name, e.category, e.n)) from (
      select p.name, e.category, count(*)::int as n from ${table} join device_error e
        on e.device_id = d.device_id and e.occurred_at >= p.first and e.occurred_at < p.past
      group by 1, 2) e) as counts`;
}

/** Errors counted by period, and the periods in which a report came. */
export const readErrorCounts = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  periods: readonly Period[],
): Promise<ErrorCounts> =>
  readDevice<ErrorCounts>(store, user, deviceId, {
    name: 'errors-counts',
    columns: toCountColumns(periods),
  });

export interface LoggedError {
  readonly code: string;
  /** As PostgreSQL's JSON writes it. */
  readonly occurredAt: string;
  readonly category: ErrorCategory;
  readonly counter: number | null;
  readonly conditions: Readonly<Record<string, string>>;
}

/** Errors in the log at most, the newest: more than 60 a day are of no use to a reader. */
const longestLog = 2000;

/** Errors between two times, newest first. */
export const readErrorLog = (store: Pool, user: SignedInUser, deviceId: string, from: Date, to: Date) =>
  readDevice<{ readonly errors: readonly LoggedError[] | null }>(store, user, deviceId, {
    name: 'errors-log',
    columns: sql`(select json_agg(json_build_object('code', e.code, 'occurredAt', e.occurred_at,
          'category', e.category, 'counter', e.counter, 'conditions', e.conditions) order by e.occurred_at desc, e.code)
        from (select * from device_error where device_id = d.device_id
          and occurred_at >= ${from} and occurred_at <= ${to}
          order by occurred_at desc, code limit ${sql.lit(longestLog)}) e) as errors`,
  });
