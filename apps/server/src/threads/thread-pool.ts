import type { Log } from '../base/logger.ts';
import { type EndReason, startThread, type Thread, ThreadEnded, type ThreadOptions } from './start-thread.ts';

interface PoolOptions<Data> extends Omit<ThreadOptions<Data, never>, 'onEvent'> {
  readonly threads: number;
  /** Milliseconds of processor time that one request may take. */
  readonly busyLimitMs: number;
  /** The error of a request that ended its thread all by itself. */
  readonly toError: (reason: EndReason) => Error;
}

export interface Pool<Request, Value> {
  /**
   * A request must be repeatable: it is repeated if another one ended its thread. Its values are copied.
   * Short requests have a thread of their own.
   */
  run(request: Request, options?: { readonly isShort?: boolean }): Promise<Value>;
  stop(): Promise<void>;
}

const watchMs = 250;

/**
 * A pool of worker threads; each request goes to the least busy one. A thread that exceeds its limit of
 * memory or time, or fails, is ended. Its requests are repeated one after the other, each alone in a thread,
 * so that only the one that caused it fails.
 */
export function startPool<Data, Request, Value>(options: PoolOptions<Data>): Pool<Request, Value> {
  const { threads: count, busyLimitMs, toError, log, name } = options;
  const start = (): Thread<Request, Value> => startThread<Data, Request, Value>(options);
  const threads = Array.from({ length: count }, start);
  const short = start();
  const alone = start();
  /** Repeated requests wait here for one another. */
  let turn: Promise<unknown> = Promise.resolve();

  const runIn = async (thread: Thread<Request, Value>, request: Request): Promise<Value> => {
    const answer = thread.run(request);
    const watch = watchBusy(thread, busyLimitMs);
    try {
      return await answer;
    } finally {
      clearInterval(watch);
    }
  };
  const runAlone = async (request: Request): Promise<Value> => {
    try {
      return await runIn(alone, request);
    } catch (error) {
      throw error instanceof ThreadEnded ? blame(error.reason, { log, name, toError }) : error;
    }
  };
  return {
    async run(request, { isShort = false } = {}) {
      const [thread] = isShort ? [short] : threads.toSorted((one, other) => one.open - other.open);
      if (thread === undefined) throw new Error(`no thread for ${name}`);
      try {
        return await runIn(thread, request);
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        if (error.open === 1 && error.reason !== 'failure') throw blame(error.reason, { log, name, toError });
        const before = turn;
        const again = (async () => {
          await before;
          return await runAlone(request);
        })();
        turn = again.catch(() => undefined);
        return await again;
      }
    },
    async stop() {
      await Promise.all([...threads, short, alone].map((thread) => thread.stop()));
    },
  };
}

function blame(
  reason: EndReason,
  { log, name, toError }: { log: Log; name: string; toError: PoolOptions<never>['toError'] },
) {
  log.warn({ reason }, `a request of the thread for ${name} is given up`);
  return toError(reason);
}

/**
 * Ends the thread once it was busy for longer than the limit. Time by the clock is too high on a busy
 * machine, the processor time of the process if other threads work: the thread's own processor time is at
 * most the smaller of the two.
 */
function watchBusy(thread: Pick<Thread<never, never>, 'busyMs' | 'abandon'>, limitMs: number): NodeJS.Timeout {
  const since = thread.busyMs;
  const used = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    if (thread.busyMs - since > limitMs && (user + system) / 1000 > limitMs) thread.abandon('time');
  }, watchMs).unref();
}
