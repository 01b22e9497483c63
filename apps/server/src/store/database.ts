import type { CollectorFailure, CollectorFinding, CollectorStatus } from '@platen/contract/collectors';
import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import type { ErrorCategory } from '@platen/contract/report-sections';
import type { Role } from '@platen/contract/rights';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import type { ColumnType, Generated } from 'kysely';

/** json or jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOr<T> = ColumnType<T, string | undefined, string>;

export interface AppUserTable {
  user_id: string;
  subject: string;
  name: string;
  role: Role;
  sees_all: Generated<boolean>;
  disabled_at: Date | null;
  agreed_terms_version: Generated<string>;
  agreed_terms_at: Date | null;
  last_login_at: Date | null;
  created_at: Generated<Date>;
}

/** Any value of any list takes a device in. */
export interface GroupRule {
  customerNumbers?: string[];
  dealerNumbers?: string[];
  models?: string[];
  serials?: string[];
}

export interface DeviceGroupTable {
  group_id: number;
  name: string;
  rule: ColumnType<GroupRule | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}

export interface UserGroupTable {
  user_id: string;
  group_id: number;
}

export interface CollectorTable {
  collector_id: string;
  name: string;
  key_hash: Buffer;
  created_at: Generated<Date>;
  revoked_at: Date | null;
  last_contact_at: Date | null;
  version: string | null;
  /** Parsed by identity/collector-scope.ts. */
  scope: JsonOr<{
    everywhere?: true | undefined;
    places: { dealerNumber?: string | undefined; customerNumber?: string | undefined }[];
  }>;
  /** When a person last set or confirmed the scope; null: bound by a migration. */
  scope_reviewed_at: Date | null;
}

/** The newest status of a collector; its times are by the server's clock. */
export interface CollectorStatusTable {
  collector_id: string;
  received_at: Date;
  clock_offset_s: number;
  every_ms: number | null;
  head: Json<Omit<CollectorStatus, 'sentAt' | 'failures' | 'findings'>>;
  failures: Json<CollectorFailure[]>;
  findings: Json<CollectorFinding[]>;
  failure_count: number;
  finding_count: number;
}

/**
 * A device that had stopped reporting when the job looked; it counts while `stopped_at` is its `updated_at`.
 */
export interface StoppedDeviceTable {
  device_id: string;
  stopped_at: Date;
  collector_id: string | null;
  address: string | null;
}

export interface NotificationTable {
  notification_id: string;
  published_at: Date;
  expires_at: Date | null;
  content_en: string;
  content_ja: string;
}

export interface AuditEntryTable {
  audit_id: string;
  at: Generated<Date>;
  actor: string;
  action: string;
  subject: string;
  detail: JsonOr<unknown>;
}

export interface DeviceTable {
  device_id: string;
  serial: string | null;
  mac_address: string | null;
  manufacturer: string | null;
  model: string | null;
  series: string | null;
  customer_number: string | null;
  customer_name: string | null;
  description: string | null;
  dealer_number: string | null;
  dealer_name: string | null;
  status: DeviceStatus;
  status_rank: number;
  reported_status: Exclude<DeviceStatus, 'offline'>;
  status_reasons: JsonOr<StatusReason[]>;
  /** Findings of the judgement that count for the status. */
  sign_reasons: JsonOr<StatusReason[]>;
  device_code: string | null;
  firmware_version: string | null;
  firmware_line: string | null;
  firmware_key: string | null;
  /** `YYYY-MM-DD` */
  unpacking_date: ColumnType<string | null, string | null | undefined, string | null>;
  group_ids: Generated<number[]>;
  created_at: Date;
  updated_at: Date;
  received_at: Date;
  processed_at: Date | null;
  /**
   * What the free search looks into (decision 0238): names and numbers, codes of open conditions, addresses.
   */
  search_text: ColumnType<string, never, never>;
  code_text: ColumnType<string, never, never>;
  address_text: Generated<string>;
  /** Collector that registered it; decides to whom it belongs while it has no numbers. */
  owner_id: string | null;
  /** Collector that delivered the newest report. */
  collector_id: string | null;
  /** Collector whose report of a foreign device it holds; such a device is shown to no user. */
  held_by: string | null;
  /** `YYYY-MM-DD`, UTC: first day of which anything may be held. */
  history_from: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface DeviceIdentityTable {
  kind: 'serial' | 'mac';
  value: string;
  /** '' for the first device with the key. */
  realm: Generated<string>;
  device_id: string;
}

/** A report of a device outside the scope of its sender, on which a person decides. */
export interface DeviceClaimTable {
  device_id: string;
  claim_id: string;
  rival_device_id: string;
  collector_id: string;
  rival_collector_id: string | null;
  opened_at: Date;
  decided_at: Date | null;
  decision: 'move' | 'separate' | 'reject' | null;
  decided_by: string | null;
  /** `YYYY-MM-DD`, UTC */
  from_day: ColumnType<string | null, string | null, string | null>;
}

export interface GroupDeviceTable {
  device_id: string;
  group_id: number;
}

/**
 * Times and source are those of the report that changed the body; those of the last report: view
 * `reported_section`.
 */
export interface DeviceSectionTable {
  device_id: string;
  /** A section of the report (`status`, `counters`, …), or `identity`, `site`, `source`. */
  section: string;
  observed_at: Date;
  received_at: Date;
  source_name: string;
  /** `report-format/sections.ts` */
  body: Json<unknown>;
  /** Only in rows of earlier releases; now in `section_provenance`. */
  field_times: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
}

/** When and by which source sections were last reported; forms: `features/ingest/store/provenance.ts`. */
export interface SectionProvenanceTable {
  device_id: string;
  provenance: Json<unknown>;
}

export interface DeviceReportTable {
  device_id: string;
  observed_at: Date;
  /** Of the content; 0 where it is not known. */
  digest: Generated<number>;
  received_at: Date;
  collector_id: string | null;
  /** Seconds that the sender's clock was ahead of the server's; readings' times are corrected by it. */
  clock_offset_s: Generated<number>;
}

export interface CounterDayTable {
  device_id: string;
  /** `YYYY-MM-DD`, UTC */
  day: ColumnType<string, string, string>;
  observed_at: Date;
  total: number | null;
  color: number | null;
  black: number | null;
  /** The last counters before 06:00 UTC (q1), 12:00 (q2) and 18:00 (q3). */
  q1_at: Generated<Date | null>;
  q1_total: Generated<number | null>;
  q1_color: Generated<number | null>;
  q1_black: Generated<number | null>;
  q2_at: Generated<Date | null>;
  q2_total: Generated<number | null>;
  q2_color: Generated<number | null>;
  q2_black: Generated<number | null>;
  q3_at: Generated<Date | null>;
  q3_total: Generated<number | null>;
  q3_color: Generated<number | null>;
  q3_black: Generated<number | null>;
}

export interface DeviceErrorTable {
  device_id: string;
  occurred_at: Date;
  code: string;
  category: ErrorCategory;
  counter: number | null;
  conditions: JsonOr<Record<string, string>>;
}

/** Bodies: `report-format/day-readings.ts`. Digests are 64 bits wide: read and written as text. */
export interface ReadingDayTable {
  device_id: string;
  /** `YYYY-MM-DD`, UTC */
  day: ColumnType<string, string, string>;
  counters_at: Date | null;
  counters: Json<unknown> | null;
  supplies_at: Date | null;
  supplies: Json<unknown> | null;
  parts_at: Date | null;
  parts: Json<unknown> | null;
  sensors_at: Date | null;
  sensors: Json<unknown> | null;
  storage_at: Date | null;
  storage: Json<unknown> | null;
  codes_at: Date | null;
  codes_digest: string | null;
  firmware_at: Date | null;
  firmware_digest: string | null;
  network_at: Date | null;
  network_digest: string | null;
}

export interface SectionVersionTable {
  device_id: string;
  section: 'codes' | 'firmware' | 'network';
  digest: string;
  /** `report-format/versions.ts` */
  body: Json<unknown>;
}

export interface DeviceReplacementTable {
  device_id: string;
  /** `toner.black`, `part.6250` */
  item: string;
  /** `YYYY-MM-DD`, UTC */
  replaced_on: ColumnType<string, string, string>;
  origin: 'reported' | 'seen';
  counter: number | null;
  average_pixel_count: number | null;
}

export interface CounterBreakTable {
  device_id: string;
  key: string;
  /** `YYYY-MM-DD`, UTC */
  day: ColumnType<string, string, string>;
  kind: 'fell' | 'leapt';
  value_before: number;
  value_after: number;
  /** Null: asked for, not yet answered. */
  cause: 'boardExchanged' | 'memoryCleared' | 'counterSet' | 'deviceExchanged' | 'misread' | null;
  answered_by: string | null;
  answered_at: Date | null;
}

export interface CodeSettingTable {
  device_id: string;
  kind: '05' | '08';
  main: number;
  sub: number;
  alert_threshold: number | null;
  clear_threshold: number | null;
  changed_by: string;
  changed_at: Date;
}

export interface DeviceJudgementTable {
  device_id: string;
  judged_at: Date;
  /** `received_at` of the newest report that went in. */
  through: Date;
  /** Version of the rules. */
  rules: number;
  result: Json<DeviceJudgement>;
  summary: Json<DeviceSummary>;
}

export interface FamilyModelTable {
  /** '' holds what is common to all. */
  family: string;
  fitted_at: Date;
  devices: number;
  body: Json<FamilyModel>;
}

export interface FleetCodeTable {
  /** By model name, by family and firmware, or by family. */
  scope: 'model' | 'line' | 'usualFamily' | 'levelsFamily' | 'usualRelated' | 'levelsRelated';
  name: string;
  kind: '05' | '08';
  fitted_at: Date;
  devices: number;
  body: Json<unknown>;
}

/** The tables as the migrations make them. */
export interface Database {
  app_user: AppUserTable;
  device_group: DeviceGroupTable;
  user_group: UserGroupTable;
  collector: CollectorTable;
  collector_status: CollectorStatusTable;
  notification: NotificationTable;
  audit_entry: AuditEntryTable;
  device: DeviceTable;
  device_identity: DeviceIdentityTable;
  device_claim: DeviceClaimTable;
  group_device: GroupDeviceTable;
  stopped_device: StoppedDeviceTable;
  device_section: DeviceSectionTable;
  section_provenance: SectionProvenanceTable;
  device_report: DeviceReportTable;
  counter_day: CounterDayTable;
  device_error: DeviceErrorTable;
  reading_day: ReadingDayTable;
  section_version: SectionVersionTable;
  device_replacement: DeviceReplacementTable;
  counter_break: CounterBreakTable;
  code_setting: CodeSettingTable;
  device_judgement: DeviceJudgementTable;
  family_model: FamilyModelTable;
  fleet_code: FleetCodeTable;
}
