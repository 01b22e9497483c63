import { toErrorCode, toMessage } from '../base/errors.ts';
import { Refusal } from '../base/refusal.ts';

/** A failure on its way from one thread to another, which takes plain values only. */
export interface Failure {
  readonly message: string;
  /** Of the thread in which it failed, for the log. */
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

/** What failed, as the other thread would have thrown it: a refusal, or an error by whose code its kind is known. */
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
