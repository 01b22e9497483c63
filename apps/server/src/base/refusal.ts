import { type ServerErrorCode, serverErrorStatus } from '@platen/contract/errors';

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
