import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import type { DeviceReport } from '@platen/contract/report';
import type { ErrorCategory } from '@platen/contract/report-sections';
import { Refusal } from '../../http/refusal.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Connection } from '../../store/connect.ts';
import type { CounterDay } from './amp.ts';

type Pool = Pick<Connection, 'pool'>;

/** One kept section: the newest the device ever said of it, as the report schema has it. */
export interface KeptSection<T> {
  readonly body: T;
  /** ISO 8601, as PostgreSQL's JSON writes it. */
  readonly observedAt: string;
  readonly receivedAt: string;
  readonly source: string;
  /** `identity` only: fields said before `observedAt`. */
  readonly fieldTimes: Readonly<Record<string, string>> | null;
}
type Body<K extends keyof DeviceReport> = NonNullable<DeviceReport[K]>;
type SectionName = Exclude<keyof DeviceReport, 'version' | 'observedAt'>;
/** Sections by name; absent: the device never spoke of it. */
export type KeptSections = { readonly [K in SectionName]?: KeptSection<Body<K>> };
/** The same without time and source of each. */
export type SectionBodies = { readonly [K in SectionName]?: Body<K> };

export interface ProfileRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly series: string | null;
  readonly macAddress: string | null;
  readonly status: DeviceStatus;
  readonly statusReasons: StatusReason[];
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly description: string | null;
  readonly dealerNumber: string | null;
  readonly dealerName: string | null;
  readonly unpackingDate: string | null;
  readonly updatedAt: Date;
  readonly processedAt: Date | null;
  readonly sections: SectionBodies | null;
  /** Whether the device ever spoke of errors, even of none. */
  readonly toldErrors: boolean | null;
  /** Who brought the newest report, when it was taken and when it came; null for a device without one. */
  readonly collectorName: string | null;
  readonly collectorObservedAt: Date | null;
  readonly collectorReceivedAt: Date | null;
  readonly errors: Partial<Record<ErrorCategory, number>> | null;
  readonly counterDays: CounterDay[] | null;
}

const sectionsOf = (names: string) => `(select json_object_agg(s.section, json_build_object(
    'body', s.body, 'observedAt', s.observed_at, 'receivedAt', s.received_at, 'source', s.source_name,
    'fieldTimes', s.field_times)) from device_section s where s.device_id = d.device_id and s.section in (${names}))`;

/** Error counts run over 14 days (PR-31); AMP over the counters of the last 90. */
const profileColumns = `d.device_id as "deviceId", d.serial, d.model, d.series, d.mac_address as "macAddress", d.status,
  d.status_reasons as "statusReasons", d.customer_number as "customerNumber", d.customer_name as "customerName",
  d.description, d.dealer_number as "dealerNumber", d.dealer_name as "dealerName", d.unpacking_date as "unpackingDate",
  d.updated_at as "updatedAt", d.processed_at as "processedAt",
  said.sections, said."toldErrors", said."collectorName", said."collectorObservedAt", said."collectorReceivedAt",
  (select json_object_agg(e.category, e.n) from (select category, count(*) as n from device_error
    where device_id = d.device_id and occurred_at >= now() - interval '14 days' and occurred_at <= now() + interval '1 day'
    group by category) e) as errors,
  (select json_agg(json_build_array(c.day, c.total) order by c.day) from counter_day c
    where c.device_id = d.device_id and c.day >= (now() at time zone 'utc')::date - 90) as "counterDays"`;

/**
 * The bodies that a profile is made of, by one range of the key: looking the sections up one by one, and wrapping each
 * with its times, took three times as long.
 */
const profileSections = `cross join lateral (select
    json_object_agg(s.section, s.body) filter (where s.section in ('counters', 'supplies', 'parts', 'firmware', 'network', 'options')) as sections,
    bool_or(s.section = 'errors') as "toldErrors",
    max(s.source_name) filter (where s.section = 'source') as "collectorName",
    max(s.observed_at) filter (where s.section = 'source') as "collectorObservedAt",
    max(s.received_at) filter (where s.section = 'source') as "collectorReceivedAt"
  from device_section s where s.device_id = d.device_id) said`;

/** All of a profile in one round trip. */
export const readProfileRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<ProfileRow> =>
  readDevice<ProfileRow>(store, user, deviceId, 'profile', profileColumns, profileSections);

export interface SectionsRow {
  readonly sections: KeptSections | null;
}

export const readFirmwareRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<SectionsRow> =>
  readDevice<SectionsRow>(store, user, deviceId, 'firmware', `${sectionsOf("'firmware'")} as sections`);

export const readNetworkRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<SectionsRow> =>
  readDevice<SectionsRow>(store, user, deviceId, 'network', `${sectionsOf("'network'")} as sections`);

export const readEvidenceRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<SectionsRow> =>
  readDevice<SectionsRow>(
    store,
    user,
    deviceId,
    'evidence',
    `${sectionsOf("'identity', 'status', 'counters', 'supplies', 'parts', 'firmware', 'network', 'options'")} as sections`,
  );

/**
 * Reads one device through the door of visibility. A device outside the user's groups is refused with 200003, one
 * that does not exist with 200004: both send the user back to sign-in, but only the first can be put right by groups.
 * Ids are random, so that the difference tells nothing to someone who does not hold the id already.
 */
async function readDevice<Row>(
  { pool }: Pool,
  user: SignedInUser,
  deviceId: string,
  name: string,
  columns: string,
  beside = '',
): Promise<Row> {
  const parameters = new Parameters();
  const id = parameters.add(deviceId);
  const visible = visibleTo(user, parameters);
  const found = await pool.query<Row & object>({
    name: `device-${name}${user.seesAll ? '' : '-groups'}`,
    text: `select ${columns} from device d ${beside} where d.device_id = ${id} and ${visible}`,
    values: parameters.values,
  });
  const [row] = found.rows;
  if (row) return row;
  const exists = await pool.query({
    name: 'device-exists',
    text: 'select 1 from device where device_id = $1',
    values: [deviceId],
  });
  if (exists.rowCount === 0) throw new Refusal(200004, 'there is no device with this id');
  throw new Refusal(200003, 'this device is in none of your groups');
}
