import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import type { NeedBasis } from '@platen/contract/parts-needed';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import type { ColumnType, Generated } from 'kysely';

/** json or jsonb: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;
/** The same with a default of the database. */
export type JsonOr<T> = ColumnType<T, string | undefined, string>;

/** Devices and the newest version of what each reported. */
export interface DeviceTables {
  device: DeviceTable;
  fleet_total: FleetTotalTable;
  fleet_total_change: FleetCellTable;
  search_cell: SearchCellTable;
  search_total: SearchTotalTable;
  search_change: SearchChangeTable;
  search_state: SearchStateTable;
  search_text: SearchTextTable;
  device_watch: DeviceWatchTable;
  device_identity: DeviceIdentityTable;
  group_device: GroupDeviceTable;
  device_section: DeviceSectionTable;
  section_provenance: SectionProvenanceTable;
  device_report: DeviceReportTable;
}

interface DeviceTable {
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
  /** When a report last arrived that is older than another one that had come before. */
  late_at: Date | null;
  /**
   * What the free search looks into (decision 0238): names and numbers, codes of open conditions, addresses.
   */
  search_text: ColumnType<string, never, never>;
  code_text: ColumnType<string, never, never>;
  /** IP and MAC addresses in lower case, separated by blanks: what the free search looks into. */
  address_text: Generated<string>;
  /** Collector that registered it; decides to whom it belongs while it has no numbers. */
  owner_id: string | null;
  /** The organisation it belongs to (OA-03); null: not placed, of the operator. */
  organisation_id: string | null;
  /** Collector that delivered the newest report. */
  collector_id: string | null;
  /** Collector whose report of a foreign device it holds; such a device is shown to no user. */
  held_by: string | null;
  /** `YYYY-MM-DD`, UTC: first day of which data may be stored. */
  history_from: ColumnType<string | null, string | null | undefined, string | null>;
  /** It is noted in `stopped_device`. */
  is_stopped: Generated<boolean>;
}

/** Devices with the same groups and dealer (0550). */
interface FleetCellTable {
  group_ids: number[];
  dealer_number: string | null;
  dealer_name: string | null;
  is_held: Generated<boolean>;
  devices: number;
  stopped: number;
}

interface FleetTotalTable extends FleetCellTable {
  /** Digest of groups and dealer. */
  cell: string;
}

/** Devices with the same groups (0730). */
interface SearchCellTable {
  /** Digest of groups and `is_held`. */
  cell: string;
  group_ids: number[];
  is_held: boolean;
  devices: number;
  /** Sum of the hashes of their searched texts. */
  digest: string;
}

/** Devices of a cell whose searched text contains a text: of one or two characters, or of `search_text`. */
interface SearchTotalTable {
  text: string;
  cell: string;
  devices: number;
}

interface SearchChangeTable {
  search_text: string;
  group_ids: number[];
  is_held: boolean;
  /** Below 0: devices that no longer have this text or these groups. */
  devices: number;
}

interface SearchStateTable {
  counted_at: Date;
}

/** A longer text of which there are totals (0732), in lower case. */
interface SearchTextTable {
  text: string;
  added_at: Date;
}

/** When jobs next look at a device (0551). */
interface DeviceWatchTable {
  device_id: string;
  heard_at: Date;
  is_watched: boolean;
  look_at: Date;
}

interface DeviceIdentityTable {
  kind: 'serial' | 'mac';
  value: string;
  /** '' for the first device with the key. */
  realm: Generated<string>;
  device_id: string;
}

interface GroupDeviceTable {
  device_id: string;
  group_id: number;
}

/**
 * Times and source are those of the report that changed the body; those of the last report: view
 * `reported_section`.
 */
interface DeviceSectionTable {
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
interface SectionProvenanceTable {
  device_id: string;
  provenance: Json<unknown>;
}

interface DeviceReportTable {
  device_id: string;
  observed_at: Date;
  /** Of the content; 0 where it is not known. */
  digest: Generated<number>;
  received_at: Date;
  collector_id: string | null;
  /** Seconds that the sender's clock was ahead of the server's; readings' times are corrected by it. */
  clock_offset_s: Generated<number>;
  /** When the device was read, where it differs from `observed_at`, which is by the sender's clock. */
  read_at: Date | null;
  /** `toMatters` of packages/diagnosis; null: the report does not say how the device is. */
  matters: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** `report-format/meters.ts`; null: no counter was measured. */
  meters: Generated<string | null>;
  /** Minutes of the UTC day at which reports came that are not stored any more (0820). */
  also_at: Generated<number[] | null>;
}

/** Judgements of devices, and what they rest on. */
export interface JudgementTables {
  code_setting: CodeSettingTable;
  device_judgement: DeviceJudgementTable;
  device_need: DeviceNeedTable;
  judgement_day: JudgementDayTable;
  family_model: FamilyModelTable;
  fleet_code: FleetCodeTable;
}

interface CodeSettingTable {
  device_id: string;
  kind: '05' | '08';
  main: number;
  sub: number;
  alert_threshold: number | null;
  clear_threshold: number | null;
  changed_by: string;
  changed_at: Date;
}

interface DeviceJudgementTable {
  device_id: string;
  judged_at: Date;
  /** `received_at` of the newest report that went in. */
  through: Date;
  /** Version of the rules. */
  rules: number;
  /** How often it was marked to be judged again. */
  marks: Generated<number>;
  result: Json<DeviceJudgement>;
  summary: Json<DeviceSummary>;
  /** Of all that the judgement was made of (0800); holds only where `input_at` is `judged_at`. */
  input_digest: Buffer | null;
  input_at: Date | null;
  /** Percent; null where it is not known. */
  stop_risk_7: number | null;
  stop_risk_14: number | null;
  stop_risk_28: number | null;
}

/** Expected pieces of 91 days from `judged_on` on; lists of equal length, empty once the device is silent. */
interface DeviceNeedTable {
  device_id: string;
  /** `YYYY-MM-DD`, UTC */
  judged_on: ColumnType<string, string, string>;
  /** `part.6250`, `toner.black` */
  items: string[];
  means: number[];
  variances: number[];
  bases: NeedBasis[];
  /** Null: judged by an earlier version. */
  asked: ColumnType<number[] | null, number[] | undefined, number[]>;
}

interface FamilyModelTable {
  /** '' holds what is common to all. */
  family: string;
  fitted_at: Date;
  devices: number;
  body: Json<FamilyModel>;
}

interface FleetCodeTable {
  /** By model name, by family and firmware, or by family. */
  scope: 'model' | 'line' | 'usualFamily' | 'levelsFamily' | 'usualRelated' | 'levelsRelated';
  name: string;
  kind: '05' | '08';
  fitted_at: Date;
  devices: number;
  body: Json<unknown>;
}

/** What was judged on a day, in short form (migration 0040). */
interface JudgementDayTable {
  device_id: string;
  /** `YYYY-MM-DD`, UTC */
  day: ColumnType<string, string, string>;
  judged_at: Date;
  figures: string;
}
