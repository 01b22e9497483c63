import { type ServerErrorCode, serverErrorStatus } from '@platen/contract/errors';

/**
 * The database cannot be opened. The message is one or two sentences for the person who starts the server.
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** `code` of an error of Node or of PostgreSQL (SQLSTATE), if it has one. */
export function toErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface RefusalOptions {
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  headers?: Readonly<Record<string, string>>;
  /** Further fields of the body, in addition to errorCode and detail. */
  body?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * A refusal of the catalogue. Thrown anywhere while a call is served; becomes status and body in one place.
 */
export class Refusal extends Error {
  readonly errorCode: ServerErrorCode;
  readonly detail: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(errorCode: ServerErrorCode, detail: string | readonly string[] = [], options: RefusalOptions = {}) {
    const lines = typeof detail === 'string' ? [detail] : detail;
    super(lines.length > 0 ? `${errorCode}: ${lines.join('; ')}` : String(errorCode), { cause: options.cause });
    this.name = 'Refusal';
    this.errorCode = errorCode;
    this.detail = lines;
    this.body = options.body ?? {};
    this.headers = {
      ...options.headers,
      ...(options.retryAfter === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(options.retryAfter))) }),
    };
  }

  get status(): number {
    return serverErrorStatus[this.errorCode];
  }

  toBody(): Record<string, unknown> {
    return { errorCode: this.errorCode, detail: this.detail.map((msg) => ({ msg })), ...this.body };
  }
}
