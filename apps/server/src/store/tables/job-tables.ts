import type { JobKind, jobStates } from '@platen/contract/jobs';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './device-tables.ts';

/** Long work that users asked for (migrations 0037 and 0069). */
export interface JobTables {
  job: JobTable;
  job_part: { job_id: string; part: number; body: Json<unknown> };
}

type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

interface JobTable {
  job_id: string;
  user_id: string;
  kind: JobKind;
  state: Generated<(typeof jobStates)[number]>;
  done: Generated<number>;
  total: number;
  /** Body of a refusal. */
  reason: JsonOrNull<{ errorCode: number; detail: { msg: string }[] }>;
  /** Parsed by the handler of the kind. */
  input: Json<unknown>;
  result: JsonOrNull<unknown>;
  attempts: Generated<number>;
  asked_at: Generated<Date>;
  started_at: ColumnType<Date | null, never, Date | null>;
  stepped_at: ColumnType<Date | null, never, Date | null>;
  finished_at: ColumnType<Date | null, never, Date | null>;
  seen_at: ColumnType<Date | null, never, Date | null>;
}
