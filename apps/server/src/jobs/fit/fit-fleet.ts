import { type Kysely, sql } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Diagnosis, diagnosis as ours } from '../diagnosis.ts';
import { fitAdjusting } from './fit-adjusting.ts';
import { fitCodes } from './fit-codes.ts';
import { fitModels } from './fit-models.ts';

interface JobRun {
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
async function beginRun(db: Kysely<Database>, job: 'fit'): Promise<boolean> {
  const { rows } = await sql`
    insert into job_run as r (job, started_at, touched_at) values (${job}, clock_timestamp(), clock_timestamp())
    on conflict (job) do update set started_at = excluded.started_at, touched_at = excluded.touched_at, ended_at = null,
      done = 0, total = 0, reason = null
    where r.started_at is null or r.ended_at is not null or r.touched_at < clock_timestamp() - interval '2 minutes'
    returning job`.execute(db);
  return rows.length > 0;
}

async function noteProgress(db: Kysely<Database>, job: 'fit', done: number, total: number): Promise<void> {
  await sql`update job_run set done = ${done}, total = ${total}, touched_at = clock_timestamp() where job = ${job}`.execute(
    db,
  );
}

/** `reason`: why it failed; null when it did not. */
async function endRun(db: Kysely<Database>, job: 'fit', reason: string | null): Promise<void> {
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

interface FitOptions {
  diagnosis?: Pick<Diagnosis, 'fit'>;
  /** Devices that are learned from, as a share of the work that is done, and all that are judged. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Learns from all judged devices, then makes every device due, so that judgements follow what was learned,
 * and the day. False: another run is in progress. Each run overwrites all results: an interrupted run is
 * simply run again.
 */
export async function fitFleet(
  db: Kysely<Database>,
  { diagnosis = ours, onProgress }: FitOptions = {},
): Promise<boolean> {
  if (!(await beginRun(db, 'fit'))) return false;
  try {
    const { devices, steps } = await countWork(db);
    let taken = 0;
    const proceed = async (more: number) => {
      taken += more;
      const done = Math.floor(devices * Math.min(1, taken / Math.max(1, steps)));
      await noteProgress(db, 'fit', done, devices);
      onProgress?.(done, devices);
    };
    await proceed(0);
    await fitModels(db, (summaries, common) => diagnosis.fit(summaries, common), proceed);
    await fitCodes(db, proceed);
    await fitAdjusting(db);
    await noteProgress(db, 'fit', devices, devices);
    onProgress?.(devices, devices);
    await endRun(db, 'fit', null);
  } catch (error) {
    await endRun(db, 'fit', toMessage(error));
    throw error;
  }
  await askForJudgement(db);
  return true;
}

/**
 * Judged devices, and the steps of learning from them: each device once, those with codes twice more, by
 * model and by line. At most, as small groups are left out.
 */
async function countWork(db: Kysely<Database>): Promise<{ readonly devices: number; readonly steps: number }> {
  const { rows } = await sql<{ devices: number; coded: number }>`
    select (select count(*) from device_judgement) as devices,
      (select count(*) from device_section where section = 'codes') as coded`.execute(db);
  const { devices = 0, coded = 0 } = rows[0] ?? {};
  return { devices, steps: devices + 2 * coded };
}

/**
 * Whether learning should not wait for the night: nothing is learned yet, or the fleet has doubled since;
 * every two minutes at most.
 */
export async function wantsFit(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select count(*) > 0 and count(*) >= 2 * coalesce((select devices from family_model where family = ''), 0)
      and not exists (select from job_run where job = 'fit' and touched_at > now() - interval '2 minutes') as wanted
    from device_judgement`.execute(db);
  return rows[0]?.wanted ?? false;
}
