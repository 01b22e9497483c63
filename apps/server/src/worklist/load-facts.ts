import type { CollectorFinding } from '@platen/contract/collectors';
import type { DeviceStatus } from '@platen/contract/devices';
import {
  type Agreement,
  type DeviceFacts,
  type LoggedReport,
  loadedDays,
  type ReportLog,
} from '@platen/diagnosis/conditions/evaluation';
import { toPagesAMonth } from '@platen/diagnosis/conditions/use';
import type { RuleFailure } from '@platen/diagnosis/rules/rule-spans';
import { type Kysely, sql } from 'kysely';
import { dayMs, toDayText } from '../base/time.ts';
import { texts, times, uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { isOpenFinding } from '../store/finding-answers.ts';
import { sqlMs } from '../store/sql-ms.ts';
import { customerEntityId } from './entity-ids.ts';
import { loadCloseDays } from './load-close-days.ts';
import { loadCodeChanges } from './load-code-changes.ts';
import { groupBy, loadHolds, type StoredEntity } from './load-stored.ts';
import type { Organisation } from './organisation.ts';
import { loadRules } from './rules/load-rules.ts';
import type { RuleDevice } from './rules/rule-inputs.ts';

type Db = Kysely<Database>;

/** A device with all that its evaluation needs but what is stored of it. */
export interface LoadedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  /** What the evaluation covers, to the microsecond. */
  readonly through: string;
  readonly lateAt: string | null;
  readonly judgedAt: string | null;
  readonly facts: DeviceFacts;
  readonly log: ReportLog;
  /** It is out of use; `since`: it reports again since then (OA-41). */
  readonly retired: { readonly since: number | null } | null;
}

interface DeviceRow {
  readonly device_id: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customer_number: string | null;
  readonly firmware_version: string | null;
  readonly firmware_line: string | null;
  readonly status: DeviceStatus;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly collector_id: string | null;
  readonly is_held: boolean;
  readonly is_retired: boolean;
  /** When it reported after the day of its retirement. */
  readonly again_ms: number | null;
  readonly through: string;
  readonly late_at: string | null;
  readonly judged_at: string | null;
  readonly judged_ms: number | null;
  readonly round_ms: number | null;
  readonly has_status: boolean;
  readonly last_day: number | null;
  readonly result: NonNullable<DeviceFacts['judged']>['judgement'] | null;
  readonly weight: number | null;
  readonly answer_times: Agreement | null;
  readonly pages: [pages: number, days: number] | null;
}

/**
 * Loads what is known of these devices; unknown ones are left out. Some statements for any number of devices.
 */
export async function loadDevices(
  db: Db,
  deviceIds: readonly string[],
  stored: ReadonlyMap<string, StoredEntity>,
  { now, organisation }: { now: Date; organisation: Organisation },
): Promise<{ devices: LoadedDevice[]; ruleFailures: readonly RuleFailure[] }> {
  const rows = await readDevices(db, deviceIds, now);
  const ids = rows.map((row) => row.device_id);
  const logs = await readLogs(db, rows, stored, now);
  const calls = await readCalls(db, ids, now);
  const pages = await readPages(db, [...calls.keys()], now);
  const explained = await readExplained(db, ids);
  const codeChanges = await loadCodeChanges(db, ids, now);
  const closeDays = await loadCloseDays(db, ids, now);
  const findings = await readFindings(db, rows);
  const holds = await loadHolds(db, [...new Set(rows.flatMap(toHolders))]);
  const findingsOf = toFindingsOf(findings);
  const explainedOf = ({ device_id: id }: DeviceRow) => explained.get(id) ?? [];
  const { rulesOf, failures: ruleFailures } = await loadRules(db, toRuleDevices(rows, explained, findings), now);
  const { firmwareTargets = {} } = organisation.form;
  const devices = rows.map((row): LoadedDevice => {
    const { device_id: deviceId, serial, model, judged_at: judgedAt } = row;
    const { firmware_version: version, firmware_line: line } = row;
    const facts: DeviceFacts = {
      serial,
      retiredAt: row.is_held ? now.getTime() : null,
      roundMs: row.round_ms,
      judged: toJudged(row),
      calls: calls.get(deviceId) ?? [],
      pages: pages.get(deviceId) ?? [],
      explainedDays: explainedOf(row),
      // Also without a collector that finds something it is known that a device in use is not retired.
      findings: findingsOf(row) ?? (reportedAgain(stored.get(deviceId)) ? [] : null),
      codeChanges: codeChanges.get(deviceId) ?? [],
      rules: rulesOf(deviceId),
      firmware: version === null ? null : { version, target: line === null ? null : (firmwareTargets[line] ?? null) },
      pagesAMonth: row.pages === null ? null : toPagesAMonth(...row.pages),
      medianPages: organisation.medianPages,
      weight: row.weight,
      closeDay: closeDays.get(deviceId) ?? null,
      agreement: row.answer_times,
      holds: toHolders(row).flatMap((id) => holds.get(id) ?? []),
    };
    return {
      deviceId,
      serial,
      model,
      customerNumber: row.customer_number,
      through: row.through,
      lateAt: row.late_at,
      judgedAt,
      facts,
      log: logs.get(deviceId) ?? { reports: [], isWhole: true },
      retired: row.is_retired ? { since: row.again_ms } : null,
    };
  });
  return { devices, ruleFailures };
}

/** What the tests of rules look at of these devices; held ones and unknown ones are left out. */
export async function loadRuleDevices(db: Db, deviceIds: readonly string[], now: Date): Promise<RuleDevice[]> {
  const rows = await readDevices(db, deviceIds, now);
  const ids = rows.map((row) => row.device_id);
  return toRuleDevices(rows, await readExplained(db, ids), await readFindings(db, rows));
}

type Findings = Awaited<ReturnType<typeof readFindings>>;

/** Null: no collector could have found anything. */
const toFindingsOf =
  (findings: Findings) =>
  ({ has_status: hasStatus, serial }: DeviceRow): DeviceFacts['findings'] =>
    hasStatus ? (findings.get(serial ?? '') ?? []) : null;

function toRuleDevices(
  rows: readonly DeviceRow[],
  explained: ReadonlyMap<string, readonly string[]>,
  findings: Findings,
): RuleDevice[] {
  const findingsOf = toFindingsOf(findings);
  return rows
    .filter((row) => !row.is_held && !row.is_retired)
    .map((row) => ({
      deviceId: row.device_id,
      status: row.status,
      updatedAt: row.updated_ms,
      createdAt: row.created_ms,
      firmware: row.firmware_version,
      customerNumber: row.customer_number,
      judged: toJudged(row),
      explainedDays: explained.get(row.device_id) ?? [],
      findings: findingsOf(row),
      collectorId: row.collector_id,
    }));
}

/** A retired device reported again (OA-41); that it is in use is known without a collector's findings. */
const reportedAgain = (stored: StoredEntity | undefined): boolean =>
  stored?.conditions.some(({ kind, subject }) => kind === 'identity' && subject === 'reportsAgain') ?? false;

const toJudged = ({ judged_ms: at, last_day: lastDay, result }: DeviceRow): DeviceFacts['judged'] =>
  at === null || result === null ? null : { at, lastDay, judgement: result };

/** Entities whose conditions hold those of a device: its collector and its customer. */
const toHolders = ({ collector_id: collectorId, customer_number: number }: DeviceRow): string[] => [
  ...(collectorId === null ? [] : [collectorId]),
  ...(number === null ? [] : [customerEntityId(number)]),
];

async function readDevices(db: Db, deviceIds: readonly string[], now: Date): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.device_id, d.serial, d.model, d.customer_number, d.firmware_version, d.firmware_line, d.collector_id, d.status,
      floor(extract(epoch from d.created_at) * 1000)::float8 as created_ms,
      floor(extract(epoch from d.updated_at) * 1000)::float8 as updated_ms,
      d.held_by is not null as is_held, d.retired_on is not null as is_retired,
      case when (d.updated_at at time zone 'utc')::date > d.retired_on
        then floor(extract(epoch from d.updated_at) * 1000)::float8 end as again_ms, d.received_at::text as through, d.late_at::text, j.judged_at::text,
      floor(extract(epoch from j.judged_at) * 1000)::float8 as judged_ms, j.result,
      s.every_ms as round_ms, s.collector_id is not null as has_status, w.weight, a.answer_times,
      last.day - date '1970-01-01' as last_day,
      case when first.day < last.day then json_build_array(last.total - first.total, last.day - first.day) end as pages
    from device d
    left join device_judgement j on j.device_id = d.device_id
    left join collector_status s on s.collector_id = d.collector_id
    left join device_weight w on w.device_id = d.device_id
    left join customer_agreement a on a.customer_number = d.customer_number
    left join lateral (
      select day, total from counter_day c where c.device_id = d.device_id and total is not null
        and day >= (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(loadedDays.pages)}::int order by day limit 1
    ) first on true
    left join lateral (
      select day, total from counter_day c where c.device_id = d.device_id and total is not null
        and day >= (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(loadedDays.pages)}::int order by day desc limit 1
    ) last on true
    where d.device_id = any(${uuids(deviceIds)})`.execute(db);
  return rows;
}

/** The time by which a report is stored may be that much before the time at which the device was read. */
const mostBehindMs = dayMs / 2;

const reportMs = sqlMs('coalesce(r.read_at, r.observed_at)');

/**
 * The log of each device: reports since that of its memory, or all of the last 40 days where a late report
 * came in.
 */
async function readLogs(
  db: Db,
  devices: readonly DeviceRow[],
  stored: ReadonlyMap<string, StoredEntity>,
  now: Date,
): Promise<Map<string, ReportLog>> {
  const oldest = now.getTime() - (loadedDays.reports + 1) * dayMs;
  const wanted = devices.map((device) => {
    const { memory = null, lateAt = null } = stored.get(device.device_id) ?? {};
    const isLate = device.late_at !== lateAt;
    const until = memory?.log?.until;
    const isWhole = isLate || until === undefined;
    const after = isWhole ? oldest : until;
    return { id: device.device_id, isWhole, after, from: after - mostBehindMs };
  });
  const { rows } = await sql<{ device_id: string; reports: [at: number, matters: string[] | null][] }>`
    select wanted.device_id, json_agg(json_build_array(${reportMs}, r.matters) order by ${reportMs}, r.digest) as reports
    from unnest(${uuids(wanted.map(({ id }) => id))}, ${times(wanted.map(({ from }) => new Date(from)))},
      ${times(wanted.map(({ after }) => new Date(after)))}) as wanted(device_id, since, after)
    join device_report r on r.device_id = wanted.device_id and r.observed_at > wanted.since
      and coalesce(r.read_at, r.observed_at) > wanted.after
    group by wanted.device_id`.execute(db);
  const reports = new Map(rows.map((row) => [row.device_id, row.reports]));
  return new Map(
    wanted.map(({ id, isWhole }) => [
      id,
      { isWhole, reports: (reports.get(id) ?? []).map(([at, matters]): LoggedReport => ({ at, matters })) },
    ]),
  );
}

const toDay = (time: Date, daysBefore: number): string => toDayText(Math.floor(time.getTime() / dayMs) - daysBefore);

async function readCalls(db: Db, ids: readonly string[], now: Date) {
  const { rows } = await sql<{ device_id: string; code: string; at: Date }>`
    select device_id, code, occurred_at as at from device_error
    where device_id = any(${uuids(ids)}) and category = 'serviceCall' and occurred_at >= ${toDay(now, loadedDays.calls)}::date
    order by device_id, occurred_at, code`.execute(db);
  return groupBy(
    rows,
    (row) => row.device_id,
    ({ code, at }) => ({ code, at: at.getTime() }),
  );
}

/** Only of devices with service calls: for nothing else pages by day are needed. */
async function readPages(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return new Map<string, { day: number; value: number }[]>();
  const { rows } = await sql<{ device_id: string; day: number; value: number }>`
    select device_id, day - date '1970-01-01' as day, total as value from counter_day
    where device_id = any(${uuids(ids)}) and total is not null and day >= ${toDay(now, loadedDays.pages)}::date
    order by device_id, day`.execute(db);
  return groupBy(
    rows,
    (row) => row.device_id,
    ({ day, value }) => ({ day, value }),
  );
}

async function readExplained(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ device_id: string; day: string }>`
    select distinct device_id, day from counter_break
    where device_id = any(${uuids(ids)}) and cause is not null order by device_id, day`.execute(db);
  return groupBy(
    rows,
    (row) => row.device_id,
    (row) => row.day,
  );
}

/** Findings of the collectors by the serial that they name. */
async function readFindings(db: Db, devices: readonly DeviceRow[]) {
  const serials = devices.flatMap(({ serial, has_status: hasStatus }) => (hasStatus ? (serial ?? []) : []));
  const collectors = [...new Set(devices.flatMap(({ collector_id: id }) => id ?? []))];
  const { rows } = await sql<{ finding: CollectorFinding & { serial: string } }>`
    select f.finding from collector_status s cross join lateral jsonb_array_elements(s.findings) as f(finding)
    where s.collector_id = any(${uuids(collectors)}) and s.finding_count > 0
      and f.finding ->> 'serial' = any(${texts(serials)}) and ${isOpenFinding}`.execute(db);
  return groupBy(
    rows,
    ({ finding }) => finding.serial,
    ({ finding: { kind, since } }) => ({ kind, since: Date.parse(since) }),
  );
}
