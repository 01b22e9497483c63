import type { ErrorCategory } from '@platen/contract/report-sections';
import type { Period } from '../../device/periods.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';

/** Errors by period, each period by its name: a day (`YYYY-MM-DD`) or a month (`YYYY-MM`). */
export interface ErrorCounts {
  /** Periods with a report. */
  readonly reported: readonly string[] | null;
  /** Whether the device ever spoke of errors, even of none. */
  readonly toldErrors: boolean;
  readonly counts: readonly (readonly [period: string, category: ErrorCategory, count: number])[] | null;
}

/**
 * Errors counted by period. Whether a report came in a period is asked of the keys one period at a time: a device that
 * reports every quarter of an hour has thousands of rows. Of readings only the UTC day is stored: they count on the day
 * and in the month of its noon.
 */
export const readErrorCounts = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  periods: readonly Period[],
): Promise<ErrorCounts> =>
  readDevice<ErrorCounts>(store, user, deviceId, {
    name: 'errors-counts',
    columns: (add) => {
      const names = add(periods.map(({ name }) => name));
      const starts = add(periods.map(({ start }) => start.toISOString()));
      const ends = add(periods.map(({ end }) => end.toISOString()));
      const table = `unnest(${names}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) p(name, first, past)`;
      const withNoon = (time: string) => `((${time} at time zone 'utc') - interval '12 hours')`;
      return `(select json_agg(p.name) from ${table}
          where exists (select from reading_day r where r.device_id = d.device_id
              and r.day >= ${withNoon('p.first')} and r.day < ${withNoon('p.past')})
            or exists (select from device_report r where r.device_id = d.device_id and r.clock_offset_s = 0
              and r.observed_at >= p.first and r.observed_at < p.past)
        ) as reported,
        (exists (select from device_section s where s.device_id = d.device_id and s.section = 'errors')
          or exists (select from device_error e where e.device_id = d.device_id)) as "toldErrors",
        (select json_agg(json_build_array(e.name, e.category, e.n)) from (
          select p.name, e.category, count(*)::int as n from ${table} join device_error e
            on e.device_id = d.device_id and e.occurred_at >= p.first and e.occurred_at < p.past
          group by 1, 2) e) as counts`;
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
