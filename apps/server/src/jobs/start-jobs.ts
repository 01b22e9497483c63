import { setTimeout as wait } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import type { Connection } from '../store/connect.ts';
import type { Log } from '../store/log.ts';
import { toMessage } from '../store/store-failure.ts';
import { markOffline } from './offline.ts';
import { dropOld, makePartitions, type Retention } from './retention.ts';

export interface JobOptions {
  store: Pick<Connection, 'db' | 'pool'>;
  settings: Retention & { offlineHours: number };
  log: Log;
}

export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Work by the clock, queued in the database: with several servers each job runs once.
 * A database that is away for a while only delays it. Every job also runs at start.
 */
export async function startJobs({ store, settings, log }: JobOptions): Promise<Jobs> {
  const { db, pool } = store;
  const taskList = {
    partitions: async () => makePartitions(db, new Date()),
    retention: async () => {
      const dropped = await dropOld(db, new Date(), settings);
      if (dropped.length > 0) log.info({ dropped }, 'dropped months past their retention');
    },
    offline: async () => {
      const changed = await markOffline(db, new Date(), settings.offlineHours);
      if (changed > 0) log.info({ devices: changed }, 'devices went offline or came back');
    },
  };
  const times = { partitions: '11 * * * *', retention: '37 2 * * *', offline: '*/3 * * * *' };
  const names = ['partitions', 'retention', 'offline'] as const;
  const parsedCronItems = parseCronItems(
    names.map((task) => ({ task, match: times[task], options: { jobKey: task, maxAttempts: 3 } })),
  );
  const begin = async () => {
    const runner = await run({
      pgPool: pool,
      taskList,
      parsedCronItems,
      concurrency: 1,
      pollInterval: 30_000,
      noHandleSignals: true,
      logger: toLogger(log),
    });
    for (const task of names) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 3 });
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
      await state.runner.stop().catch(() => undefined);
      await supervised;
    },
  };
}

function toLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { ...scope, ...(meta?.error === undefined ? {} : { reason: toMessage(meta.error) }) };
    const grave: string = level;
    if (grave === 'error') log.error(fields, `jobs: ${message}`);
    else if (grave === 'warning') log.warn(fields, `jobs: ${message}`);
  });
}
