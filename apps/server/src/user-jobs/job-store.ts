import { type Job, type JobKind, jobDays, mostJobs, mostListedJobs } from '@platen/contract/jobs';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../base/errors.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;
type Owner = Pick<SignedInUser, 'userId'>;

export interface NewJob {
  readonly kind: JobKind;
  /** Things that its steps work through. */
  readonly total: number;
  /** What its handler is given; as JSON. */
  readonly input: object;
}

/** The task of the queue that works jobs, and its place in it: all other tasks come first. */
export const jobTask = { name: 'userJobs', priority: 10 } as const;

/**
 * Adds a job in the transaction of the call that asks for it; servers look for it once that is committed.
 * What its steps record names that call. Returns the id of the job. Refuses 202004 where the user has too
 * many.
 */
export async function addJob(
  trx: Trx,
  { userId, requestId }: Owner & Pick<SignedInUser, 'requestId'>,
  { kind, total, input }: NewJob,
): Promise<string> {
  // Two calls at once must not pass the limit together.
  await sql`select 1 from app_user where user_id = ${userId} for no key update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from job where user_id = ${userId} and finished_at is null`.execute(trx);
  if ((rows[0]?.n ?? 0) >= mostJobs) throw new Refusal(202004, `jobs: at most ${mostJobs} at once`);
  const jobId = newId();
  await trx
    .insertInto('job')
    .values({ job_id: jobId, user_id: userId, kind, total, input: JSON.stringify({ ...input, requestId }) })
    .execute();
  await sql`
    select graphile_worker.add_job(${jobTask.name}, '{}'::json, job_key => ${jobTask.name}, max_attempts => 3,
      priority => ${jobTask.priority}::int)`.execute(trx);
  return jobId;
}

/** Adds what the steps of a job work through, where it is too much for the input of the job. */
export async function addParts(trx: Trx, jobId: string, parts: readonly object[]): Promise<void> {
  for (const [part, body] of parts.entries())
    await trx
      .insertInto('job_part')
      .values({ job_id: jobId, part, body: JSON.stringify(body) })
      .execute();
}

export async function readPart(db: Db, jobId: string, part: number): Promise<unknown> {
  const row = await db
    .selectFrom('job_part')
    .select('body')
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.body;
}

interface JobRow extends Omit<Job, 'result' | 'askedAt' | 'startedAt' | 'finishedAt'> {
  readonly hasResult: boolean;
  readonly askedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The job of an id; one of another user is refused as one that does not exist or is gone (GE-05). */
export async function readJob(db: Db, owner: Owner, jobId: string): Promise<Job> {
  const [job] = await readJobs(db, owner, sql<boolean>`job_id = ${jobId}`);
  return job ?? refuseUnknown();
}

/** Jobs that have not ended, and those whose result was not seen; newest first. */
export const readUnseenJobs = (db: Db, owner: Owner): Promise<Job[]> =>
  readJobs(db, owner, sql<boolean>`seen_at is null`);

/** A job and its result so far belong to the user who asked, for 7 days. */
const isOwn = ({ userId }: Owner): RawBuilder<boolean> =>
  sql<boolean>`user_id = ${userId} and coalesce(finished_at, asked_at) > now() - ${sql.lit(jobDays)} * interval '1 day'`;

function refuseUnknown(): never {
  throw new Refusal(204001, 'there is no job of yours with this id');
}

async function readJobs(db: Db, owner: Owner, condition: RawBuilder<boolean>): Promise<Job[]> {
  const { rows } = await sql<JobRow>`
    select job_id as "jobId", kind, state, done, total, reason, result is not null as "hasResult",
      asked_at as "askedAt", started_at as "startedAt", finished_at as "finishedAt"
    from job where ${isOwn(owner)} and ${condition}
    order by asked_at desc, job_id desc limit ${sql.lit(mostListedJobs)}`.execute(db);
  return rows.map(({ hasResult, askedAt, startedAt, finishedAt, ...job }) => ({
    ...job,
    result: hasResult && finishedAt !== null ? addressOf(job) : null,
    askedAt: askedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

const addressOf = ({ kind, jobId }: Pick<Job, 'kind' | 'jobId'>): string =>
  kind === 'ruleTrial' ? `/v1/rules/try/${jobId}` : `/v1/jobs/${jobId}/result`;

/** The result as its handler made it, of a job that has ended; before that it is refused with 202003. */
export async function readResult(db: Db, owner: Owner, jobId: string): Promise<{ kind: JobKind; result: unknown }> {
  const { rows } = await sql<{ kind: JobKind; result: unknown; hasEnded: boolean }>`
    select kind, result, finished_at is not null as "hasEnded" from job
    where ${isOwn(owner)} and job_id = ${jobId}`.execute(db);
  const { kind, result, hasEnded } = rows[0] ?? refuseUnknown();
  if (!hasEnded) throw new Refusal(202003, 'the job has not ended yet');
  if (result === null) throw new Refusal(202003, 'the job failed before it had a result');
  return { kind, result };
}

/** Takes a job that has ended out of the list of its user. */
export async function noteSeen(db: Db, owner: Owner, jobId: string): Promise<void> {
  const { rows } = await sql<{ hasEnded: boolean }>`
    update job set seen_at = case when finished_at is null then seen_at else coalesce(seen_at, now()) end
    where ${isOwn(owner)} and job_id = ${jobId} returning finished_at is not null as "hasEnded"`.execute(db);
  const { hasEnded } = rows[0] ?? refuseUnknown();
  if (!hasEnded) throw new Refusal(202003, 'the job has not ended yet');
}
