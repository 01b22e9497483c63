import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../base/errors.ts';
import { type Actor, requireRight } from '../identity/signed-in-user.ts';
import { recordChange } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';
import { askForJudgement, fitFleet, readJobRun } from './fit/fit-fleet.ts';
import { countDue, type DueCounts } from './judge/due.ts';
import { judgeDue } from './judge/judge-due.ts';

type Db = Kysely<Database>;
export type OnProgress = (done: number, total: number) => void;

const pollMs = 1000;
/** A server that makes no progress for this long is not waited for any longer. */
const patienceMs = 120_000;

export interface JudgingRequest {
  /** Judge every device again, not only those that are due. */
  readonly all: boolean;
  /** A running server has this database: it judges, and begins at once. */
  readonly served: boolean;
}

/** Makes every device due if `all` is set, and returns how many are due. */
export async function requestJudging(db: Db, actor: Actor, { all, served }: JudgingRequest): Promise<DueCounts> {
  requireRight(actor, 'startJudging');
  if (all)
    await inTransaction(db, async (trx) => {
      await askForJudgement(trx);
      await recordChange(trx, { actor, action: 'judge all', subject: 'devices' });
    });
  if (served) await startJob(db, 'judge');
  return await countDue(db);
}

export interface JudgingWork {
  readonly served: boolean;
  readonly offlineHours: number;
  /** Devices that were due at the start. */
  readonly due: number;
  readonly onProgress: OnProgress;
}

/**
 * Judges the devices that are due, or follows a running server that does; returns the number of devices that
 * could not be judged. Refuses 203003 if the server makes no progress for two minutes.
 */
export async function judgeToEnd(db: Db, actor: Actor, work: JudgingWork): Promise<number> {
  requireRight(actor, 'startJudging');
  await (work.served ? followJudging(db, work) : judgeHere(db, work));
  return (await countDue(db)).failing;
}

/** Other processes may judge at the same time: a device that one of them has locked is skipped. */
async function judgeHere(db: Db, { due, offlineHours, onProgress }: JudgingWork): Promise<void> {
  let done = 0;
  const onBatch = ({ judged, failures }: { judged: number; failures: readonly unknown[] }) => {
    done += judged + failures.length;
    onProgress(done, Math.max(due, done));
  };
  for (let left = due; left > 0; left = (await countDue(db)).due) {
    const judged = await judgeDue(db, { now: () => new Date(), offlineHours, onBatch });
    if (judged === 0) await wait(pollMs);
  }
}

async function followJudging(db: Db, { due, onProgress }: JudgingWork): Promise<void> {
  let last = { left: due, at: Date.now() };
  for (let total = due; last.left > 0; ) {
    await wait(pollMs);
    const left = (await countDue(db)).due;
    total = Math.max(total, left);
    if (left !== last.left) last = { left, at: Date.now() };
    if (Date.now() - last.at > patienceMs)
      throw new Refusal(203003, 'the running server has judged nothing for two minutes');
    onProgress(total - left, total);
  }
}

export interface Learned {
  /** Judged devices that the models were fitted to, and families with a model of their own. */
  readonly devices: number;
  readonly families: number;
}

/**
 * Fits the models of families and codes now instead of at night, here or in the running server; every device
 * is then due. Refuses 203003 if nothing is learned for two minutes, 205000 with the reason of a failure.
 */
export async function learnNow(
  db: Db,
  actor: Actor,
  { served, onProgress }: { served: boolean; onProgress: OnProgress },
): Promise<Learned> {
  requireRight(actor, 'startJudging');
  await recordChange(db, { actor, action: 'fit', subject: 'devices' });
  const before = await readJobRun(db, 'fit');
  if (served) await startJob(db, 'fit');
  const ran = !served && (await fitFleet(db, { onProgress }));
  if (!ran) await followFit(db, before?.ended_at ?? null, onProgress);
  const { rows } = await sql<Learned>`
    select count(*) filter (where family <> '') as families, coalesce(max(devices), 0) as devices
    from family_model`.execute(db);
  return rows[0] ?? { devices: 0, families: 0 };
}

/** Follows the run in progress, or the next one, to its end. `before`: the end of the last one. */
async function followFit(db: Db, before: Date | null, onProgress: OnProgress): Promise<void> {
  for (let last = { done: -1, at: Date.now() }; ; await wait(pollMs)) {
    const run = await readJobRun(db, 'fit');
    if (run !== undefined && run.ended_at !== null && run.ended_at.getTime() !== before?.getTime()) {
      if (run.reason !== null) throw new Refusal(205000, `learning failed: ${run.reason}`);
      return;
    }
    const done = run === undefined || run.ended_at !== null ? -1 : run.done;
    if (done !== last.done) last = { done, at: Date.now() };
    if (Date.now() - last.at > patienceMs) throw new Refusal(203003, 'nothing has been learned for two minutes');
    if (run !== undefined && done >= 0) onProgress(done, run.total);
  }
}

/** Makes the server of this database begin at once instead of at its next look. */
const startJob = (db: Db, job: 'judge' | 'fit') =>
  sql`select graphile_worker.add_job(${job}, '{}'::json, job_key => ${job}, max_attempts => 3)`.execute(db);
