import { type JobKind, jobKinds } from '@platen/contract/jobs';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal, toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { readUserById } from '../identity/open-identity.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** A job as its handler gets it for one step. */
export interface JobAtWork {
  readonly jobId: string;
  /** As the store knows the user at this moment: with the rights of now. */
  readonly user: SignedInUser;
  /** By the clock of the database. */
  readonly askedAt: Date;
  /** Number of things that are done, of `total`. */
  readonly done: number;
  readonly total: number;
  /** What was given to `addJob`, to be parsed: another version of the server may have written it. */
  readonly input: unknown;
  /** What the step before returned; null: there was none. */
  readonly result: unknown;
}

export interface JobStep {
  /** More than before; `total` ends the job. */
  readonly done: number;
  /** Everything that was made so far. */
  readonly result: object;
}

/**
 * Does the next step of a job of one kind, a second or two of work. All that it changes must be written in
 * the given transaction, which also holds what is `done`: so a server that dies in the middle leaves nothing
 * of the step, and another one repeats it. A refusal of less than 500 ends the job as failed with its reason.
 */
export type JobHandler = (trx: Trx, job: JobAtWork) => Promise<JobStep>;
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

export interface WorkOptions {
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** Ends the work after the present step. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds after which a step that was begun and not committed may be begun again; after each further
   * attempt once more.
   */
  readonly retryMs?: number;
}

/** Attempts of one step before the job is given up. */
const mostAttempts = 5;

/**
 * Works jobs step by step, the one that has waited longest first, until none is left that this server may
 * take; returns the number of those that have not ended. Several servers may do so at the same time: the row
 * of a job is locked during its step.
 */
export async function workJobs(db: Db, options: WorkOptions): Promise<number> {
  while (!options.signal.aborted) {
    const begun = await begin(db, options.retryMs ?? 5000);
    if (begun === undefined) break;
    const { jobId, attempts } = begun;
    if (attempts > mostAttempts) await fail(db, jobId, new Refusal(201000, 'a step failed again and again'));
    else await doStep(db, jobId, options);
  }
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from job where finished_at is null`.execute(db);
  return rows[0]?.left ?? 0;
}

/** Notes that a step begins, in a transaction of its own: an attempt that ends the server is counted too. */
async function begin(db: Db, retryMs: number): Promise<{ jobId: string; attempts: number } | undefined> {
  const { rows } = await sql<{ jobId: string; attempts: number }>`
    update job set state = 'running', attempts = attempts + 1, stepped_at = now(),
      started_at = coalesce(started_at, now())
    where job_id = (
      select job_id from job
      where finished_at is null and kind = any(${[...jobKinds]})
        and (attempts = 0 or stepped_at <= now() - attempts * ${retryMs}::float8 * interval '1 millisecond')
      order by coalesce(stepped_at, asked_at), job_id limit 1 for update skip locked
    ) returning job_id as "jobId", attempts`.execute(db);
  return rows[0];
}

async function doStep(db: Db, jobId: string, { handlers, log }: WorkOptions): Promise<void> {
  try {
    await inTransaction(db, (trx) => doStepWithin(trx, jobId, handlers));
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) {
      await fail(db, jobId, error);
      log.warn({ jobId, reason: error.message }, 'a job was refused');
      return;
    }
    log.error({ jobId, reason: toMessage(error) }, 'a step of a job failed');
  }
}

interface BegunRow extends Omit<JobAtWork, 'user'> {
  readonly userId: string;
  readonly kind: JobKind;
  /** Of the call that asked for the job. */
  readonly requestId: string | null;
}

async function doStepWithin(trx: Trx, jobId: string, handlers: JobHandlers): Promise<void> {
  const { rows } = await sql<BegunRow>`
    select job_id as "jobId", user_id as "userId", kind, asked_at as "askedAt", done, total, input, result,
      input ->> 'requestId' as "requestId"
    from job where job_id = ${jobId} and finished_at is null for update skip locked`.execute(trx);
  const [row] = rows;
  // Another server is at it, or its user was erased.
  if (row === undefined) return;
  const { userId, kind, requestId, ...job } = row;
  const asking = await readUserById(trx, userId);
  const user = requestId === null ? asking : { ...asking, requestId };
  const { done, result } = await handlers[kind](trx, { ...job, user });
  if (done <= job.done) throw new Error(`a step of a job of the kind ${kind} did nothing`);
  await sql`
    update job set done = ${done}, result = ${JSON.stringify(result)}, attempts = 0,
      state = case when ${done} >= total then 'done' else state end,
      finished_at = case when ${done} >= total then clock_timestamp() end
    where job_id = ${jobId}`.execute(trx);
}

/** What was done before stays done, and its result can be read. */
async function fail(db: Db, jobId: string, refusal: Refusal): Promise<void> {
  const { errorCode, detail } = refusal;
  const reason = JSON.stringify({ errorCode, detail: detail.map((msg) => ({ msg })) });
  await sql`
    update job set state = 'failed', reason = ${reason}, finished_at = clock_timestamp()
    where job_id = ${jobId} and finished_at is null`.execute(db);
}
