import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Section } from './merge-sections.ts';
import type { DeviceValues } from './to-device-row.ts';
import type { CounterDay, DeviceError } from './to-readings.ts';

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
}

/** Locks the rows, in the order of their ids so that two deliveries never wait for each other in a circle. */
export async function lockDevices(trx: Trx, deviceIds: readonly string[]): Promise<Map<string, KeptDevice>> {
  const { rows } = await sql<KeptDevice>`
    select device_id, updated_at, received_at, serial, model, customer_number, dealer_number
    from device where device_id = any(${deviceIds}::uuid[]) order by device_id for no key update`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, row]));
}

interface ReportKey {
  deviceId: string;
  observedAt: Date;
}
export const toReportKey = ({ deviceId, observedAt }: ReportKey): string => `${deviceId} ${observedAt.getTime()}`;

/** Notes the reports; gives back the keys of those that were not there before. */
export async function noteReports(
  trx: Trx,
  reports: readonly ReportKey[],
  receivedAt: Date,
  collectorId: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ device_id: string; observed_at: Date }>`
    insert into device_report (device_id, observed_at, received_at, collector_id)
    select d, o, ${receivedAt}, ${collectorId}
    from unnest(${reports.map((report) => report.deviceId)}::uuid[],
                ${reports.map((report) => report.observedAt.toISOString())}::timestamptz[]) as r(d, o)
    order by d, o
    on conflict do nothing
    returning device_id, observed_at`.execute(trx);
  return new Set(rows.map((row) => toReportKey({ deviceId: row.device_id, observedAt: row.observed_at })));
}

interface SectionRow {
  device_id: string;
  section: string;
  observed_at: Date;
  received_at: Date;
  source_name: string;
  body: unknown;
  field_times: Record<string, string> | null;
}

/** The sections kept of these devices: when each was said; bodies only of `identity`, `site` and what is asked for. */
export async function readSections(
  trx: Trx,
  deviceIds: readonly string[],
  bodies: readonly { deviceId: string; name: string }[],
): Promise<Map<string, Map<string, Section>>> {
  const { rows } = await sql<SectionRow>`
    select device_id, section, observed_at, received_at, source_name, field_times,
      case when section in ('identity', 'site') or (device_id, section) in (
        select * from unnest(${bodies.map((body) => body.deviceId)}::uuid[], ${bodies.map((body) => body.name)}::text[])
      ) then body end as body
    from device_section where device_id = any(${deviceIds}::uuid[])`.execute(trx);
  const result = new Map<string, Map<string, Section>>();
  for (const row of rows) {
    const sections = result.get(row.device_id) ?? new Map<string, Section>();
    result.set(row.device_id, sections);
    sections.set(row.section, {
      observedAt: row.observed_at,
      receivedAt: row.received_at,
      sourceName: row.source_name,
      body: row.body,
      fieldTimes: row.field_times ?? undefined,
    });
  }
  return result;
}

export interface DeviceRow extends DeviceValues {
  device_id: string;
  updated_at: Date;
  received_at: Date;
}

/**
 * Writes the rows of devices. A new device has its `processed_at` at once, so that it is listed (OQ-115).
 * Rows go over as one JSON text: one statement and one plan, however many they are.
 */
export async function writeDevices(trx: Trx, rows: readonly DeviceRow[], now: Date): Promise<void> {
  const columns = sql.raw(deviceColumns.join(', '));
  const updates = sql.raw(
    deviceColumns
      .slice(1)
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  );
  await sql`
    insert into device (${columns}, created_at, processed_at)
    select ${columns}, ${now}, ${now} from json_populate_recordset(null::device, ${JSON.stringify(rows)}::json)
    on conflict (device_id) do update set ${updates}`.execute(trx);
}

const deviceColumns = [
  'device_id',
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
  'status_rank',
  'reported_status',
  'status_reasons',
  'device_code',
  'firmware_version',
  'firmware_line',
  'firmware_key',
  'unpacking_date',
  'updated_at',
  'received_at',
] as const satisfies readonly (keyof DeviceRow)[];

/** Writes merged sections. The rows of their devices are locked, so what was merged is still the newest. */
export async function writeSections(
  trx: Trx,
  sections: readonly { deviceId: string; name: string; section: Section }[],
): Promise<void> {
  const rows = sections.map(({ deviceId, name, section }) => ({
    device_id: deviceId,
    section: name,
    observed_at: section.observedAt,
    received_at: section.receivedAt,
    source_name: section.sourceName,
    body: section.body,
    field_times: section.fieldTimes ?? null,
  }));
  await upsert(
    trx,
    rows,
    sql`
    insert into device_section (device_id, section, observed_at, received_at, source_name, body, field_times)
    select device_id, section, observed_at, received_at, source_name, body, field_times
    from json_populate_recordset(null::device_section, ${JSON.stringify(rows)}::json)
    on conflict (device_id, section) do update set observed_at = excluded.observed_at, received_at = excluded.received_at,
      source_name = excluded.source_name, body = excluded.body, field_times = excluded.field_times`,
  );
}

/** Of one day the last counters stay. */
export async function writeCounterDays(trx: Trx, rows: readonly CounterDay[]): Promise<void> {
  await upsert(
    trx,
    rows,
    sql`
    insert into counter_day (device_id, day, observed_at, total, color, black)
    select device_id, day, observed_at, total, color, black
    from json_populate_recordset(null::counter_day, ${JSON.stringify(rows)}::json)
    on conflict (device_id, day) do update set observed_at = excluded.observed_at,
      total = excluded.total, color = excluded.color, black = excluded.black
    where excluded.observed_at > counter_day.observed_at`,
  );
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
