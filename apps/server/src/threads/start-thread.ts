// A thread, not a window: it has no origin.
// oxlint-disable unicorn/require-post-message-target-origin
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../store/log.ts';
import { toError } from './failure.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

interface ThreadOptions<Data, Event> {
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
  /** Rejects with what failed in the thread, or with 203003 when it ended; the next request begins another. */
  run(request: Request, transfer?: readonly Transferable[]): Promise<Value>;
  /** Brings the requests at hand to their end. */
  stop(): Promise<void>;
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
  const begin = (): Worker => {
    const begun = new Worker(file, { workerData: data, resourceLimits: limits });
    const end = (reason: string) => {
      // A thread that failed ends a moment later: what waits by then waits for the next one.
      if (thread !== begun) return;
      thread = undefined;
      for (const id of waiting.keys())
        take(id)?.reject(new Refusal(203003, `the thread for ${name} ended: ${reason}`, { retryAfter: 5 }));
    };
    begun.on('message', hear);
    begun.on('error', (error) => {
      log.error({ reason: error.message }, `the thread for ${name} failed`);
      end(error.message);
    });
    begun.on('exit', (code) => end(`code ${code}`));
    return begun;
  };
  return {
    get open() {
      return waiting.size;
    },
    run(request, transfer = []) {
      if (stopped) return Promise.reject(new Refusal(203003, 'the server is stopping', { retryAfter: 5 }));
      thread ??= begin();
      const message: ToThread<Request> = { kind: 'run', id: nextId++, request };
      const answer = new Promise<Value>((resolve, reject) => waiting.set(message.id, { resolve, reject }));
      thread.postMessage(message, transfer);
      return answer;
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
