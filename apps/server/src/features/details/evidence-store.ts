import {
  averagePagesDays,
  counterChartMonths,
  errorCountDays,
  errorHistoryDays,
  errorTrendMonths,
} from '@platen/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../base/time.ts';
import { pageFacts } from '../../device/counters.ts';
import { fleetOfDevice, nearestFirst } from '../../device/fleet-line.ts';
import { lastDays, lastMonths, lastUtcMonths, type Span, toSpan } from '../../device/periods.ts';
import { joinJudgement, type Pool, readDevice, type StoredSections, storedSections } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { countCodes } from '../../store/report-format/lists.ts';
import { runPrepared, toConstant } from '../../store/statement.ts';
import type { CountedFacts, SupplyDay } from './to-counted-figures.ts';
import type { JudgedParts, ReportsByDay } from './to-judged-evidence.ts';
import type { ErrorCounts, ReplacementFact, TableFacts } from './to-table-evidence.ts';

/** Everything behind the values of one device. Parts of the judgement are null before the first one. */
export interface EvidenceRow extends TableFacts, CountedFacts, Nullable<JudgedParts> {
  readonly sections: StoredSections | null;
  /** Toner levels of the last days, ascending. */
  readonly supplyDays: readonly SupplyDay[] | null;
  /** Newest first. */
  readonly replacements: readonly ReplacementFact[] | null;
}
type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const bodies = toConstant(
  storedSections(
    'identity',
    'status',
    'counters',
    'supplies',
    'parts',
    'firmware',
    'network',
    'inputs',
    'paperPath',
    'options',
    'sensors',
    'storage',
  ),
);

/**
 * The time that the errors of a screen are counted over, days in the zone that they are shown in; `to` is
 * exclusive.
 */
function errorWindows(now: Date, zone: string): Readonly<Record<ErrorCounts, Span>> {
  const daily = toSpan(lastDays(now, errorCountDays, zone), now);
  const monthly = toSpan(lastMonths(now, Math.max(...errorTrendMonths), zone), now);
  const logs = { from: new Date(now.getTime() - errorHistoryDays * dayMs), to: new Date(now.getTime() + dayMs) };
  return { daily, monthly, logs };
}

function toColumns(now: Date, zone: string): RawBuilder<unknown> {
  const spans = errorWindows(now, zone);
  const oldest = new Date(Math.min(...Object.values(spans).map(({ from }) => from.getTime())));
  const local = (time: RawBuilder<unknown>) => sql`(${time} at time zone ${zone}::text)::date`;
  const windows = Object.entries(spans).map(([name, { from, to }]) => {
    const within = sql`filter (where e.occurred_at >= ${from} and e.occurred_at < ${to})`;
    const day = (end: 'min' | 'max') => local(sql`(${sql.raw(end)}(e.occurred_at) ${within})`);
    return sql`${sql.lit(name)}, json_build_array(count(*) ${within}, ${day('min')}, ${day('max')})`;
  });
  const from = sql`${`${lastUtcMonths(now, counterChartMonths)[0]}-01`}::date`;
  return sql`d.series, ${bodies} as sections,
    (select json_object_agg(s.section, json_build_object('observedAt', s.observed_at, 'receivedAt', s.received_at,
        'source', s.source_name)) from reported_section s
      where s.device_id = d.device_id and s.section in ('counters', 'errors', 'codes')) as reported,
    (select json_build_array(count(*), min(c.day), max(c.day)) from counter_day c
      where c.device_id = d.device_id and c.day >= ${from}) as "counterDays",
    (select json_agg(json_build_array(c.day, c.total) order by c.day) from counter_day c
      where c.device_id = d.device_id and c.day >= (now() at time zone 'utc')::date - ${sql.lit(averagePagesDays)}) as "totalDays",
    ${pageFacts} as "pageFacts",
    (select json_agg(json_build_array(r.day, r.supplies) order by r.day) from reading_day r
      where r.device_id = d.device_id and r.day >= (now() at time zone 'utc')::date - ${sql.lit(averagePagesDays)}
        and r.supplies is not null) as "supplyDays",
    (select json_build_object(${sql.join(windows)}) from device_error e
      where e.device_id = d.device_id and e.occurred_at >= ${oldest}) as errors,
    (select json_build_object('05', ${countCodes('05')}, '08', ${countCodes('08')},
      '13', ${countCodes('13')}) from device_section s
      where s.device_id = d.device_id and s.section = 'codes') as "codeCounts",
    (select json_agg(json_build_object('scope', f.scope, 'name', f.name, 'kind', f.kind, 'devices', f.devices,
        'fittedAt', f.fitted_at) order by ${nearestFirst('usual')}, ${nearestFirst('levels')})
      from ${fleetOfDevice}) as fleets,
    (select json_agg(json_build_object('item', r.item, 'day', r.replaced_on, 'origin', r.origin, 'counter', r.counter,
        'pixels', r.average_pixel_count) order by r.replaced_on desc, r.item)
      from device_replacement r where r.device_id = d.device_id) as replacements,
    (select json_build_object('observedAt', p.observed_at, 'receivedAt', p.received_at) from device_report p
      where p.device_id = d.device_id and p.received_at <= j.through
      order by p.observed_at desc limit 1) as "newestReport",
    j.judged_at as "judgedAt", j.through, r.toner, r."pmParts", r.predictions, r.risk`;
}

/** What is behind the values of a device. Errors are counted by the days of `zone` (IANA name). */
export const readEvidenceRow = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  { now, zone }: { readonly now: Date; readonly zone: string },
): Promise<EvidenceRow> =>
  readDevice<EvidenceRow>(store, user, deviceId, {
    name: 'evidence',
    columns: toColumns(now, zone),
    joins: sql`${joinJudgement}
      left join lateral json_to_record(j.result) as r(toner json, "pmParts" json, predictions json, risk json) on true`,
  });

/**
 * The last reports of days (`YYYY-MM-DD`, UTC) of a device that was read before: the caller has checked that
 * it is visible. Days without a stored report are left out.
 */
export async function readReportsOf(store: Pool, deviceId: string, days: readonly string[]): Promise<ReportsByDay> {
  if (days.length === 0) return {};
  const rows = await runPrepared(
    store,
    'device-reports-of-days',
    sql<{ day: string; observedAt: Date; receivedAt: Date }>`
      select day.day, p.observed_at as "observedAt", p.received_at as "receivedAt"
      from unnest(${days}::text[]) as day(day)
      cross join lateral (select observed_at, received_at from device_report
        where device_id = ${deviceId} and observed_at >= day.day::timestamp at time zone 'utc'
          and observed_at < (day.day::timestamp + interval '1 day') at time zone 'utc'
        order by observed_at desc limit 1) p`,
  );
  return Object.fromEntries(
    rows.map(({ day, observedAt, receivedAt }) => [
      day,
      { observedAt: observedAt.toISOString(), receivedAt: receivedAt.toISOString() },
    ]),
  );
}
