import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import type { ErrorCategory } from '@platen/contract/report-sections';
import type { ColumnType, Generated } from 'kysely';

/** jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOr<T> = ColumnType<T, string | undefined, string>;

export interface AppUserTable {
  user_id: string;
  subject: string;
  name: string;
  role: 'dealer' | 'service' | 'admin';
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
  search_text: ColumnType<string, never, never>;
}

export interface DeviceIdentityTable {
  kind: 'serial' | 'mac';
  value: string;
  device_id: string;
}

export interface GroupDeviceTable {
  device_id: string;
  group_id: number;
}

export interface DeviceSectionTable {
  device_id: string;
  /** A section of the report (`status`, `counters`, …), or `identity`, `site`, `source`. */
  section: string;
  observed_at: Date;
  received_at: Date;
  source_name: string;
  body: Json<unknown>;
  /** For `identity`: when each field was last said, where that is not `observed_at`. */
  field_times: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
}

export interface DeviceReportTable {
  device_id: string;
  observed_at: Date;
  received_at: Date;
  collector_id: string | null;
}

export interface CounterDayTable {
  device_id: string;
  /** `YYYY-MM-DD`, UTC */
  day: ColumnType<string, string, string>;
  observed_at: Date;
  total: number | null;
  color: number | null;
  black: number | null;
}

export interface DeviceErrorTable {
  device_id: string;
  occurred_at: Date;
  code: string;
  category: ErrorCategory;
  counter: number | null;
  conditions: JsonOr<Record<string, string>>;
}

/** The tables as the migrations make them. */
export interface Database {
  app_user: AppUserTable;
  device_group: DeviceGroupTable;
  user_group: UserGroupTable;
  collector: CollectorTable;
  notification: NotificationTable;
  audit_entry: AuditEntryTable;
  device: DeviceTable;
  device_identity: DeviceIdentityTable;
  group_device: GroupDeviceTable;
  device_section: DeviceSectionTable;
  device_report: DeviceReportTable;
  counter_day: CounterDayTable;
  device_error: DeviceErrorTable;
}
