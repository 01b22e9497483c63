import { setTimeout as sleep } from 'node:timers/promises';
import { type CollectorStatus, sendStatus } from '@platen/contract/collectors';
import type { Log } from '../platform/log.ts';
import { type Destination, toFailureReason, toServerUrl } from './post.ts';

export interface StatusSenderOptions {
  destination: Destination;
  /** How the collector is at this moment. */
  read: () => CollectorStatus;
  log: Log;
  /** Between two sendings, and after an answer that this server knows no status. */
  timing?: { everyMs: number; offMs: number };
}

const usualTiming = { everyMs: 5 * 60_000, offMs: 3_600_000 };

/**
 * Tells the server how the collector is: always as it is now, so that nothing waits while the server is away.
 * A failure is a line in the log and no more; the same one is not said twice in a row.
 */
export class StatusSender {
  readonly #options: StatusSenderOptions;
  readonly #timing: { everyMs: number; offMs: number };
  readonly #stop = new AbortController();
  #offUntil = Number.NEGATIVE_INFINITY;
  #lastComplaint: string | undefined;
  #wanted = false;
  #sending: Promise<void> | undefined;
  #loop: Promise<void> | undefined;

  constructor(options: StatusSenderOptions) {
    this.#options = options;
    this.#timing = options.timing ?? usualTiming;
  }

  /** Sends now and again and again until `end`. */
  begin(): void {
    this.#loop = this.#run();
  }

  /** Sends at once; while one is on its way, one more after it. Resolves when it has gone, or has failed. Never throws. */
  async send(): Promise<void> {
    this.#wanted = true;
    this.#sending ??= this.#sendWanted();
    return this.#sending;
  }

  /** Ends what is on its way. */
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
    // The caller notes this promise before it can end.
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
    if (reason !== undefined && reason !== this.#lastComplaint)
      this.#options.log.warn(`the server was not told how this collector is: ${reason}`);
    this.#lastComplaint = reason;
  }
}

/** The most that one status may take; the next comes soon. */
const timeoutMs = 10_000;

/** Sends a status and gives back the HTTP status of the answer. Throws when none came. Never follows a redirect. */
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
  // What it says beside is of no use here.
  await response.body?.cancel();
  return response.status;
}

/** Devices give texts that no database keeps (U+0000, half a surrogate pair): one of them must not cost the whole status. */
export const toStatusBody = (status: CollectorStatus): string =>
  JSON.stringify(status, (_key, value: unknown) => (typeof value === 'string' ? toKeepable(value) : value));

const toKeepable = (text: string): string => Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');

/** `unknown`: a server of an older version, which keeps no status. */
type StatusOutcome = { kind: 'taken' } | { kind: 'unknown' } | { kind: 'refused'; reason: string };

/** Judges the answer to a status by its HTTP status. */
function decideStatusOutcome(status: number): StatusOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404) return { kind: 'unknown' };
  if (status === 401 || status === 403)
    return { kind: 'refused', reason: `the collector key is not accepted (status ${status})` };
  return { kind: 'refused', reason: `status ${status}` };
}
