import { availableParallelism } from 'node:os';
import type { TaskList } from 'graphile-worker';
import type { Log } from '../base/logger.ts';
import type { Store } from '../store/open-store.ts';
import { startThread, type Thread } from '../threads/start-thread.ts';
import type { TryRules } from '../worklist/rules/trial-request.ts';
import type { DiagnosisThreadData } from './diagnosis-thread.ts';
import { type BatchEvent, createTasks, type Tasks, type ThreadAnswer, type ThreadRequest } from './tasks.ts';

export interface JudgeTaskOptions {
  store: Pick<Store, 'db' | 'sessionUrl'>;
  offlineHours: number;
  log: Log;
  onBatch: (event: BatchEvent) => void;
}

/**
 * Pause between two searches for due devices: with the poll interval of the queue a report waits 15 s at
 * most.
 */
const restMs = 10_000;

/**
 * The jobs `judge`, `conditions` and `fit`. This process runs one of each at a time; other servers may run
 * the same ones concurrently.
 */
export function createJudgeTasks(options: JudgeTaskOptions): {
  taskList: TaskList;
  /** Trials of rules, at a lower rank than judging. */
  readonly tryRules: TryRules;
  stop(): Promise<void>;
} {
  const { log } = options;
  const onBatch = (event: BatchEvent) => {
    const failed = event.task === 'judge' ? 'a device could not be judged' : 'conditions could not be evaluated';
    for (const failure of event.result.failures) log.error({ ...failure }, failed);
    options.onBatch(event);
  };
  const start = (work: 'judge' | 'fit' = 'judge') => begin({ ...options, onBatch }, work);
  const runner = start();
  const helpers = new Set<DiagnosisRunner>();
  let judging = false;
  let evaluating = false;
  let stopped = false;
  const taskList: TaskList = {
    async judge(_, { addJob }) {
      if (judging || stopped) return;
      judging = true;
      try {
        const judged = await judgeTogether(runner, start, helpers);
        if (judged > 0 && !stopped)
          await addJob('conditions', {}, { jobKey: 'conditions', maxAttempts: 1, runAt: new Date() });
        if (judged > 0 && !stopped && (await runner.run('wantsFit')) === 1)
          await addJob('fit', {}, { jobKey: 'fit', maxAttempts: 3 });
      } finally {
        judging = false;
        if (!stopped)
          await addJob('judge', {}, { jobKey: 'judge', maxAttempts: 1, runAt: new Date(Date.now() + restMs) });
      }
    },
    async conditions(_, { addJob }) {
      if (evaluating || stopped) return;
      evaluating = true;
      try {
        await runner.run('conditions');
      } finally {
        evaluating = false;
        if (!stopped)
          await addJob(
            'conditions',
            {},
            { jobKey: 'conditions', maxAttempts: 1, runAt: new Date(Date.now() + restMs) },
          );
      }
    },
    async fit(_, { addJob }) {
      const ran = await learn(start('fit'), helpers);
      log.info({}, ran === 1 ? 'learned from the fleet' : 'the fleet is being learned from already');
      if (ran === 1) await addJob('judge', {}, { jobKey: 'judge', maxAttempts: 1 });
    },
  };
  return {
    taskList,
    tryRules: (request) => runner.tryRules({ task: 'tryRules', ...request }),
    async stop() {
      stopped = true;
      await Promise.all([runner, ...helpers].map((one) => one.stop()));
    },
  };
}

/**
 * A run that lasts longer than this gets a second thread, as on the first day of a large fleet; not more,
 * because of their memory.
 */
const helpAfterMs = 3000;
const mostThreads = Math.min(2, availableParallelism());

async function judgeTogether(
  runner: DiagnosisRunner,
  start: () => DiagnosisRunner,
  helpers: Set<DiagnosisRunner>,
): Promise<number> {
  const help: Promise<number>[] = [];
  const assist = async (helper: DiagnosisRunner): Promise<number> => {
    helpers.add(helper);
    try {
      return await helper.run('judge');
    } catch {
      // Devices that the helper did not judge are still due.
      return 0;
    } finally {
      await helper.stop();
      helpers.delete(helper);
    }
  };
  const timer = setTimeout(() => {
    for (let threads = 1; threads < mostThreads; threads += 1) help.push(assist(start()));
  }, helpAfterMs);
  try {
    const judged = await runner.run('judge');
    return (await Promise.all(help)).reduce((sum, one) => sum + one, judged);
  } finally {
    clearTimeout(timer);
  }
}

/** In a thread of its own, whose memory is released at the end. */
async function learn(learner: DiagnosisRunner, helpers: Set<DiagnosisRunner>): Promise<number> {
  helpers.add(learner);
  try {
    return await learner.run('fit');
  } finally {
    await learner.stop();
    helpers.delete(learner);
  }
}

/** Compiled code runs in a thread; sources, which only a test runner executes, in this one. */
function begin({ store, ...options }: JudgeTaskOptions, work: 'judge' | 'fit'): DiagnosisRunner {
  if (import.meta.url.endsWith('.js')) return startDiagnosis({ databaseUrl: store.sessionUrl, work, ...options });
  const stopping = new AbortController();
  const tasks = createTasks({ ...options, db: store.db, signal: stopping.signal });
  return { ...tasks, stop: async () => stopping.abort() };
}

interface DiagnosisOptions extends DiagnosisThreadData {
  readonly work: 'judge' | 'fit';
  readonly log: Log;
  readonly onBatch: (event: BatchEvent) => void;
}

/** Judging and learning, in a thread of its own. */
type DiagnosisRunner = Tasks & Pick<Thread<never, never>, 'stop'>;

/**
 * By the task of the thread. A thread that exceeds them ends alone, without the server. Old generation: with
 * a small limit V8 collects garbage every ten devices, which costs a quarter more time, although judging
 * holds some 100 MB in either case; fitting holds much more for a while and gets a small limit. Young
 * generation: a device allocates 16 MB while it is judged, and what lives at a collection is copied. Twice
 * the size of V8 for judging, so that two devices share one (0800).
 */
const heapMb = {
  judge: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
  fit: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 },
};

/**
 * The thread starts with the first task. When stopped, it finishes the current batch; the remaining devices
 * stay due.
 */
function startDiagnosis({ work, log, onBatch, databaseUrl, offlineHours }: DiagnosisOptions): DiagnosisRunner {
  const thread = startThread<DiagnosisThreadData, ThreadRequest, ThreadAnswer, BatchEvent>({
    name: 'judging',
    file: new URL('./diagnosis-thread.js', import.meta.url),
    data: { databaseUrl, offlineHours },
    limits: heapMb[work],
    log,
    onEvent: onBatch,
  });
  return {
    async run(task) {
      const answer = await thread.run(task);
      if (typeof answer !== 'number') throw new Error(`no number for the task ${task}`);
      return answer;
    },
    async tryRules(request) {
      const answer = await thread.run(request);
      if (typeof answer === 'number') throw new Error('a number for a trial of rules');
      return answer;
    },
    stop: () => thread.stop(),
  };
}
