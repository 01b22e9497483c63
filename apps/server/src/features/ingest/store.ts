import type { StatusReason } from '@platen/contract/devices';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { bigints, dates, jsonbs, jsons, texts, times, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { Section } from './merge-sections.ts';
import type { DeviceValues } from './to-device-row.ts';
import { type CounterReading, type DeviceError, type Quarter, quarters } from './to-readings.ts';
import { readTold, type Told, writeTold } from './told.ts';

type Trx = Transaction<Database>;

/** What an ingest needs to know of a device's row before it changes it. */
export interface KeptDevice {
  device_id: string;
  updated_at: Date;
  received_at: Date;
  serial: string | null;
  model: string | null;
  customer_number: string | null;
  dealer_number: string | null;
  sign_reasons: StatusReason[];
  owner_id: string | null;
  collector_id: string | null;
  held_by: string | null;
  /** First day (UTC) of which anything may be held. */
  history_from: string | null;
}

/** Locks the rows, in the order of their ids so that two deliveries never wait for each other in a circle. */
export async function lockDevices(trx: Trx, deviceIds: readonly string[]): Promise<Map<string, KeptDevice>> {
  const { rows } = await sql<KeptDevice>`
    select device_id, updated_at, received_at, serial, model, customer_number, dealer_number, sign_reasons,
      owner_id, collector_id, held_by, history_from
    from device where device_id = any(${uuids(deviceIds)}) order by device_id for no key update`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, row]));
}

interface ReportKey {
  deviceId: string;
  notedAt: Date;
  digest: string;
}
interface NotedReport extends ReportKey {
  /** Seconds that the clock by which it is dated was ahead of ours. */
  clockOffset: number;
}
/** A clock of the year 1900 is further off than the column holds. */
const mostOffset = 2 ** 31 - 1;
const toKeptOffset = ({ clockOffset }: NotedReport) => Math.max(-mostOffset, Math.min(clockOffset, mostOffset));
export const toReportKey = ({ deviceId, notedAt, digest }: ReportKey): string =>
  `${deviceId} ${notedAt.getTime()} ${digest}`;

/**
 * Notes the reports; returns the keys of those that were not there before. Where a report of that time was noted by a version
 * that knew no digest (0), any other of that time counts as its repetition, as it did then.
 */
export async function noteReports(
  trx: Trx,
  reports: readonly NotedReport[],
  { now, collectorId }: { now: Date; collectorId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ device_id: string; observed_at: Date; digest: string }>`
    insert into device_report (device_id, observed_at, digest, received_at, collector_id, clock_offset_s)
    select d, o, h, ${now}, ${collectorId}, s::int
    from unnest(${uuids(reports.map((report) => report.deviceId))}, ${times(reports.map((report) => report.notedAt))},
      ${bigints(reports.map((report) => report.digest))}, ${bigints(reports.map(toKeptOffset))}) as r(d, o, h, s)
    where not exists (select from device_report k where k.device_id = d and k.observed_at = o and k.digest = 0)
    order by d, o, h
    on conflict do nothing
    returning device_id, observed_at, digest::text`.execute(trx);
  return new Set(
    rows.map((row) => toReportKey({ deviceId: row.device_id, notedAt: row.observed_at, digest: row.digest })),
  );
}

/** The sections kept of these devices: when each was said and what it is known by, without their bodies. */
export async function readTellings(trx: Trx, deviceIds: readonly string[]): Promise<Map<string, Map<string, Section>>> {
  const { rows } = await sql<{ device_id: string; told: Told }>`
    select device_id, told from device_told where device_id = any(${uuids(deviceIds)})`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, readTold(row.told)]));
}

/** Puts the bodies that are asked for into the sections. */
export async function readBodies(
  trx: Trx,
  asked: readonly { deviceId: string; name: string }[],
  sections: ReadonlyMap<string, ReadonlyMap<string, Section>>,
): Promise<void> {
  if (asked.length === 0) return;
  const { rows } = await sql<{ device_id: string; section: string; body: unknown }>`
    select device_id, section, body
    from unnest(${uuids(asked.map((body) => body.deviceId))}, ${texts(asked.map((body) => body.name))}) as asked(device_id, section)
    join device_section using (device_id, section)`.execute(trx);
  for (const row of rows) {
    const section = sections.get(row.device_id)?.get(row.section);
    if (section !== undefined) section.body = row.body;
  }
}

export interface DeviceRow extends DeviceValues {
  device_id: string;
  owner_id: string | null;
  /** Collector that delivered the newest report. */
  collector_id: string | null;
  held_by: string | null;
  updated_at: Date;
  received_at: Date;
}

/** Writes the rows of devices. A new device has its `processed_at` at once, so that it is listed (OQ-115). */
export async function writeDevices(trx: Trx, rows: readonly DeviceRow[], now: Date): Promise<void> {
  const columns = sql.raw(deviceColumns.join(', '));
  const updates = sql.raw(
    deviceColumns
      .slice(1)
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  );
  await sql`
    insert into device (${columns}, held_by, created_at, processed_at)
    select device_id, owner_id, collector_id, ${sql.raw(textColumns.join(', '))}, unpacking_date::date, status_rank, status_reasons, updated_at,
      received_at, held_by, ${now}, ${now}
    from unnest(${uuids(rows.map((row) => row.device_id))}, ${uuids(rows.map((row) => row.owner_id))},
      ${uuids(rows.map((row) => row.collector_id))},
      ${sql.join([...textColumns, 'unpacking_date' as const].map((name) => texts(rows.map((row) => row[name]))))},
      ${bigints(rows.map((row) => row.status_rank))}, ${jsonbs(rows.map((row) => JSON.stringify(row.status_reasons)))},
      ${times(rows.map((row) => row.updated_at))}, ${times(rows.map((row) => row.received_at))},
      ${uuids(rows.map((row) => row.held_by))}) as said(${columns}, held_by)
    on conflict (device_id) do update set ${updates}`.execute(trx);
}

const textColumns = [
  'serial',
  'mac_address',
  'manufacturer',
  'model',
  'series',
  'customer_number',
  'customer_name',
  'description',
  'dealer_number',
  'dealer_name',
  'status',
  'reported_status',
  'device_code',
  'firmware_version',
  'firmware_line',
  'firmware_key',
  'address_text',
] as const satisfies readonly (keyof DeviceRow)[];

/** In the order in which `writeDevices` says them. */
const deviceColumns = [
  'device_id',
  'owner_id',
  'collector_id',
  ...textColumns,
  'unpacking_date',
  'status_rank',
  'status_reasons',
  'updated_at',
  'received_at',
] as const satisfies readonly (keyof DeviceRow)[];

/** A body that is not the one kept. */
export interface NewBody {
  deviceId: string;
  name: string;
  section: Section;
  text: string;
}

/** Writes bodies that changed. The rows of their devices are locked, so what was merged is still the newest. */
export async function writeSections(trx: Trx, bodies: readonly NewBody[]): Promise<void> {
  await upsert(
    trx,
    bodies,
    sql`
    insert into device_section (device_id, section, observed_at, received_at, source_name, body)
    select * from unnest(${uuids(bodies.map((body) => body.deviceId))}, ${texts(bodies.map((body) => body.name))},
      ${times(bodies.map((body) => body.section.observedAt))}, ${times(bodies.map((body) => body.section.receivedAt))},
      ${texts(bodies.map((body) => body.section.sourceName))}, ${jsons(bodies.map((body) => body.text))})
    on conflict (device_id, section) do update set observed_at = excluded.observed_at, received_at = excluded.received_at,
      source_name = excluded.source_name, body = excluded.body, field_times = null`,
  );
}

/** Writes when and by whom the sections of devices were last said. */
export async function writeTellings(
  trx: Trx,
  devices: readonly { deviceId: string; sections: ReadonlyMap<string, Section> }[],
): Promise<void> {
  await sql`
    insert into device_told (device_id, told)
    select * from unnest(${uuids(devices.map((device) => device.deviceId))},
      ${jsonbs(devices.map((device) => writeTold(device.sections)))})
    on conflict (device_id) do update set told = excluded.told`.execute(trx);
}

/** Keeps the newer counters of a day or a quarter; of two of one time the greater, as in `toCounterReadings`. */
function toNewer(timeColumn: string, prefix: string): string {
  const [stored, added] = [`counter_day.${timeColumn}`, `excluded.${timeColumn}`];
  const isNewer = `${stored} is null or ${added} > ${stored}`;
  const columns = ['total', 'color', 'black'].map((name) => {
    const column = `${prefix}${name}`;
    return `${column} = case when ${isNewer} then excluded.${column} when ${added} = ${stored}
      then greatest(counter_day.${column}, excluded.${column}) else counter_day.${column} end`;
  });
  return [`${timeColumn} = greatest(${stored}, ${added})`, ...columns].join(', ');
}

/**
 * The last counters of each day and of its first three quarters stay; the counters of the last quarter are those of the day.
 * One statement a quarter: no row is then met twice by one statement, and live reports all fall into one quarter.
 */
export async function writeCounterReadings(trx: Trx, readings: readonly CounterReading[]): Promise<void> {
  for (const quarter of quarters) {
    const rows = readings.filter((reading) => reading.quarter === quarter);
    if (rows.length > 0) await writeCountersOf(trx, quarter, rows);
  }
}

async function writeCountersOf(trx: Trx, quarter: Quarter, rows: readonly CounterReading[]): Promise<void> {
  const prefix = `q${quarter}_`;
  const isLast = quarter === 4;
  const columns = isLast ? '' : `, ${['at', 'total', 'color', 'black'].map((name) => prefix + name).join(', ')}`;
  const newer = [toNewer('observed_at', ''), ...(isLast ? [] : [toNewer(`${prefix}at`, prefix)])].join(', ');
  const kept = isLast ? 'counter_day.observed_at' : `coalesce(counter_day.${prefix}at, '-infinity')`;
  await sql`
    insert into counter_day (device_id, day, observed_at, total, color, black${sql.raw(columns)})
    select r.*${sql.raw(isLast ? '' : ', r.observed_at, r.total, r.color, r.black')}
    from unnest(${uuids(rows.map((row) => row.device_id))}, ${dates(rows.map((row) => row.day))},
      ${times(rows.map((row) => row.observed_at))}, ${bigints(rows.map((row) => row.total))},
      ${bigints(rows.map((row) => row.color))}, ${bigints(rows.map((row) => row.black))})
      as r(device_id, day, observed_at, total, color, black)
    on conflict (device_id, day) do update set ${sql.raw(newer)}
    where excluded.observed_at >= ${sql.raw(kept)}`.execute(trx);
}

/** Of two tellings of one error the fuller stays, as in `toDeviceErrors`. */
export async function writeDeviceErrors(trx: Trx, rows: readonly DeviceError[]): Promise<void> {
  await upsert(
    trx,
    rows,
    sql`
    insert into device_error (device_id, occurred_at, code, category, counter, conditions)
    select device_id, occurred_at, code, category, counter, conditions
    from json_populate_recordset(null::device_error, ${JSON.stringify(rows)}::json)
    on conflict (device_id, occurred_at, code) do update set
      counter = greatest(device_error.counter, excluded.counter),
      conditions = greatest(device_error.conditions, excluded.conditions)`,
  );
}

async function upsert(trx: Trx, rows: readonly unknown[], statement: RawBuilder<unknown>): Promise<void> {
  if (rows.length > 0) await statement.execute(trx);
}

/** When a collector was last heard, at most once a minute, so that busy collectors do not fight over one row. */
export async function noteContact(trx: Trx, collectorId: string, version: string | undefined): Promise<void> {
  await sql`
    update collector set last_contact_at = now(), version = coalesce(${version ?? null}, version)
    where collector_id = ${collectorId} and (last_contact_at is null or last_contact_at < now() - interval '1 minute')`.execute(
    trx,
  );
}
