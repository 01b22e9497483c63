import type { StatusReason } from '@platen/contract/devices';
import { sql, type Transaction } from 'kysely';
import { bigints, jsonbs, jsons, texts, times, uuids } from '../../../store/binary-array.ts';
import type { Database } from '../../../store/database.ts';
import { lockDevices } from '../../../store/lock-devices.ts';
import type { DeviceValues } from '../merge/device-row.ts';
import type { DeviceSection } from '../merge/device-sections.ts';
import type { IdentifiedReport } from '../merge/resolve-devices.ts';
import { decodeProvenance, encodeProvenance, type StoredProvenance } from './provenance.ts';

export type Trx = Transaction<Database>;

/** The columns of a device's row that decide what becomes of its reports. */
export interface StoredDevice {
  device_id: string;
  updated_at: Date;
  received_at: Date;
  late_at: Date | null;
  serial: string | null;
  model: string | null;
  customer_number: string | null;
  customer_name: string | null;
  description: string | null;
  dealer_number: string | null;
  dealer_name: string | null;
  /** It is offline. */
  is_silent: boolean;
  is_stopped: boolean;
  sign_reasons: StatusReason[];
  owner_id: string | null;
  organisation_id: string | null;
  collector_id: string | null;
  held_by: string | null;
  /** First day (UTC) for which anything may be stored. */
  history_from: string | null;
}

/** Locks the rows and returns them. */
export async function readLocked(trx: Trx, deviceIds: readonly string[]): Promise<Map<string, StoredDevice>> {
  await lockDevices(trx, deviceIds);
  const { rows } = await sql<StoredDevice>`
    select device_id, updated_at, received_at, late_at, serial, model, customer_number, customer_name, description, dealer_number, dealer_name,
      sign_reasons, owner_id, organisation_id, collector_id, held_by, history_from, is_stopped,
      status = 'offline' as is_silent
    from device where device_id = any(${uuids(deviceIds)})`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, row]));
}

type ReportKey = Pick<IdentifiedReport, 'deviceId' | 'claimedAt' | 'digest'>;
/** A clock of the year 1900 is further off than the column holds. */
const mostOffset = 2 ** 31 - 1;
const toStoredOffset = ({ clockOffset }: IdentifiedReport) => Math.max(-mostOffset, Math.min(clockOffset, mostOffset));
/** Null: as the time of the key. */
const toReadTime = ({ observedAt, claimedAt }: IdentifiedReport) =>
  observedAt.getTime() === claimedAt.getTime() ? null : observedAt;
export const toReportKey = ({ deviceId, claimedAt, digest }: ReportKey): string =>
  `${deviceId} ${claimedAt.getTime()} ${digest}`;

/**
 * Records the reports; returns the keys of those that are new. If an earlier release recorded a report of
 * that time without a digest (0), any report of that time counts as its repetition.
 */
export async function recordReports(
  trx: Trx,
  reports: readonly IdentifiedReport[],
  { now, collectorId }: { now: Date; collectorId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ device_id: string; observed_at: Date; digest: string }>`
    insert into device_report (device_id, observed_at, digest, received_at, collector_id, clock_offset_s, read_at, matters, meters)
    select d, o, h, ${now}, ${collectorId}, s::int, t, string_to_array(m, ' '), c
    from unnest(${uuids(reports.map((report) => report.deviceId))}, ${times(reports.map((report) => report.claimedAt))},
      ${bigints(reports.map((report) => report.digest))}, ${bigints(reports.map(toStoredOffset))},
      ${times(reports.map(toReadTime))}, ${texts(reports.map(({ matters }) => matters && matters.join(' ')))},
      ${texts(reports.map(({ meters }) => meters))})
      as r(d, o, h, s, t, m, c)
    where not exists (select from device_report k where k.device_id = d and k.observed_at = o and k.digest = 0)
    order by d, o, h
    on conflict do nothing
    returning device_id, observed_at, digest::text`.execute(trx);
  return new Set(
    rows.map((row) => toReportKey({ deviceId: row.device_id, claimedAt: row.observed_at, digest: row.digest })),
  );
}

/** The stored sections of these devices with their provenance, without their bodies. */
export async function readProvenance(
  trx: Trx,
  deviceIds: readonly string[],
): Promise<Map<string, Map<string, DeviceSection>>> {
  const { rows } = await sql<{ device_id: string; provenance: StoredProvenance }>`
    select device_id, provenance from section_provenance where device_id = any(${uuids(deviceIds)})`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, decodeProvenance(row.provenance)]));
}

/** Reads the bodies of `wanted` sections into `sections`. */
export async function readBodies(
  trx: Trx,
  wanted: readonly { deviceId: string; name: string }[],
  sections: ReadonlyMap<string, ReadonlyMap<string, DeviceSection>>,
): Promise<void> {
  if (wanted.length === 0) return;
  const { rows } = await sql<{ device_id: string; section: string; body: unknown }>`
    select device_id, section, body
    from unnest(${uuids(wanted.map((body) => body.deviceId))}, ${texts(wanted.map((body) => body.name))}) as wanted(device_id, section)
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
  /** When a report last arrived that is older than another one that had come before. */
  late_at: Date | null;
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
      received_at, late_at, held_by, ${now}, ${now}
    from unnest(${uuids(rows.map((row) => row.device_id))}, ${uuids(rows.map((row) => row.owner_id))},
      ${uuids(rows.map((row) => row.collector_id))},
      ${sql.join([...textColumns, 'unpacking_date' as const].map((name) => texts(rows.map((row) => row[name]))))},
      ${bigints(rows.map((row) => row.status_rank))}, ${jsonbs(rows.map((row) => JSON.stringify(row.status_reasons)))},
      ${times(rows.map((row) => row.updated_at))}, ${times(rows.map((row) => row.received_at))},
      ${times(rows.map((row) => row.late_at))},
      ${uuids(rows.map((row) => row.held_by))}) as reported(${columns}, held_by)
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

/** In the order of the select list of `writeDevices`. */
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
  'late_at',
] as const satisfies readonly (keyof DeviceRow)[];

/** A section whose body differs from the stored one. */
export interface ChangedSection {
  deviceId: string;
  name: string;
  section: DeviceSection;
  text: string;
}

/** Writes bodies that changed. The rows of their devices are locked. */
export async function writeSections(trx: Trx, bodies: readonly ChangedSection[]): Promise<void> {
  if (bodies.length === 0) return;
  await sql`
    insert into device_section (device_id, section, observed_at, received_at, source_name, body)
    select * from unnest(${uuids(bodies.map((body) => body.deviceId))}, ${texts(bodies.map((body) => body.name))},
      ${times(bodies.map((body) => body.section.observedAt))}, ${times(bodies.map((body) => body.section.receivedAt))},
      ${texts(bodies.map((body) => body.section.sourceName))}, ${jsons(bodies.map((body) => body.text))})
    on conflict (device_id, section) do update set observed_at = excluded.observed_at, received_at = excluded.received_at,
      source_name = excluded.source_name, body = excluded.body, field_times = null`.execute(trx);
}

/** Writes the provenance of all sections of devices. */
export async function writeProvenance(
  trx: Trx,
  devices: readonly { deviceId: string; sections: ReadonlyMap<string, DeviceSection> }[],
): Promise<void> {
  await sql`
    insert into section_provenance (device_id, provenance)
    select * from unnest(${uuids(devices.map((device) => device.deviceId))},
      ${jsonbs(devices.map((device) => encodeProvenance(device.sections)))})
    on conflict (device_id) do update set provenance = excluded.provenance`.execute(trx);
}

/**
 * Records the contact of a collector, at most once a minute, so that its deliveries do not wait for one
 * another's row lock.
 */
export async function recordContact(trx: Trx, collectorId: string, version: string | undefined): Promise<void> {
  await sql`
    update collector set last_contact_at = now(), version = coalesce(${version ?? null}, version)
    where collector_id = ${collectorId} and (last_contact_at is null or last_contact_at < now() - interval '1 minute')`.execute(
    trx,
  );
}
