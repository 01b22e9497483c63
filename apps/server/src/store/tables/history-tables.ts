import type { ErrorCategory } from '@platen/contract/report-sections';
import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonOr } from './device-tables.ts';

/** What devices reported day by day, and what happened to them. */
export interface HistoryTables {
  counter_day: CounterDayTable;
  device_error: DeviceErrorTable;
  reading_day: ReadingDayTable;
  section_version: SectionVersionTable;
  device_replacement: DeviceReplacementTable;
  part_found_good: PartFoundGoodTable;
  counter_break: CounterBreakTable;
}

interface CounterDayTable {
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

interface DeviceErrorTable {
  device_id: string;
  occurred_at: Date;
  code: string;
  category: ErrorCategory;
  counter: number | null;
  conditions: JsonOr<Record<string, string>>;
}

/** Bodies: `report-format/day-readings.ts`. Digests are 64 bits wide: read and written as text. */
interface ReadingDayTable {
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

interface SectionVersionTable {
  device_id: string;
  section: 'codes' | 'firmware' | 'network';
  digest: string;
  /** `report-format/versions.ts` */
  body: Json<unknown>;
}

interface DeviceReplacementTable {
  device_id: string;
  /** `toner.black`, `part.6250` */
  item: string;
  /** `YYYY-MM-DD`, UTC */
  replaced_on: ColumnType<string, string, string>;
  origin: 'reported' | 'recorded' | 'seen';
  counter: number | null;
  average_pixel_count: number | null;
  /** Of a recorded one, and of a reported one that was recorded too (VR-04). */
  visit_id: Generated<string | null>;
  serial: Generated<string | null>;
}

/** Parts that a technician looked at and found good (VE-09). */
interface PartFoundGoodTable {
  device_id: string;
  item: string;
  /** `YYYY-MM-DD`, UTC */
  found_on: ColumnType<string, string, string>;
  visit_id: string;
}

interface CounterBreakTable {
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
