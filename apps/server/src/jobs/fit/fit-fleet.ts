import { type Kysely, sql } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Diagnosis, diagnosis as ours } from '../diagnosis.ts';
import { fitCodes } from './fit-codes.ts';
import { fitModels } from './fit-models.ts';
import { askForJudgement, beginRun, endRun, noteProgress } from './job-run.ts';

export interface FitOptions {
  diagnosis?: Pick<Diagnosis, 'fit'>;
  /** Devices done and all there are, those of models, lines and families each counted. */
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
    const total = await countWork(db);
    let done = 0;
    const proceed = async (devices: number) => {
      done += devices;
      await noteProgress(db, 'fit', done, Math.max(done, total));
      onProgress?.(done, Math.max(done, total));
    };
    await proceed(0);
    await fitModels(db, (summaries, common) => diagnosis.fit(summaries, common), proceed);
    await fitCodes(db, proceed);
    await noteProgress(db, 'fit', done, done);
    await endRun(db, 'fit', null);
  } catch (error) {
    await endRun(db, 'fit', toMessage(error));
    throw error;
  }
  await askForJudgement(db);
  return true;
}

/**
 * Devices judged once, devices with codes twice: by model and by line. At most, as small groups are left out.
 */
async function countWork(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from device_judgement) + 2 * (select count(*) from device_section where section = 'codes') as total`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
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
