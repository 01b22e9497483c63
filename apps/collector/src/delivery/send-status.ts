import { setTimeout as sleep } from 'node:timers/promises';
import { type CollectorStatus, sendStatus } from '@platen/contract/collectors';
import type { Log } from '../platform/log.ts';
import { hourMs, minuteMs } from '../platform/time.ts';
import { type Destination, toFailureReason, toServerUrl } from './post.ts';

export interface StatusSenderOptions {
  destination: Destination;
  /** The current state of the collector. */
  read: () => CollectorStatus;
  log: Log;
  /** Time between two sendings, and after an answer that shows that this server knows no status. */
  timing?: { everyMs: number; offMs: number };
}

const defaultTiming = { everyMs: 5 * minuteMs, offMs: hourMs };

/**
 * Reports the state of the collector to the server: always the current one, so that nothing is queued while
 * the server is away. A failure is one line in the log; the same one is not repeated.
 */
export class StatusSender {
  readonly #options: StatusSenderOptions;
  readonly #timing: { everyMs: number; offMs: number };
  readonly #stop = new AbortController();
  #offUntil = Number.NEGATIVE_INFINITY;
  #lastMessage: string | undefined;
  #wanted = false;
  #sending: Promise<void> | undefined;
  #loop: Promise<void> | undefined;

  constructor(options: StatusSenderOptions) {
    this.#options = options;
    this.#timing = options.timing ?? defaultTiming;
  }

  /** Sends now and then periodically until `end`. */
  begin(): void {
    this.#loop = this.#run();
  }

  /**
   * Sends at once; during a sending, once more after it. Resolves when it has been sent or has failed. Never
   * throws.
   */
  async send(): Promise<void> {
    this.#wanted = true;
    this.#sending ??= this.#sendWanted();
    return this.#sending;
  }

  /** Aborts a running request. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#sending;
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.send();
      await sleep(this.#timing.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #sendWanted(): Promise<void> {
    // The caller stores this promise before it can end.
    await Promise.resolve();
    while (this.#wanted && !this.#stop.signal.aborted) {
      this.#wanted = false;
      if (performance.now() >= this.#offUntil) await this.#sendOne();
    }
    this.#sending = undefined;
  }

  async #sendOne(): Promise<void> {
    const { destination, read } = this.#options;
    try {
      const outcome = decideStatusOutcome(await postStatus(destination, read(), this.#stop.signal));
      if (outcome.kind === 'unknown') this.#offUntil = performance.now() + this.#timing.offMs;
      this.#complain(outcome.kind === 'refused' ? outcome.reason : undefined);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#complain(toFailureReason(error));
    }
  }

  #complain(reason: string | undefined): void {
    if (reason !== undefined && reason !== this.#lastMessage)
      this.#options.log.warn(`the server was not notified of the collector's state: ${reason}`);
    this.#lastMessage = reason;
  }
}

/** Maximum time for one status; the next follows soon. */
const timeoutMs = 10_000;

/**
 * Sends a status and returns the HTTP status of the answer. Throws if there is none. Never follows a
 * redirect.
 */
async function postStatus(destination: Destination, status: CollectorStatus, signal: AbortSignal): Promise<number> {
  const response = await fetch(toServerUrl(destination.server, sendStatus.path), {
    method: sendStatus.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${destination.key}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': destination.userAgent,
    },
    body: toStatusBody(status),
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, destination.timeoutMs))]),
  });
  // The rest of the answer is not needed.
  await response.body?.cancel();
  return response.status;
}

/**
 * Devices send texts that no database stores (U+0000, half a surrogate pair): one of them must not invalidate
 * the whole status.
 */
export const toStatusBody = (status: CollectorStatus): string =>
  JSON.stringify(status, (_key, value: unknown) => (typeof value === 'string' ? toKeepable(value) : value));

const toKeepable = (text: string): string => Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');

/** `unknown`: a server of an older version, which stores no status. */
type StatusOutcome = { kind: 'taken' } | { kind: 'unknown' } | { kind: 'refused'; reason: string };

/** Judges the answer to a status by its HTTP status. */
function decideStatusOutcome(status: number): StatusOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404) return { kind: 'unknown' };
  if (status === 401 || status === 403)
    return { kind: 'refused', reason: `the collector key is not accepted (status ${status})` };
  return { kind: 'refused', reason: `status ${status}` };
}
