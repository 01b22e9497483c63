// A thread, not a window: it has no origin.
// oxlint-disable unicorn/require-post-message-target-origin
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '../store/log.ts';
import type { BatchResult } from './judge/judge-batch.ts';
import type { Task } from './tasks.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

export interface DiagnosisOptions extends ThreadData {
  work: 'judge' | 'fit';
  log: Log;
  onBatch: (result: BatchResult) => void;
}

/** Judging and learning, beside the server's own work. */
export interface DiagnosisRunner {
  /** Rejects when it failed or the thread ended; the next task begins another thread. */
  run(task: Task): Promise<number>;
  /** Brings the batch at hand to its end; what is left is due as before. */
  stop(): Promise<void>;
}

/**
 * By the work that a thread is for. A thread that runs away ends alone, never the server.
 * Old: the language takes a small limit as a wish to clear out often: judging then clears out every ten devices, which costs a quarter more, though
 * it holds some 100 MB in either case. Learning holds much more for a while and is kept small.
 * Young: what a batch makes is gone before it would grow old, which saves a sixth of the time.
 */
const heapMb = {
  judge: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 },
  fit: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 },
};
const stopMs = 10_000;

interface Waiting {
  resolve(value: number): void;
  reject(error: Error): void;
}

/** Begins the thread with the first task. */
export function startDiagnosis({ work, log, onBatch, databaseUrl, offlineHours }: DiagnosisOptions): DiagnosisRunner {
  let thread: Worker | undefined;
  let nextId = 0;
  let stopped = false;
  const waiting = new Map<number, Waiting>();

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };
  const hear = (message: FromThread) => {
    if (message.kind === 'batch') onBatch(message.result);
    else if (message.kind === 'log') log[message.level](message.fields, message.message);
    else if (message.kind === 'done') settle(message.id)?.resolve(message.value);
    else settle(message.id)?.reject(new Error(message.reason));
  };
  const begin = (): Worker => {
    const workerData: ThreadData = { databaseUrl, offlineHours };
    const begun = new Worker(new URL('./diagnosis-thread.js', import.meta.url), {
      workerData,
      resourceLimits: heapMb[work],
    });
    const end = (reason: string) => {
      // A thread that failed ends a moment later: what waits by then waits for the next one.
      if (thread !== begun) return;
      thread = undefined;
      for (const id of waiting.keys()) settle(id)?.reject(new Error(`the thread for judging ended: ${reason}`));
    };
    begun.on('message', hear);
    begun.on('error', (error: Error) => {
      log.error({ reason: error.message }, 'the thread for judging failed');
      end(error.message);
    });
    begun.on('exit', (code) => end(`code ${code}`));
    return begun;
  };
  return {
    run(task) {
      if (stopped) return Promise.reject(new Error('the server is stopping'));
      thread ??= begin();
      const message: ToThread = { kind: 'run', id: nextId++, task };
      const answer = new Promise<number>((resolve, reject) => waiting.set(message.id, { resolve, reject }));
      thread.postMessage(message);
      return answer;
    },
    async stop() {
      stopped = true;
      const ending = thread;
      if (ending === undefined) return;
      const message: ToThread = { kind: 'stop' };
      ending.postMessage(message);
      const exit = once(ending, 'exit').catch(() => undefined);
      await Promise.race([exit, wait(stopMs, undefined, { ref: false })]);
      await ending.terminate();
    },
  };
}
