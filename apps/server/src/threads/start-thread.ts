// A thread, not a window: it has no origin.
// oxlint-disable unicorn/require-post-message-target-origin
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { toErrorCode } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { Refusal } from '../base/refusal.ts';
import { toError } from './failure.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface ThreadOptions<Data, Event> {
  /** What it does, for the log. */
  readonly name: string;
  readonly file: URL;
  readonly data: Data;
  readonly limits: ResourceLimits;
  readonly log: Log;
  readonly onEvent?: (event: Event) => void;
}

export interface Thread<Request, Value> {
  /** Requests not answered yet. */
  readonly open: number;
  /** Milliseconds that the thread was busy since its start, by the clock; 0 where none runs. Read also while it is blocked. */
  readonly busyMs: number;
  /** Rejects with what failed in the thread, or with `ThreadEnded` when it ended; the next request begins another. */
  run(request: Request, transfer?: readonly Transferable[]): Promise<Value>;
  /** Ends the thread at once, whatever it does; requests at hand reject with `ThreadEnded` of this reason. */
  abandon(reason: EndReason): void;
  /** Brings the requests at hand to their end. */
  stop(): Promise<void>;
}

/** Why a thread ended: it passed its limit of memory or of time, or it failed. */
export type EndReason = 'memory' | 'time' | 'failure';

/** 203003: the thread ended before it answered. */
export class ThreadEnded extends Refusal {
  readonly reason: EndReason;
  /** Requests that it had not answered, this one among them. */
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

/** A thread of the server that answers requests (`serve-thread.ts`). It begins with the first, and may fail without the server. */
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
  const hear = (message: FromThread<Value, Event>) => {
    if (message.kind === 'event') onEvent?.(message.event);
    else if (message.kind === 'log') log[message.level](message.fields, message.message);
    else if (message.kind === 'done') take(message.id)?.resolve(message.value);
    else take(message.id)?.reject(toError(message.failure));
  };
  const end = (ended: Worker, reason: EndReason, detail: string) => {
    // A thread that failed ends a moment later: what waits by then waits for the next one.
    if (thread !== ended) return;
    thread = undefined;
    const open = waiting.size;
    for (const id of waiting.keys())
      take(id)?.reject(new ThreadEnded(reason, open, `the thread for ${name} ended: ${detail}`));
  };
  const begin = (): Worker => {
    const begun = new Worker(file, { workerData: data, resourceLimits: limits });
    begun.on('message', (message: FromThread<Value, Event>) => {
      // After it was abandoned its requests are answered already.
      if (thread === begun || message.kind === 'log') hear(message);
    });
    begun.on('error', (error) => {
      log.error({ reason: error.message }, `the thread for ${name} failed`);
      end(begun, toErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failure', error.message);
    });
    begun.on('exit', (code) => end(begun, 'failure', `code ${code}`));
    return begun;
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
      thread ??= begin();
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
