import { toErrorCode, toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { Refusal } from '../base/refusal.ts';

// Messages between the server and its worker threads. A thread answers each request once.

export type ToThread<Request> = { kind: 'run'; id: number; request: Request } | { kind: 'stop' };

export type FromThread<Value, Event> =
  | { kind: 'done'; id: number; value: Value }
  | { kind: 'failed'; id: number; failure: Failure }
  | { kind: 'event'; event: Event }
  | { kind: 'log'; level: keyof Log; fields: object; message: string };

/** An error as plain values, which can be passed between threads. */
export interface Failure {
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
