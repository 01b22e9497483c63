import type { ExportWay } from '@platen/contract/meter-export-names';
import type { MeterCode, TemplateForm } from '@platen/contract/meter-exports';
import type { Generated } from 'kysely';
import type { JsonOr } from './device-tables.ts';

/** Templates, codes, files and answers of the ERP (MX). */
export interface MeterExportTables {
  meter_template: MeterTemplateTable;
  meter_code_table: MeterCodeTable;
  meter_export_run: MeterExportRunTable;
}

/** MX-04. */
interface MeterTemplateTable {
  template_id: string;
  organisation_id: string;
  form: JsonOr<TemplateForm>;
  version: Generated<number>;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

/** MX-03. */
interface MeterCodeTable {
  organisation_id: string;
  codes: JsonOr<readonly MeterCode[]>;
  version: number;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

/** A file that was made of a close, and all that it was made of. */
interface MeterExportRunTable {
  run_id: string;
  close_id: string;
  organisation_id: string | null;
  /** A shipped one by its name. */
  template_id: string;
  form: JsonOr<TemplateForm>;
  codes: JsonOr<readonly MeterCode[]>;
  portal: string | null;
  way: ExportWay;
  is_test: boolean;
  lines: number;
  left_out: number;
  bytes: number;
  /** SHA-256. */
  hash: Buffer;
  made_by: string | null;
  made_at: Date;
}
