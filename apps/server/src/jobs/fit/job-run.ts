import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';

export interface JobRun {
  asked_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  done: number;
  total: number;
  reason: string | null;
}

export async function readJobRun(db: Kysely<Database>, job: 'fit' | 'judge'): Promise<JobRun | undefined> {
  const { rows } = await sql<JobRun>`
    select asked_at, started_at, ended_at, done, total, reason from job_run where job = ${job}`.execute(db);
  return rows[0];
}

/** Begins a run, unless another is in progress: one without progress for two minutes was interrupted. */
export async function beginRun(db: Kysely<Database>, job: 'fit'): Promise<boolean> {
  const { rows } = await sql`
    insert into job_run as r (job, started_at, touched_at) values (${job}, clock_timestamp(), clock_timestamp())
    on conflict (job) do update set started_at = excluded.started_at, touched_at = excluded.touched_at, ended_at = null,
      done = 0, total = 0, reason = null
    where r.started_at is null or r.ended_at is not null or r.touched_at < clock_timestamp() - interval '2 minutes'
    returning job`.execute(db);
  return rows.length > 0;
}

export async function noteProgress(db: Kysely<Database>, job: 'fit', done: number, total: number): Promise<void> {
  await sql`update job_run set done = ${done}, total = ${total}, touched_at = clock_timestamp() where job = ${job}`.execute(
    db,
  );
}

/** `reason`: why it failed; null when it did not. */
export async function endRun(db: Kysely<Database>, job: 'fit', reason: string | null): Promise<void> {
  await sql`
    update job_run set ended_at = clock_timestamp(), touched_at = clock_timestamp(), reason = ${reason} where job = ${job}`.execute(
    db,
  );
}

/**
 * Makes every device due that was judged before now. The time is the database's own, as that of judgements
 * is, and read after everything that the new judgements are to see was committed.
 */
export async function askForJudgement(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into job_run (job, asked_at) values ('judge', clock_timestamp())
    on conflict (job) do update set asked_at = excluded.asked_at`.execute(db);
}
