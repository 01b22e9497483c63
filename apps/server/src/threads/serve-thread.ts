import { parentPort } from 'node:worker_threads';
import { Refusal, toErrorCode, toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';

// Messages between the server and its worker threads. A thread answers each request once.

export type ToThread<Request> = { kind: 'run'; id: number; request: Request } | { kind: 'stop' };

export type FromThread<Value, Event> =
  | { kind: 'done'; id: number; value: Value }
  | { kind: 'failed'; id: number; failure: Failure }
  | { kind: 'event'; event: Event }
  | { kind: 'log'; level: keyof Log; fields: object; message: string };

/** An error as plain values, which can be passed between threads. */
interface Failure {
  readonly message: string;
  /** Of the thread that failed, for the log. */
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly refusal?: Pick<Refusal, 'errorCode' | 'detail' | 'headers' | 'body'>;
}

export function toFailure(error: unknown): Failure {
  if (error instanceof Refusal) {
    const { message, errorCode, detail, headers, body } = error;
    return { message, refusal: { errorCode, detail, headers, body } };
  }
  const syscall = error instanceof Error && 'syscall' in error ? String(error.syscall) : undefined;
  const stack = error instanceof Error ? error.stack : undefined;
  return { message: toMessage(error), stack, code: toErrorCode(error), syscall };
}

/** The error as the other thread threw it: a refusal, or an error with its code. */
export function toError({ message, stack, code, syscall, refusal }: Failure): Error {
  if (refusal !== undefined) {
    const { errorCode, detail, headers, body } = refusal;
    return new Refusal(errorCode, detail, { headers, body });
  }
  return Object.assign(
    new Error(message),
    stack === undefined ? {} : { stack },
    code === undefined ? {} : { code },
    syscall === undefined ? {} : { syscall },
  );
}

interface Work<Request, Value> {
  run(request: Request): Promise<Value>;
  /** Makes running requests end early, if they can. */
  hurry?(): void;
  /** Called after the last answer: releases everything that keeps the thread alive. */
  close(): Promise<void>;
}

/**
 * Answers requests of the server until it stops the thread; `emit` sends events. Call once, in the entry file
 * of a thread.
 */
export function serveThread<Request, Value>(
  begin: (log: Log, emit: (event: unknown) => void) => Work<Request, Value>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a thread of the server');
  const send = (message: FromThread<Value, unknown>) => port.postMessage(message);
  const toLine = (level: keyof Log) => (fields: object, message: string) =>
    send({ kind: 'log', level, fields, message });
  const log = { info: toLine('info'), warn: toLine('warn'), error: toLine('error') };
  const work = begin(log, (event) => send({ kind: 'event', event }));
  const open = new Set<Promise<void>>();
  port.on('message', (message: ToThread<Request>) => {
    if (message.kind === 'stop') {
      work.hurry?.();
      void Promise.allSettled(open)
        .then(() => work.close())
        .finally(() => port.close());
      return;
    }
    const { id, request } = message;
    const answer = work.run(request).then(
      (value) => send({ kind: 'done', id, value }),
      (error: unknown) => send({ kind: 'failed', id, failure: toFailure(error) }),
    );
    open.add(answer);
    void answer.finally(() => open.delete(answer));
  });
}
