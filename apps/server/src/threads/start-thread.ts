// A thread, not a window: it has no origin.
// oxlint-disable unicorn/require-post-message-target-origin
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { Refusal, toErrorCode } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { type FromThread, type ToThread, toError } from './serve-thread.ts';

export interface ThreadOptions<Data, Event> {
  /** Name of its task, for the log. */
  readonly name: string;
  readonly file: URL;
  readonly data: Data;
  readonly limits: ResourceLimits;
  readonly log: Log;
  readonly onEvent?: (event: Event) => void;
}

export interface Thread<Request, Value> {
  /** Requests without an answer yet. */
  readonly open: number;
  /**
   * Milliseconds that the thread was busy since its start, by the clock; 0 if none runs. Can be read while it
   * is blocked.
   */
  readonly busyMs: number;
  /**
   * Rejects with the failure of the thread, or with `ThreadEnded` if it ended; the next request starts
   * another one.
   */
  run(request: Request, transfer?: readonly Transferable[]): Promise<Value>;
  /** Ends the thread at once; open requests reject with `ThreadEnded` of this reason. */
  abandon(reason: EndReason): void;
  /** Stops the thread after its open requests. */
  stop(): Promise<void>;
}

/** Why a thread ended: it exceeded its limit of memory or time, or it failed. */
export type EndReason = 'memory' | 'time' | 'failure';

/** 203003: the thread ended before it answered. */
export class ThreadEnded extends Refusal {
  readonly reason: EndReason;
  /** Requests that it had not answered, including this one. */
  readonly open: number;
  constructor(reason: EndReason, open: number, detail: string) {
    super(203003, detail, { retryAfter: 5 });
    this.reason = reason;
    this.open = open;
  }
}

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: Error): void;
}
const stopMs = 10_000;

/**
 * A worker thread that answers requests (`serve-thread.ts`). It starts with the first one; the server
 * survives its failure.
 */
export function startThread<Data, Request, Value, Event = never>(
  options: ThreadOptions<Data, Event>,
): Thread<Request, Value> {
  const { name, file, data, limits, log, onEvent } = options;
  const waiting = new Map<number, Waiting<Value>>();
  let thread: Worker | undefined;
  let nextId = 0;
  let stopped = false;

  const take = (id: number): Waiting<Value> | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };
  const receive = (message: FromThread<Value, Event>) => {
    if (message.kind === 'event') onEvent?.(message.event);
    else if (message.kind === 'log') log[message.level](message.fields, message.message);
    else if (message.kind === 'done') take(message.id)?.resolve(message.value);
    else take(message.id)?.reject(toError(message.failure));
  };
  const end = (ended: Worker, reason: EndReason, detail: string) => {
    // A thread that failed exits a moment later: requests that arrived meanwhile belong to the next one.
    if (thread !== ended) return;
    thread = undefined;
    const open = waiting.size;
    for (const id of waiting.keys())
      take(id)?.reject(new ThreadEnded(reason, open, `the thread for ${name} ended: ${detail}`));
  };
  const start = (): Worker => {
    const started = new Worker(file, { workerData: data, resourceLimits: limits });
    started.on('message', (message: FromThread<Value, Event>) => {
      // The requests of an abandoned thread are answered already.
      if (thread === started || message.kind === 'log') receive(message);
    });
    started.on('error', (error) => {
      log.error({ reason: error.message }, `the thread for ${name} failed`);
      end(started, toErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failure', error.message);
    });
    started.on('exit', (code) => end(started, 'failure', `code ${code}`));
    return started;
  };
  return {
    get open() {
      return waiting.size;
    },
    get busyMs() {
      return thread?.performance.eventLoopUtilization().active ?? 0;
    },
    run(request, transfer = []) {
      if (stopped) return Promise.reject(new Refusal(203003, 'the server is stopping', { retryAfter: 5 }));
      thread ??= start();
      const message: ToThread<Request> = { kind: 'run', id: nextId++, request };
      const answer = new Promise<Value>((resolve, reject) => waiting.set(message.id, { resolve, reject }));
      thread.postMessage(message, transfer);
      return answer;
    },
    abandon(reason) {
      const abandoned = thread;
      if (abandoned === undefined) return;
      log.error({ reason }, `the thread for ${name} is ended`);
      end(abandoned, reason, `limit of ${reason}`);
      void abandoned.terminate();
    },
    async stop() {
      stopped = true;
      const ending = thread;
      if (ending === undefined) return;
      const message: ToThread<Request> = { kind: 'stop' };
      ending.postMessage(message);
      const exit = once(ending, 'exit').catch(() => undefined);
      await Promise.race([exit, wait(stopMs, undefined, { ref: false })]);
      await ending.terminate();
    },
  };
}
