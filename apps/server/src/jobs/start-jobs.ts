import { setTimeout as wait } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import type { Store } from '../store/open-store.ts';
import { jobTask } from '../user-jobs/job-store.ts';
import { createDeliverTask } from './deliver-task.ts';
import { createJudgeTasks } from './judge-tasks.ts';
import { createTaskList, type TaskListOptions } from './task-list.ts';
import { createUserJobs } from './user-jobs.ts';

export interface JobOptions extends Omit<TaskListOptions, 'db'> {
  store: Pick<Store, 'db' | 'url' | 'isPooled' | 'sessionUrl' | 'sessions'>;
  /** Of delivery, which goes by the settings of this process; without it events wait in the outbox. */
  delivery?: Pick<Parameters<typeof createDeliverTask>[0], 'onMail'>;
  /** Longest time that `stop` waits for jobs in progress, in milliseconds. */
  stopMs?: number;
}

export interface Jobs {
  stop(): Promise<void>;
}

/** When each runs (UTC); all but the learning also run at start, in this order. */
const times = {
  partitions: '11 * * * *',
  retention: '37 2 * * *',
  offline: '*/3 * * * *',
  recount: '41 * * * *',
  totals: '* * * * *',
  stopped: '*/4 * * * *',
  judge: '* * * * *',
  conditions: '* * * * *',
  use: '7 * * * *',
  claims: '* * * * *',
  standards: '23 3 * * *',
  proposals: '*/5 * * * *',
  outcomes: '*/10 * * * *',
  ledger: '51 2 * * *',
  closes: '*/10 * * * *',
  rollouts: '* * * * *',
  userJobs: '* * * * *',
  deliver: '* * * * *',
  fit: '17 1 * * *',
};
const optionsOf = (task: string) => ({
  jobKey: task,
  maxAttempts: 3,
  priority: task === jobTask.name ? jobTask.priority : 0,
});

/**
 * Scheduled jobs, queued in the database: with several servers each job runs once. An unavailable database
 * only delays them. Every job but the learning also runs at start.
 */
export async function startJobs({
  store,
  settings,
  log,
  metrics,
  delivery,
  silence,
  stopMs = 10_000,
}: JobOptions): Promise<Jobs> {
  const { db } = store;
  const judging = createJudgeTasks({
    store,
    offlineHours: settings.offlineHours,
    log,
    onBatch: (event) => metrics?.onBatch(event),
  });
  const sender = delivery && createDeliverTask({ ...delivery, databaseUrl: store.url, isPooled: store.isPooled, log });
  const userJobs = createUserJobs({
    db,
    offlineHours: settings.offlineHours,
    log,
    tryRules: judging.tryRules,
  });
  const taskList = {
    ...judging.taskList,
    ...userJobs.taskList,
    ...sender?.taskList,
    ...createTaskList({ db, settings, log, metrics, silence }),
  };
  const scheduled = Object.entries(times).filter(([task]) => task !== 'deliver' || sender !== undefined);
  const parsedCronItems = parseCronItems(scheduled.map(([task, match]) => ({ task, match, options: optionsOf(task) })));
  const begin = async () => {
    const runner = await run({
      pgPool: store.sessions,
      taskList,
      parsedCronItems,
      // Judging, learning and the work of users may take minutes; the short ones need not wait for them.
      concurrency: 5,
      pollInterval: 5000,
      noHandleSignals: true,
      // Results of jobs are written in batches: only there does a lost database end the runner, which is then
      // started again below; written one by one, the failure would be an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: toLogger(log),
    });
    for (const [task] of scheduled) if (task !== 'fit') await runner.addJob(task, {}, optionsOf(task));
    return runner;
  };

  const state: { runner: Runner } = { runner: await begin() };
  const stopped = new AbortController();
  const supervise = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // The runner ends by itself when it loses the database for good.
      const why = await state.runner.promise.then(() => 'it ended').catch(toMessage);
      if (stopped.signal.aborted) return;
      log.error({ reason: why }, 'the jobs have stopped, starting them again');
      await wait(5000, undefined, { signal: stopped.signal }).catch(() => undefined);
      await begin()
        .then((runner) => {
          state.runner = runner;
          return stopped.signal.aborted ? runner.stop() : undefined;
        })
        .catch((error: unknown) => log.error({ reason: toMessage(error) }, 'the jobs could not be started'));
    }
  };
  const supervised = supervise();
  return {
    async stop() {
      stopped.abort();
      const end = async () => {
        userJobs.stop();
        await Promise.all([sender?.stop(), judging.stop()]);
        await state.runner.stop().catch(() => undefined);
        await supervised;
      };
      // A runner that lost the database at this moment may never end. Its jobs can be repeated.
      const ended = await Promise.race([end(), wait(stopMs, 'late' as const, { ref: false })]);
      if (ended === 'late') log.warn({ afterMs: stopMs }, 'the jobs did not end in time and are abandoned');
    },
  };
}

function toLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { ...scope, ...(meta?.error === undefined ? {} : { reason: toMessage(meta.error) }) };
    const severity: string = level;
    if (severity === 'error') log.error(fields, `jobs: ${message}`);
    else if (severity === 'warning') log.warn(fields, `jobs: ${message}`);
  });
}
