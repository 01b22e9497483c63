import type { FindingKind } from '@platen/contract/collectors';
import type { DeviceStatus } from '@platen/contract/devices';
import type { RuleTest } from '@platen/contract/rules';
import { silenceLimit, usualGap } from '@platen/diagnosis/conditions/spans/report-log';
import type { DeviceHistory } from '@platen/diagnosis/history/day-reading';
import type { JudgedFigures, RuleInputs } from '@platen/diagnosis/rules/inputs';
import type { TrialSpan } from '@platen/diagnosis/rules/try-rule';
import { type Kysely, sql } from 'kysely';
import { dayMs, hourMs } from '../../base/time.ts';
import { loadCodes, loadFirmware, loadHistories } from '../../history/load-histories.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { isOpenFinding } from '../../store/finding-answers.ts';
import { firstWholeMonth, reportTimes } from '../../store/report-times.ts';
import { readCollectors } from '../../worklist/rules/rule-collectors.ts';
import {
  emptyHistory,
  oldestReadingDays,
  readSupplies,
  settingDays,
  toNeeds,
  withSubCodes,
} from '../../worklist/rules/rule-inputs.ts';

type Db = Kysely<Database>;

/** What tests are asked of a device of the past, and how often it usually reports. */
export interface PastDevice {
  readonly deviceId: string;
  readonly inputs: RuleInputs;
  /** Milliseconds; undefined: not known. */
  readonly usualGapMs: number | undefined;
}

export interface PastOptions {
  readonly span: TrialSpan;
  readonly offlineHours: number;
  /** The judged figures of devices by day (BT-06). */
  readonly judgedOf: (deviceId: string) => readonly JudgedFigures[];
}

interface DeviceRow {
  readonly device_id: string;
  readonly status: DeviceStatus;
  readonly customer_number: string | null;
  readonly firmware_version: string | null;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly every_ms: number | null;
  readonly has_status: boolean;
  readonly gaps: number[] | null;
  readonly collector_id: string | null;
}

/**
 * Loads what these tests ask of these devices on the days of a span and before (BT-02), once for all forms;
 * each device is parsed when its turn comes. Readings are those of the days. Devices that are gone are left
 * out.
 */
export async function loadPast(
  db: Db,
  deviceIds: readonly string[],
  tests: readonly RuleTest[],
  { span, offlineHours, judgedOf }: PastOptions,
): Promise<readonly (() => PastDevice)[]> {
  const devices = await readDevices(db, deviceIds);
  const ids = devices.map((row) => row.device_id);
  const needs = toNeeds(tests, span.from);
  const metrics = new Set(tests.map(({ metric }) => metric));
  const isHistoryNeeded = needs.readings !== null || needs.pages !== null || needs.errors !== null;
  const since = span.from - oldestReadingDays;
  const [histories, daily, ofErrors, times, codes, firmware, breaks, supplies, findings, collectors] =
    await Promise.all([
      isHistoryNeeded ? loadHistories(db, ids, needs) : undefined,
      readLastReports(db, ids, since),
      needs.errors === null ? undefined : readErrorReports(db, ids, needs.errors, windowsOf(tests)),
      metrics.has('silence') ? readReportTimes(db, ids, since, leastSilence(tests)) : undefined,
      needs.settings ? loadCodes(db, ids, span.from - settingDays) : undefined,
      metrics.has('firmware') ? loadFirmware(db, ids, since) : undefined,
      metrics.has('counterBreak') ? readBreaks(db, ids) : undefined,
      needs.supplies ? readSupplies(db, ids) : undefined,
      metrics.has('finding') ? readFindings(db, ids) : undefined,
      needs.collectors
        ? readCollectors(
            db,
            devices.map((row) => ({ collectorId: row.collector_id })),
          )
        : undefined,
    ]);
  const offlineMs = offlineHours * hourMs;
  return devices.map((row) => () => {
    const { device_id: deviceId, updated_ms: updatedAt, firmware_version: version } = row;
    const history: DeviceHistory = histories?.get(deviceId)?.() ?? emptyHistory;
    const reports = toSorted([
      ...(daily.get(deviceId) ?? []).map((at) => Math.min(at, updatedAt)),
      ...(ofErrors?.get(deviceId) ?? []),
      ...(times?.get(deviceId) ?? []),
      ...(updatedAt <= span.now ? [updatedAt] : []),
    ]);
    const limit = silenceLimit(row.gaps ?? [], { roundMs: row.every_ms, offlineMs });
    const firmwareDays = firmware?.get(deviceId) ?? [];
    return {
      deviceId,
      usualGapMs: usualGap(row.gaps ?? []) ?? row.every_ms ?? undefined,
      inputs: {
        history,
        reports,
        stoppedAt: null,
        silences: toSilences(reports, limit),
        judged: judgedOf(deviceId),
        present: {
          since: span.to * dayMs,
          status: row.status,
          supplies: supplies?.get(deviceId) ?? [],
          findings: row.has_status ? (findings?.get(deviceId) ?? []) : [],
          customerNumber: row.customer_number,
          collector: collectors?.get(row.collector_id ?? '') ?? null,
        },
        settings: (codes?.get(deviceId) ?? []).map(({ day, values }) => ({
          at: day * dayMs,
          values: withSubCodes(values),
        })),
        firmware:
          firmwareDays.length > 0
            ? firmwareDays.map((one) => ({ at: one.day * dayMs, version: one.version }))
            : version === null
              ? []
              : [{ at: span.to * dayMs, version }],
        breaks: breaks?.get(deviceId) ?? [],
        createdAt: row.created_ms,
      },
    };
  });
}

const windowsOf = (tests: readonly RuleTest[]): number[] => [
  ...new Set(tests.flatMap(({ windowHours }) => windowHours ?? [])),
];

const toSorted = (instants: readonly number[]): number[] => [...new Set(instants)].sort((a, b) => a - b);

/** Spans without a report that are longer than a device may be silent (WL-09). */
function toSilences(reports: readonly number[], limit: number): NonNullable<RuleInputs['silences']> {
  return reports.flatMap((at, index): (readonly [number, number | null])[] => {
    const next = reports[index + 1];
    return next === undefined || next - at > limit ? [[at + limit, next ?? null]] : [];
  });
}

async function readDevices(db: Db, ids: readonly string[]): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.device_id, d.status, d.customer_number, d.collector_id, d.firmware_version,
      floor(extract(epoch from d.created_at) * 1000)::float8 as created_ms,
      floor(extract(epoch from d.updated_at) * 1000)::float8 as updated_ms,
      s.every_ms, s.collector_id is not null as has_status, e.memory #> '{log,reports}' as gaps
    from device d left join collector_status s on s.collector_id = d.collector_id
      left join evaluation e on e.entity_id = d.device_id
    where d.device_id = any(${uuids(ids)}) and d.held_by is null`.execute(db);
  return rows;
}

/**
 * The last report with counters of each day, ascending; of a day without one its end. Of the wide rows of
 * readings only the days are read, from the index.
 */
async function readLastReports(db: Db, ids: readonly string[], since: number): Promise<Map<string, number[]>> {
  const from = sql`date '1970-01-01' + ${since}::int`;
  const { rows } = await sql<{ device_id: string; times: number[] }>`
    select device_id, json_agg(floor(extract(epoch from at) * 1000)::bigint order by at) as times from (
      select device_id, coalesce(max(at), (day + 1)::timestamp at time zone 'UTC' - interval '1 ms') as at from (
        select device_id, day, observed_at as at from counter_day where device_id = any(${uuids(ids)}) and day >= ${from}
        union all
        select device_id, day, null from reading_day where device_id = any(${uuids(ids)}) and day >= ${from}
      ) reported group by device_id, day
    ) last group by device_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.times]));
}

/** The reports with which errors became known, and those with which they leave a window of these hours. */
async function readErrorReports(
  db: Db,
  ids: readonly string[],
  since: number,
  windows: readonly number[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ device_id: string; times: number[] }>`
    select e.device_id, json_agg(distinct round(extract(epoch from r.at) * 1000)::bigint) as times
    from (
      select distinct device_id, date_trunc('minute', occurred_at) + later.hours * interval '1 hour' as at
      from device_error cross join unnest(${[0, ...windows]}::int[]) as later(hours)
      where device_id = any(${uuids(ids)})
        and occurred_at >= timestamptz '1970-01-01 00:00:00+00' + ${since}::int * interval '24 hours'
    ) e
    cross join lateral (
      select observed_at as at from device_report r where r.device_id = e.device_id and r.observed_at >= e.at
      order by observed_at limit 1
    ) stored
    -- An earlier one of that day may not be stored itself.
    cross join lateral (
      select min(times.at) as at from device_report r cross join lateral ${reportTimes} as times
      where r.device_id = e.device_id and r.observed_at >= stored.at
        and r.observed_at < date_trunc('day', stored.at, 'UTC') + interval '1 day' and times.at >= e.at
    ) r
    group by e.device_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.times]));
}

/** The shortest silence that the tests ask for, in hours. */
const leastSilence = (tests: readonly RuleTest[]): number =>
  Math.min(...tests.flatMap(({ metric, value }) => (metric === 'silence' && value !== undefined ? [value] : [])));

/** Widths that divide a day, in hours. */
const binHours = [24, 12, 8, 6, 4, 3, 2, 1] as const;

/**
 * When a device reported: at both ends of each day and of each silence of at least half of these hours. Of
 * the reports of a bin no wider than such a silence the first and the last suffice, as every silence leads
 * from one bin into another; counting them all against their neighbours took five times as long.
 */
async function readReportTimes(
  db: Db,
  ids: readonly string[],
  since: number,
  hours: number,
): Promise<Map<string, number[]>> {
  const apart = sql`least(interval '1 day', ${hours}::float8 * interval '30 minutes')`;
  const from = sql`timestamptz '1970-01-01 00:00:00+00' + ${since}::int * interval '24 hours'`;
  const bin = sql`${binHours.find((width) => width <= hours / 2) ?? 0.5}::float8 * interval '1 hour'`;
  const { rows } = await sql<{ device_id: string; times: number[] }>`
    select device_id, json_agg(round(extract(epoch from at) * 1000)::bigint order by at) as times from (
      select device_id, at, lag(at) over device as before, lead(at) over device as after
      from (
        select device_id, unnest(array[min(at), max(at)]) as at
        from (
          select device_id, observed_at as at from device_report where device_id = any(${uuids(ids)})
            and observed_at >= ${from}
          union all
          select r.device_id, times.at from device_report r cross join lateral ${reportTimes} as times
          where r.device_id = any(${uuids(ids)}) and r.observed_at >= ${from} and r.also_at is not null
            and r.observed_at < ${`${firstWholeMonth(new Date())}-01`}::timestamp at time zone 'UTC'
        ) reports
        group by device_id, date_bin(${bin}, at, timestamptz '1970-01-01 00:00:00+00')
      ) ends
      window device as (partition by device_id order by at)
    ) r
    where before is null or after is null or at - before >= ${apart} or after - at >= ${apart}
      or (at at time zone 'UTC')::date <> (after at time zone 'UTC')::date
    group by device_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.times]));
}

/** Breaks but for misreads that healed by themselves (LG-11), as live work takes them. */
async function readBreaks(db: Db, ids: readonly string[]): Promise<Map<string, RuleInputs['breaks']>> {
  const { rows } = await sql<{ device_id: string; breaks: RuleInputs['breaks'] }>`
    select b.device_id, json_agg(json_build_object('key', b.key, 'at', extract(epoch from b.day) * 1000,
      'explainedAt', extract(epoch from b.answered_at) * 1000) order by b.day, b.key) as breaks
    from counter_break b left join device_judgement j on j.device_id = b.device_id
    where b.device_id = any(${uuids(ids)}) and not exists (
      select from json_array_elements(coalesce(j.result -> 'breaks', '[]'::json)) as healed
      where healed ->> 'key' = b.key and (healed ->> 'day')::int = b.day - date '1970-01-01'
        and (healed ->> 'isHealed')::boolean)
    group by b.device_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.breaks]));
}

async function readFindings(db: Db, ids: readonly string[]): Promise<Map<string, FindingKind[]>> {
  const { rows } = await sql<{ device_id: string; kinds: FindingKind[] }>`
    select d.device_id, array_agg(f.finding ->> 'kind') as kinds
    from device d join collector_status s on s.collector_id = d.collector_id
      cross join lateral jsonb_array_elements(s.findings) as f(finding)
    where d.device_id = any(${uuids(ids)}) and f.finding ->> 'serial' = d.serial and ${isOpenFinding} group by d.device_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.device_id, row.kinds]));
}
