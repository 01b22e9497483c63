import type { ErrorCategory } from '@platen/contract/report-sections';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';

/** Errors in periods of a day (`YYYY-MM-DD`) or a month (`YYYY-MM`), all UTC. */
export interface ErrorCounts {
  /** Periods with a report. */
  readonly reported: readonly string[] | null;
  /** Whether the device ever spoke of errors, even of none. */
  readonly toldErrors: boolean;
  readonly counts: readonly (readonly [period: string, category: ErrorCategory, count: number])[] | null;
}

const forms = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;

/**
 * Errors counted by day or month since a day (`YYYY-MM-DD`), up to the end of `to`. Whether anything was heard in a period
 * is asked of the keys one period at a time: a device that reports every quarter of an hour has thousands of rows.
 */
export const readErrorCounts = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  period: keyof typeof forms,
  { from, to }: { from: string; to: string },
): Promise<ErrorCounts> =>
  readDevice<ErrorCounts>(store, user, deviceId, {
    name: `errors-${period}`,
    columns: (add) => {
      const [first, last] = [`${add(from)}::date`, `${add(to)}::date`];
      const start = (day: string) => `(${day}::timestamp at time zone 'utc')`;
      return `(select json_agg(to_char(p.start, '${forms[period]}'))
          from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 ${period}') p(start)
          where exists (select from reading_day r where r.device_id = d.device_id
              and r.day >= p.start::date and r.day < (p.start + interval '1 ${period}')::date)
            or exists (select from device_report r where r.device_id = d.device_id and r.clock_offset_s = 0
              and r.observed_at >= ${start('p.start')} and r.observed_at < ${start("(p.start + interval '1 " + period + "')")})
        ) as reported,
        (exists (select from device_section s where s.device_id = d.device_id and s.section = 'errors')
          or exists (select from device_error e where e.device_id = d.device_id)) as "toldErrors",
        (select json_agg(json_build_array(e.period, e.category, e.n)) from (
          select to_char(occurred_at at time zone 'utc', '${forms[period]}') as period, category, count(*)::int as n
          from device_error where device_id = d.device_id
            and occurred_at >= ${start(first)} and occurred_at < ${start(`(${last} + 1)`)} group by 1, 2) e) as counts`;
    },
  });

export interface LoggedError {
  readonly code: string;
  /** As PostgreSQL's JSON writes it. */
  readonly occurredAt: string;
  readonly category: ErrorCategory;
  readonly counter: number | null;
  readonly conditions: Readonly<Record<string, string>>;
}

/** So many at most, the newest: more than 60 a day say nothing more to anyone. */
const longestLog = 2000;

/** Errors between two times, newest first. */
export const readErrorLog = (store: Pool, user: SignedInUser, deviceId: string, from: Date, to: Date) =>
  readDevice<{ readonly errors: readonly LoggedError[] | null }>(store, user, deviceId, {
    name: 'errors-log',
    columns: (add) => `(select json_agg(json_build_object('code', e.code, 'occurredAt', e.occurred_at,
          'category', e.category, 'counter', e.counter, 'conditions', e.conditions) order by e.occurred_at desc, e.code)
        from (select * from device_error where device_id = d.device_id
          and occurred_at >= ${add(from)} and occurred_at <= ${add(to)}
          order by occurred_at desc, code limit ${longestLog}) e) as errors`,
  });
