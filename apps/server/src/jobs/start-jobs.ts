import { setTimeout as wait } from 'node:timers/promises';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { announceEnds } from '../closes/announce.ts';
import { noteCustomers } from '../closes/customer-history.ts';
import { openDueCloses, refreshCloses } from '../closes/tend-closes.ts';
import { openClaims } from '../features/claims/open-claims.ts';
import { advanceRollouts } from '../features/collectors/rollout-advance.ts';
import { dropOldDeadLetters } from '../features/ingest/stream/dead-letters.ts';
import { compareStandards } from '../history/code-history/compare-standards.ts';
import { proveProposals } from '../history/code-history/prove-proposals.ts';
import { countOutcomes } from '../history/visit-outcomes.ts';
import { packMonths } from '../ledger/pack-months.ts';
import { countCommonWords } from '../store/common-words.ts';
import { correctWatch } from '../store/device-watch.ts';
import { foldTotals, recountTotals } from '../store/fleet-totals.ts';
import { foldSearch, recountSearch } from '../store/fold-search.ts';
import type { Store } from '../store/open-store.ts';
import { forgetWrites } from '../store/replicas/own-writes.ts';
import type { SilenceHold } from '../stream/silence-hold.ts';
import { jobTask } from '../user-jobs/job-store.ts';
import { readOrganisation, refreshMedianPages } from '../worklist/organisation.ts';
import { createDeliverTask } from './deliver-task.ts';
import type { JobMetrics } from './job-metrics.ts';
import { createJudgeTasks } from './judge-tasks.ts';
import { dropOldCloses, dropOldPacks } from './meter-retention.ts';
import { markOffline, markStopped } from './offline.ts';
import { dropOldOfOrganisations } from './organisation-retention.ts';
import {
  dropOld,
  dropOldAudit,
  dropOldCommands,
  dropOldConditions,
  dropOldDeliveries,
  dropOldJobs,
  dropOldJudgements,
  dropOldReplacements,
  dropOldRollouts,
  dropOldRounds,
  dropOldTokenCalls,
  dropOldVisits,
  makePartitions,
  type Retention,
  retireGone,
} from './retention.ts';
import { thinReports } from './thin-reports.ts';
import { createUserJobs } from './user-jobs.ts';

export interface JobOptions {
  store: Pick<Store, 'db' | 'url' | 'isPooled' | 'sessionUrl' | 'sessions'>;
  settings: Retention & { offlineHours: number };
  log: Log;
  metrics?: JobMetrics;
  /** Of delivery, which goes by the settings of this process; without it events wait in the outbox. */
  delivery?: Pick<Parameters<typeof createDeliverTask>[0], 'onMail'>;
  /** Of sites with a stream: jobs that judge silence wait while it is held; the next turn does their work. */
  silence?: Pick<SilenceHold, 'isHeld'> | undefined;
  /** Longest time that `stop` waits for jobs in progress, in milliseconds. */
  stopMs?: number;
}

export interface Jobs {
  stop(): Promise<void>;
}

/** UTC. */
const times = {
  partitions: '11 * * * *',
  retention: '37 2 * * *',
  offline: '*/3 * * * *',
  stopped: '*/4 * * * *',
  totals: '* * * * *',
  recount: '41 * * * *',
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
const atStart = [
  'partitions',
  'retention',
  'offline',
  'recount',
  'totals',
  'stopped',
  'judge',
  'conditions',
  'use',
  'claims',
  'standards',
  'proposals',
  'outcomes',
  'ledger',
  'closes',
  'rollouts',
  'userJobs',
] as const;
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
  /** Devices whose reports wait in the stream are not silent. */
  const unlessHeld = (work: () => Promise<void>) => async () => {
    if ((await silence?.isHeld()) !== true) await work();
  };
  const taskList = {
    ...judging.taskList,
    ...userJobs.taskList,
    ...sender?.taskList,
    partitions: async () => makePartitions(db, new Date()),
    retention: async () => {
      const dropped = await dropOld(db, new Date(), settings);
      if (dropped.length > 0) log.info({ dropped }, 'dropped months past their retention');
      const shorter = await dropOldOfOrganisations(db, new Date(), settings);
      if (shorter > 0) log.info({ rows: shorter }, 'deleted what organisations store for fewer months');
      const thinned = await thinReports(db, new Date());
      if (thinned.length > 0) log.info({ thinned }, 'thinned months of reports');
      await dropOldReplacements(db, new Date());
      await dropOldConditions(db, new Date());
      await dropOldJobs(db, new Date());
      await dropOldAudit(db);
      await dropOldJudgements(db, new Date());
      await dropOldDeliveries(db, new Date());
      await dropOldVisits(db, new Date());
      await dropOldTokenCalls(db, new Date());
      await dropOldCommands(db, new Date());
      await dropOldRounds(db, new Date());
      await dropOldRollouts(db, new Date());
      await dropOldPacks(db, new Date());
      await dropOldCloses(db, new Date());
      await forgetWrites(db);
      const letters = await dropOldDeadLetters(db, new Date());
      if (letters > 0) log.warn({ letters }, 'deleted dead letters without a decision');
    },
    offline: unlessHeld(async () => {
      const changed = await markOffline(db, new Date(), settings.offlineHours);
      if (changed > 0) log.info({ devices: changed }, 'devices went offline or came back');
    }),
    stopped: unlessHeld(async () => {
      const stopped = await markStopped(db, new Date());
      if (stopped > 0) log.info({ devices: stopped }, 'devices have stopped reporting');
    }),
    totals: async () => {
      await foldTotals(db);
      await foldSearch(db);
    },
    recount: async () => {
      const watched = await correctWatch(db);
      const cells = (await recountTotals(db)) ?? 0;
      if (watched + cells > 0) log.info({ watched, cells }, 'corrected totals and next looks of devices');
      if (await recountSearch(db)) log.info({}, 'counted devices by searched texts');
      const words = (await countCommonWords(db)) ?? 0;
      if (words > 0) log.info({ words }, 'counted words that many devices have');
    },
    use: async () => {
      await refreshMedianPages(db);
      await unlessHeld(() => retireGone(db, new Date()).then(() => undefined))();
    },
    standards: async () => void (await compareStandards(db, new Date())),
    proposals: async () => {
      const proved = await proveProposals(db);
      if (proved > 0) log.info({ proved }, 'readings proved codes that were proposed');
    },
    outcomes: async () => {
      const counted = await countOutcomes(db, new Date());
      if (counted > 0) log.info({ visits: counted }, 'counted what visits brought');
    },
    ledger: async () => {
      await noteCustomers(db);
      const packed = await packMonths(db, new Date(), async (organisationId) =>
        toWorkTime((await readOrganisation(db, organisationId)).settings.calendar),
      );
      if (packed > 0) log.info({ packed }, 'packed months of the meter ledger');
    },
    closes: unlessHeld(async () => {
      const made = await openDueCloses(db, new Date(), log);
      if (made > 0) log.info({ made }, 'made closes of plans');
      const devices = await refreshCloses(db, new Date());
      if (devices > 0) log.info({ devices }, 'worked out lines of open closes');
      await announceEnds(db, new Date());
    }),
    rollouts: async () => {
      const stopped = await advanceRollouts(db, new Date());
      if (stopped > 0) log.warn({ rollouts: stopped }, 'changes of several collectors have stopped');
    },
    claims: async () =>
      openClaims(db, new Date(), (claims) => {
        metrics?.onClaims(claims.length);
        for (const claim of claims) log.warn({ claim }, 'a collector key reported a device of another key');
      }),
  };
  const starting = sender === undefined ? atStart : ([...atStart, 'deliver'] as const);
  const tasks = [...starting, 'fit' as const];
  const parsedCronItems = parseCronItems(
    tasks.map((task) => ({
      task,
      match: times[task],
      options: optionsOf(task),
    })),
  );
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
    for (const task of starting) await runner.addJob(task, {}, optionsOf(task));
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
