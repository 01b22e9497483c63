import { setTimeout as wait } from 'node:timers/promises';
import { type ServerErrorCode, serverErrorStatus } from '@platen/contract/errors';
import { type TrialAnswer, trialAnswer } from '@platen/contract/rule-trials';
import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { noteSeen, readJob, readResult } from '../../user-jobs/job-store.ts';

type Db = Kysely<Database>;

/** How long a call waits for its trial before it answers with the job, and between two looks. */
const patienceMs = 1500;
const lookMs = 50;

/**
 * The answer of a trial, once it has ended; refused with 202003 before, and 204001 where it is not the
 * user's.
 */
export async function readTrialAnswer(db: Db, user: SignedInUser, jobId: string): Promise<TrialAnswer> {
  const { kind, result } = await readResult(db, user, jobId);
  const parsed = trialAnswer.safeParse(result);
  if (kind === 'ruleTrial' && parsed.success) return parsed.data;
  // Of another kind of work, or of one that failed half way.
  throw new Refusal(kind === 'ruleTrial' ? 202003 : 204001, 'there is no result of a trial with this id');
}

/** Waits for a trial; undefined: it goes on, and is among the user's jobs. */
export async function awaitTrial(
  db: Db,
  user: SignedInUser,
  jobId: string,
  signal: AbortSignal,
): Promise<TrialAnswer | undefined> {
  for (let waited = 0; waited < patienceMs && !signal.aborted; waited += lookMs) {
    const { state, reason } = await readJob(db, user, jobId);
    if (state === 'failed') {
      const code = reason?.errorCode;
      throw new Refusal(isServerCode(code) ? code : 201000, reason?.detail.map(({ msg }) => msg) ?? 'the trial failed');
    }
    if (state === 'done') {
      const answer = await readTrialAnswer(db, user, jobId);
      await noteSeen(db, user, jobId);
      return answer;
    }
    await wait(lookMs);
  }
  return undefined;
}

const isServerCode = (code: number | undefined): code is ServerErrorCode =>
  code !== undefined && Object.hasOwn(serverErrorStatus, code);
