import { errorCountDays, errorHistoryDays, errorTrendMonths } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import { readErrorLogs, readErrorTrend, readJams } from '@platen/contract/readings';
import { conditionCategories, type ErrorCategory, errorCategories } from '@platen/contract/report-sections';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../base/time.ts';
import { toInstant } from '../../device/counters.ts';
import { lastDays, lastMonths, type Period, toCountedTime } from '../../device/periods.ts';
import { type Pool, readDevice, reportedBetween } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';

/** The error tab: errors a day, the log and the trend by month. */
export function registerErrors(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readJams, async ({ user, params, query }) => {
    const days = lastDays(new Date(), errorCountDays, query.timeZone ?? 'UTC');
    const counts = await readErrorCounts(store, user, params.id, days);
    return { ...toJams(counts, days), ...toCountedTime(days, query.timeZone) };
  });
  serve(app, readErrorTrend, async ({ user, params, query }) => {
    const months = lastMonths(new Date(), Math.max(...errorTrendMonths), query.timeZone ?? 'UTC');
    const counts = await readErrorCounts(store, user, params.id, months);
    return { ...toTrend(counts, months), ...toCountedTime(months, query.timeZone) };
  });
  serve(app, readErrorLogs, async ({ user, params }) => {
    const now = Date.now();
    // A clock may be ahead of ours: what is dated up to a day later is included.
    const [from, to] = [new Date(now - errorHistoryDays * dayMs), new Date(now + dayMs)];
    const { errors } = await readErrorLog(store, user, params.id, from, to);
    return toErrorLogs(errors ?? []);
  });
}

/** Errors by period, each period by its name: a day (`YYYY-MM-DD`) or a month (`YYYY-MM`). */
interface ErrorCounts {
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
const readErrorCounts = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  periods: readonly Period[],
): Promise<ErrorCounts> =>
  readDevice<ErrorCounts>(store, user, deviceId, {
    name: 'errors-counts',
    columns: toCountColumns(periods),
  });

interface LoggedError {
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
const readErrorLog = (store: Pool, user: SignedInUser, deviceId: string, from: Date, to: Date) =>
  readDevice<{ readonly errors: readonly LoggedError[] | null }>(store, user, deviceId, {
    name: 'errors-log',
    columns: sql`(select json_agg(json_build_object('code', e.code, 'occurredAt', e.occurred_at,
          'category', e.category, 'counter', e.counter, 'conditions', e.conditions) order by e.occurred_at desc, e.code)
        from (select * from device_error where device_id = d.device_id
          and occurred_at >= ${from} and occurred_at <= ${to}
          order by occurred_at desc, code limit ${sql.lit(longestLog)}) e) as errors`,
  });

type CountOf = (period: string, category: ErrorCategory) => number | null;

/**
 * Errors in a period: null where no report came in it, or where the device never reports errors. Errors
 * reported later, of a day without a report of its own, are counted all the same.
 */
function toCountOf({ reported, everReported, counts }: ErrorCounts): CountOf {
  const known = new Map((counts ?? []).map(([period, category, count]) => [`${period} ${category}`, count]));
  const covered = new Set(everReported ? [...(reported ?? []), ...(counts ?? []).map(([period]) => period)] : []);
  return (period, category) => (covered.has(period) ? (known.get(`${period} ${category}`) ?? 0) : null);
}

/** Errors a day and kind (OQ-67). */
function toJams(row: ErrorCounts, days: readonly Period[]): AnswerOf<typeof readJams> {
  const countOf = toCountOf(row);
  const list = (category: ErrorCategory) => days.map(({ name }) => ({ date: name, count: countOf(name, category) }));
  const [jamDF, jamPrint, jamFinisher, serviceCall, other] = errorCategories;
  return {
    dailyJam: {
      jamDF: list(jamDF),
      jamPrint: list(jamPrint),
      jamFinisher: list(jamFinisher),
      serviceCall: list(serviceCall),
      other: list(other),
    },
  };
}

/** Errors a month and kind, the running month last (OQ-69). */
function toTrend(row: ErrorCounts, months: readonly Period[]): AnswerOf<typeof readErrorTrend> {
  const countOf = toCountOf(row);
  return {
    monthly: months.map(({ name: month }) => ({
      month,
      jamDF: countOf(month, 'jamDF'),
      jamPrint: countOf(month, 'jamPrint'),
      jamFinisher: countOf(month, 'jamFinisher'),
      serviceCall: countOf(month, 'serviceCall'),
      other: countOf(month, 'other'),
    })),
  };
}

/** The log as it is sent, without coded settings that have no category in the contract (OQ-68). */
const toErrorLogs = (errors: readonly LoggedError[]): AnswerOf<typeof readErrorLogs> => ({
  errorLogs: errors.map(({ code, occurredAt, category, counter, conditions }) => ({
    errorCode: code,
    occurredAt: toInstant(occurredAt),
    category,
    counter,
    conditions: Object.fromEntries(
      conditionCategories.flatMap((name) => {
        const value = conditions[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  })),
});
