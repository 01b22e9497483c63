import { v7 as newId } from 'uuid';
import { createActionJob } from '../src/features/worklist/action-job.ts';
import { type JobHandlers, type WorkOptions, workJobs } from '../src/user-jobs/work-jobs.ts';
import type { TestDatabase } from './database.ts';
import { silent } from './silent.ts';
import { secret, stranger, type World } from './worklist-world.ts';

const handlers: JobHandlers = { worklistActions: createActionJob(48) };

/** Works jobs until none is left, as a server's task does; a step that failed is repeated at once. */
export const runJobs = ({ db }: Pick<TestDatabase, 'db'>, options: Partial<WorkOptions> = {}): Promise<number> =>
  workJobs(db, { handlers, log: silent, signal: new AbortController().signal, retryMs: 0, ...options });

/** A job that has ended, of a user; gives its id. */
export async function addEndedJobs(world: World, subject = stranger): Promise<string[]> {
  const id = newId();
  const result = {
    action: 'note',
    actionId: newId(),
    results: [{ conditionId: newId(), code: 204001, serial: secret }],
  };
  await world.platen.database.pool.query(
    `insert into job (job_id, user_id, kind, state, done, total, input, result, finished_at)
     values ($1, $2, 'worklistActions', 'done', 1, 1, '{}', $3, now())`,
    [id, world.userId(subject), JSON.stringify(result)],
  );
  return [id];
}
