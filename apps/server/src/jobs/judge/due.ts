import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { locks } from '../../store/locks.ts';

/**
 * Which devices are due follows from the tables alone: nothing is queued, so nothing can be lost or be there
 * twice. Waiting (first in turn): with a report that is not judged yet, or marked (rules 0), as by a new
 * threshold of a code. The others: judged by older rules, or before the last learning (`job_run.asked_at`).
 * Left out: devices whose judgement failed, until it is tried again.
 */
const due = sql`(
  select d.device_id, d.received_at, j.xmin as seen,
    case when j.rules = any(${[0, judgementRules]}::int[]) then j.summary_day - date '1970-01-01' end as summary_day,
    coalesce(j.summary_days, 0) as summary_days,
    j.device_id is null or d.received_at <> j.through as unjudged,
    j.device_id is null or d.received_at <> j.through or j.rules = 0 as waiting
  from device d
    left join device_judgement j on j.device_id = d.device_id
    left join judge_failure f on f.device_id = d.device_id and f.rules = ${judgementRules}::int and f.retry_at > now()
  where d.held_by is null and f.device_id is null and (j.device_id is null or d.received_at <> j.through or j.rules < ${judgementRules}::int
    or j.judged_at < (select asked_at from job_run where job = 'judge'))
)`;

/** The next devices to be judged: those that wait before the others, longest waiting first. */
export async function findDue(db: Kysely<Database>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from ${due} due order by waiting desc, received_at, device_id limit ${limit}`.execute(db);
  return rows.map((row) => row.device_id);
}

export interface DueCounts {
  /** Devices there are, are due, and wait with a report that is not judged yet. */
  devices: number;
  due: number;
  waiting: number;
  /**
   * When the oldest report came that is not judged yet; null without any. A device that is only marked has
   * none.
   */
  oldest: Date | null;
  /** Devices whose last judgement failed. */
  failing: number;
}

/** Reads every device once: about 0.1 s for 100,000. */
export async function countDue(db: Kysely<Database>): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`
    select (select count(*) from device where held_by is null) as devices, (select count(*) from judge_failure) as failing,
      count(*) as due, count(*) filter (where waiting) as waiting, min(received_at) filter (where unjudged) as oldest
    from ${due} due`.execute(db);
  return rows[0] ?? { devices: 0, due: 0, waiting: 0, oldest: null, failing: 0 };
}

/** A device of which this transaction alone makes the judgement. */
export interface Claim {
  device_id: string;
  /** `received_at` before anything was read, to the microsecond: the report that the judgement covers. */
  through: string;
  /** Which version of the kept judgement was there: a later one was marked in the meantime, and stays so. */
  seen: string | null;
  /** What its summary rests on: the last day (days since 1970) and how many; of older rules: nothing. */
  summary_day: number | null;
  summary_days: number;
}

/**
 * Of these devices, those that are still due and that no other process is judging; locked until the
 * transaction ends.
 */
export async function claimDue(trx: Transaction<Database>, deviceIds: readonly string[]): Promise<Claim[]> {
  const locked = await sql<{ device_id: string }>`
    select device_id from unnest(${deviceIds}::uuid[]) as wanted(device_id)
    where pg_try_advisory_xact_lock(${locks.judging}::int, hashtext(device_id::text))`.execute(trx);
  // A separate statement: it sees what the previous holder of the lock has committed.
  const { rows } = await sql<Claim>`
    select device_id, received_at::text as through, seen::text as seen, summary_day, summary_days from ${due} due
    where device_id = any(${locked.rows.map((row) => row.device_id)}::uuid[])`.execute(trx);
  return rows;
}
