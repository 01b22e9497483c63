import type { DeviceReport } from '@platen/contract/report';
import { type RawBuilder, sql } from 'kysely';
import { pageFacts, type StoredPageFacts } from '../../device/counters.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { BreakCause } from './service.ts';

/** Counters at an instant, as PostgreSQL's JSON writes it; null where the report had none. */
export type CounterReading = readonly [at: string, total: number | null, color: number | null, black: number | null];

/** Counters at the end of a day (`YYYY-MM-DD`, UTC), and those of its quarters where they were asked for. */
export interface CounterDay {
  readonly day: string;
  readonly last: CounterReading;
  /** Ascending; null: none. */
  readonly quarters: readonly CounterReading[] | null;
}

/** A day of breaks; the instant as PostgreSQL's JSON writes it. */
export interface BreakDay {
  readonly day: string;
  readonly cause: BreakCause | null;
  readonly answeredBy: string | null;
  readonly answeredAt: string | null;
  readonly counters: readonly { readonly key: string; readonly before: number; readonly after: number }[];
}

export interface CounterRow {
  readonly series: string | null;
  /** The newest counters of the device. */
  readonly counters: DeviceReport['counters'] | null;
  readonly supplies: DeviceReport['supplies'] | null;
  /** All breaks of the page counters. */
  readonly pageFacts: StoredPageFacts;
  /** Ascending, from the first day asked for. */
  readonly days: readonly CounterDay[] | null;
  /** The last day before them, however long ago. */
  readonly before: CounterDay | null;
  /** The newest days on which counters fell or leapt, newest first. */
  readonly breaks: readonly BreakDay[] | null;
}

/** Days of breaks in an answer, at most. */
const breakDays = 10;

/**
 * The counters of a device since the first of these days (`YYYY-MM-DD`, UTC, ascending). Those of the
 * quarters are read for these days, as a month begins in each of them, and around breaks and readings that
 * people excluded, so that what was counted up to one is not lost.
 */
export const readCounterRow = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  cutDays: readonly string[],
): Promise<CounterRow> =>
  readDevice<CounterRow>(store, user, deviceId, {
    name: 'counter',
    columns: toColumns(cutDays),
  });

function toColumns(cutDays: readonly string[]): RawBuilder<unknown> {
  const cuts = sql`${cutDays}::date[]`;
  const first = sql`(${cuts})[1]`;
  const quarter = (prefix: string) =>
    `select json_build_array(c.${prefix}at, c.${prefix}total, c.${prefix}color, c.${prefix}black) as q, c.${prefix}at as at`;
  const quarters = sql.raw(`(select json_agg(x.q order by x.at) filter (where x.at is not null)
  from (${['q1_', 'q2_', 'q3_'].map(quarter).join(' union all ')}) x)`);
  const row = sql`json_build_object('day', c.day, 'last', json_build_array(c.observed_at, c.total, c.color, c.black),
  'quarters', case when c.day = any(${cuts}) or exists (select from counter_break k where k.device_id = c.device_id
    and c.day between k.day - 1 and k.day) or exists (select from meter_correction m where m.device_id = c.device_id
    and m.kind = 'exclude' and c.day between (m.at at time zone 'UTC')::date and (m.until at time zone 'UTC')::date)
    then ${quarters} end)`;
  const days = sql`from counter_day c where c.device_id = d.device_id and c.day`;
  return sql`d.series, (select s.body from device_section s where s.device_id = d.device_id and s.section = 'counters') as counters,
  (select s.body from device_section s where s.device_id = d.device_id and s.section = 'supplies') as supplies,
  ${pageFacts} as "pageFacts",
  (select json_agg(${row} order by c.day) ${days} >= ${first}) as days,
  (select ${row} ${days} < ${first} order by c.day desc limit 1) as before,
  (select json_agg(b order by b.day desc) from (
    select b.day, case when bool_and(b.cause is not null) then min(b.cause) end as cause, min(coalesce(u.name, b.answered_by)) as "answeredBy", max(b.answered_at) as "answeredAt",
      json_agg(json_build_object('key', b.key, 'before', b.value_before, 'after', b.value_after) order by b.key) as counters
    from counter_break b left join app_user u on u.subject = b.answered_by
    where b.device_id = d.device_id group by b.day order by b.day desc limit ${sql.lit(breakDays)}) b) as breaks`;
}
