import { listJobs, markJobSeen, readJob as readJobCall, readJobResult } from '@platen/contract/jobs';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { serve } from '../../kit/serve.ts';
import { noteSeen, readJob, readResult, readUnseenJobs } from '../../user-jobs/job-store.ts';

/** Long work that users asked for (GE-13): each reads own jobs, and no others. */
export function registerJobs(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listJobs, async ({ user }) => ({ jobs: await readUnseenJobs(db, user) }));

  serve(app, readJobCall, ({ user, params: { id } }) => readJob(db, user, id));

  serve(app, readJobResult, async ({ user, params: { id } }) => {
    const { kind, result } = await readResult(db, user, id);
    if (kind === 'ruleTrial') throw new Refusal(202003, 'the result of a trial is read with GET /v1/rules/try/{id}');
    return readJobResult.answer.parse({ ...Object(result), kind });
  });

  serve(app, markJobSeen, async ({ user, params: { id } }) => {
    await noteSeen(db, user, id);
    return { status: 'success' };
  });
}
