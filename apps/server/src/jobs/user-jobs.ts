import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Log } from '../base/logger.ts';
import { closeJob, settleJob } from '../features/closes/close-jobs.ts';
import { metersAtJob } from '../features/closes/meters-at.ts';
import { createTrialJob } from '../features/rules/trial-job.ts';
import { createActionJob } from '../features/worklist/action-job.ts';
import { importJob } from '../features/worklist/visit-import/import-job.ts';
import type { Database } from '../store/database.ts';
import { jobTask } from '../user-jobs/job-store.ts';
import { type JobHandlers, workJobs } from '../user-jobs/work-jobs.ts';
import type { TryRules } from '../worklist/rules/trial-request.ts';

interface UserJobOptions {
  readonly db: Kysely<Database>;
  readonly offlineHours: number;
  readonly log: Log;
  readonly tryRules: TryRules;
}

/** Pause before jobs are looked for again that another server holds or held, or whose step failed. */
const restMs = 5000;

/** The task that works what users asked for (GE-13). This process runs it once at a time. */
export function createUserJobs({ db, offlineHours, log, tryRules }: UserJobOptions): {
  taskList: TaskList;
  stop(): void;
} {
  const handlers: JobHandlers = {
    worklistActions: createActionJob(offlineHours),
    ruleTrial: createTrialJob(tryRules),
    visitImport: importJob,
    meterSettle: settleJob,
    meterClose: closeJob,
    metersAt: metersAtJob,
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRunning = false;
  let isAskedAgain = false;
  return {
    taskList: {
      async [jobTask.name](_, { addJob }) {
        isAskedAgain = true;
        if (isRunning) return;
        isRunning = true;
        let left = 0;
        try {
          // A job that came after the last look at the table is not left to the next minute.
          while (isAskedAgain && !signal.aborted) {
            isAskedAgain = false;
            left = await workJobs(db, { handlers, log, signal });
          }
        } finally {
          isRunning = false;
        }
        if (left > 0)
          await addJob(
            jobTask.name,
            {},
            {
              jobKey: jobTask.name,
              // A call that asked for a job meanwhile is not delayed.
              jobKeyMode: 'preserve_run_at',
              maxAttempts: 1,
              priority: jobTask.priority,
              // Another server takes over at once what this one leaves.
              runAt: new Date(Date.now() + (signal.aborted ? 0 : restMs)),
            },
          );
      },
    },
    stop: () => stopping.abort(),
  };
}
