import type { NeedBasis } from '@platen/contract/parts-needed';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import type { ColumnType } from 'kysely';
import type { Json } from './json.ts';

/** Judgements of devices, and what they rest on. */
export interface JudgementTables {
  code_setting: CodeSettingTable;
  device_judgement: DeviceJudgementTable;
  device_need: DeviceNeedTable;
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
  result: Json<DeviceJudgement>;
  summary: Json<DeviceSummary>;
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
