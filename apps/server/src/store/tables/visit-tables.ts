import type { VisitEffect } from '@platen/contract/visit-effects';
import type { CancelReason, VisitKind, VisitState } from '@platen/contract/visit-names';
import type { OlderPlan, RecordedDevice } from '@platen/contract/visit-records';
import type { BroughtItem } from '@platen/contract/visits';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './device-tables.ts';

/** Visits with their devices, conditions and records (migrations 0026, 0059 and 0070). */
export interface VisitTables {
  visit: VisitTable;
  visit_device: VisitDeviceTable;
  visit_condition: { device_id: string; condition_id: string; visit_id: string };
  visit_record: VisitRecordTable;
  visit_outcome: VisitOutcomeTable;
  part_number: PartNumberTable;
  visit_feed: VisitFeedTable;
}

interface VisitTable {
  visit_id: string;
  kind: Generated<VisitKind>;
  state: VisitState;
  customer_number: string | null;
  customer_name: string | null;
  place: string | null;
  access: string | null;
  /** `YYYY-MM-DD` */
  planned_day: ColumnType<string | null, string | null | undefined, string | null>;
  /** `HH:MM-HH:MM` or `HH:MM`, in the zone of the organisation. */
  planned_hours: string | null;
  assignee: string | null;
  note: string | null;
  external_key: string | null;
  cancelled: ColumnType<CancelledRecord | null, string | null | undefined, string | null>;
  former_id: string | null;
  /** Of an imported visit (VR-10). */
  technician: Generated<string | null>;
  import_key: Generated<string | null>;
  made_by: string | null;
  made_at: Generated<Date>;
  started_at: Date | null;
  recorded_at: Date | null;
  seen_at: Date | null;
  done_at: Date | null;
  version: Generated<number>;
  /** Version at which the plan last changed. */
  plan_version: Generated<number>;
}

export interface CancelledRecord {
  readonly reason: CancelReason | 'nothingLeft';
  readonly note: string | null;
}

interface VisitDeviceTable {
  device_id: string;
  visit_id: string;
  /** Of when it was put in: they stay when the device is gone. */
  serial: string | null;
  model: string | null;
  place: Generated<number>;
  tasks: ColumnType<string[], string | undefined, string>;
  bring: ColumnType<BroughtItem[], string | undefined, string>;
}

interface VisitRecordTable {
  device_id: string;
  visit_id: string;
  revision: number;
  body: Json<RecordedDevice>;
  recorded_by: string | null;
  recorded_at: Date;
  is_on_older_plan: boolean;
  /** Of a record from an older plan: that plan. */
  plan: ColumnType<OlderPlan | null, string | null | undefined, never>;
}

interface VisitOutcomeTable {
  device_id: string;
  visit_id: string;
  revision: number;
  /** `YYYY-MM-DD`, UTC */
  day: ColumnType<string, string, string>;
  units: string[];
  pages: number | null;
  brought: number;
  unused: number;
  effects: Json<readonly VisitEffect[]>;
  is_over: boolean;
  counted_at: Date;
}

interface PartNumberTable {
  organisation_id: string;
  item: string;
  model_pattern: string;
  maker_number: string | null;
  own_number: string | null;
  name: string | null;
  pieces: Generated<number>;
  minutes: number | null;
}

interface VisitFeedTable {
  user_id: string;
  hash: Buffer;
  made_at: Date;
  used_at: Date | null;
}
