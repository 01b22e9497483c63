import { averagePagesDays } from '@platen/contract/constants';
import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import type { ErrorCategory } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { sql } from 'kysely';
import { pageFacts, type StoredPageFacts } from '../../device/counters.ts';
import type { Span } from '../../device/periods.ts';
import {
  joinJudgement,
  type Pool,
  readDevice,
  reportedBetween,
  type SectionBodies,
  type StoredSections,
  storedSections,
} from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { toConstant } from '../../store/statement.ts';
import { type DeviceWorklistRow, deviceWorklist } from '../../worklist/device-state.ts';
import type { CounterDay } from './amp.ts';

export interface ProfileRow extends DeviceWorklistRow {
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
  /**
   * Whether the device ever reported errors, even none, and whether it reported anything in the window of the
   * counts.
   */
  readonly everReportedErrors: boolean | null;
  readonly reportedInWindow: boolean;
  /** Who brought the newest report, when it was taken and when it came; null for a device without one. */
  readonly collectorName: string | null;
  readonly collectorObservedAt: Date | null;
  readonly collectorReceivedAt: Date | null;
  readonly errors: Partial<Record<ErrorCategory, number>> | null;
  readonly counterDays: CounterDay[] | null;
  /** All breaks of the page counters. */
  readonly pageFacts: StoredPageFacts;
  /** Of the newest judgement; null before the first. */
  readonly judgedAt: Date | null;
  readonly signs: DeviceJudgement['signs'] | null;
  readonly pmParts: DeviceJudgement['pmParts'];
  readonly risk: DeviceJudgement['risk'];
  /** The number of components with a judgement, even one that only states that readings are missing. */
  readonly judgedComponents: number;
}

/** Errors are counted from `from` to before `to` (PR-31). */
const toProfileColumns = ({
  from,
  to,
}: Span) => sql`d.device_id as "deviceId", d.serial, d.model, d.series, d.mac_address as "macAddress", d.status,
  d.status_reasons as "statusReasons", d.customer_number as "customerNumber", d.customer_name as "customerName",
  d.description, d.dealer_number as "dealerNumber", d.dealer_name as "dealerName", d.unpacking_date as "unpackingDate",
  d.updated_at as "updatedAt", d.processed_at as "processedAt",
  reported.sections, reported."everReportedErrors", coalesce(newest.report->>2, reported."collectorName") as "collectorName",
  coalesce((newest.report->>0)::timestamptz, reported."collectorObservedAt") as "collectorObservedAt",
  coalesce((newest.report->>1)::timestamptz, reported."collectorReceivedAt") as "collectorReceivedAt",
  (select json_object_agg(e.category, e.n) from (select category, count(*) as n from device_error
    where device_id = d.device_id and occurred_at >= ${from}::timestamptz and occurred_at < ${to}::timestamptz
    group by category) e) as errors,
  ${reportedBetween(sql`${from}::timestamptz`, sql`${to}::timestamptz`)} as "reportedInWindow",
  (select json_agg(json_build_array(c.day, c.total) order by c.day) from counter_day c
    where c.device_id = d.device_id and c.day >= (now() at time zone 'utc')::date - ${sql.lit(averagePagesDays)}) as "counterDays",
  ${pageFacts} as "pageFacts",
  ${deviceWorklist}, j.judged_at as "judgedAt", judged.signs, judged."pmParts", judged.risk,
  (select count(*)::int from json_each(judged.predictions) p where json_typeof(p.value) <> 'null') as "judgedComponents"`;

/**
 * The bodies that a profile is made of, by one range of the key: looking the sections up one by one, and
 * wrapping each with its times, took three times as long. Of the times only the newest report's are asked,
 * past the view `reported_section`, which would work out those of every section. The judgement is parsed once
 * for all that is taken out of it.
 */
const profileSections = toConstant(sql`cross join lateral (select
    json_object_agg(s.section, s.body) filter (where s.section in ('counters', 'supplies', 'parts', 'firmware', 'network', 'options')) as sections,
    bool_or(s.section = 'errors') as "everReportedErrors",
    max(s.source_name) filter (where s.section = 'source') as "collectorName",
    max(s.observed_at) filter (where s.section = 'source') as "collectorObservedAt",
    max(s.received_at) filter (where s.section = 'source') as "collectorReceivedAt"
  from device_section s where s.device_id = d.device_id) reported
  left join section_provenance p on p.device_id = d.device_id
  cross join lateral (select p.provenance->'reports'->(p.provenance->'sections'->'source'->>0)::int as report) newest
  ${joinJudgement} left join lateral json_to_record(j.result) as judged(signs json, "pmParts" json, predictions json, risk json) on true`);

/** All of a profile in one round trip. */
export const readProfileRow = (store: Pool, user: SignedInUser, deviceId: string, errors: Span): Promise<ProfileRow> =>
  readDevice<ProfileRow>(store, user, deviceId, {
    name: 'profile',
    columns: toProfileColumns(errors),
    joins: profileSections,
  });

export interface SectionsRow {
  readonly sections: StoredSections | null;
}

const firmwareColumns = toConstant(sql`${storedSections('firmware')} as sections`);
const machineColumns = toConstant(
  sql`${storedSections('status', 'inputs', 'covers', 'paperPath', 'options', 'network', 'counters')} as sections`,
);
const networkColumns = toConstant(sql`${storedSections('network')} as sections`);

export const readFirmwareRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<SectionsRow> =>
  readDevice<SectionsRow>(store, user, deviceId, {
    name: 'firmware',
    columns: firmwareColumns,
  });

export const readNetworkRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<SectionsRow> =>
  readDevice<SectionsRow>(store, user, deviceId, {
    name: 'network',
    columns: networkColumns,
  });

export const readMachineRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<SectionsRow> =>
  readDevice<SectionsRow>(store, user, deviceId, {
    name: 'machine',
    columns: machineColumns,
  });
