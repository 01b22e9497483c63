import { setTimeout as sleep } from 'node:timers/promises';
import { type CollectorStatus, type StatusAnswer, sendStatus } from '@platen/contract/collectors';
import { parseJson } from '../platform/data-files.ts';
import type { Received } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { dayMs, hourMs, minuteMs } from '../platform/time.ts';
import { callServer } from './call-server.ts';
import { type Destination, toFailureReason } from './post.ts';
import { type Denied, type Standing, toDenial } from './standing.ts';

export interface StatusSenderOptions {
  destination: Destination;
  /** The current state of the collector. */
  read: () => CollectorStatus;
  log: Log;
  standing: Standing;
  /** Receives what the server answers to a status that it took. Never throws. */
  onAnswer?: (answer: StatusAnswer) => Promise<void>;
  /**
   * Time between two sendings, after an answer that shows that this server knows no status, and while this
   * collector may not read.
   */
  timing?: Timing;
}
interface Timing {
  everyMs: number;
  offMs: number;
  restMs: number;
}

const defaultTiming: Timing = { everyMs: 5 * minuteMs, offMs: hourMs, restMs: dayMs };

/**
 * Reports the state of the collector to the server: always the current one, so that nothing is queued while
 * the server is away. A failure is one line in the log; the same one is not repeated.
 */
export class StatusSender {
  readonly #options: StatusSenderOptions;
  readonly #timing: Timing;
  readonly #stop = new AbortController();
  #offUntil = Number.NEGATIVE_INFINITY;
  #lastMessage: string | undefined;
  #wanted = false;
  #askAgainMs: number | undefined;
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
      const { everyMs, restMs } = this.#timing;
      const waitMs = this.#options.standing.denied === undefined ? (this.#askAgainMs ?? everyMs) : restMs;
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
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
    const { destination, read, standing } = this.#options;
    try {
      const answer = await postStatus(destination, read(), this.#stop.signal);
      const outcome = decideStatusOutcome(answer);
      if (outcome.kind === 'unknown') this.#offUntil = performance.now() + this.#timing.offMs;
      if (outcome.kind === 'taken') await standing.allow();
      if (outcome.kind === 'denied') await standing.deny(outcome.state);
      // A server that restarts is asked again as soon as it wanted before.
      if (answer.status < 500) this.#askAgainMs = outcome.kind === 'taken' ? outcome.answer?.askAgainMs : undefined;
      this.#complain(outcome.kind === 'refused' ? outcome.reason : undefined);
      if (outcome.kind === 'taken' && outcome.answer !== undefined) await this.#options.onAnswer?.(outcome.answer);
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

/** Sends a status. Throws if there is no answer. */
const postStatus = (destination: Destination, status: CollectorStatus, signal: AbortSignal): Promise<Received> =>
  callServer(destination, {
    method: sendStatus.method,
    path: sendStatus.path,
    body: toStatusBody(status),
    signal,
    answerLimit: 256 * 1024,
  });

/**
 * Devices send texts that no database stores (U+0000, half a surrogate pair): one of them must not invalidate
 * the whole status.
 */
export const toStatusBody = (status: CollectorStatus): string =>
  JSON.stringify(status, (_key, value: unknown) => (typeof value === 'string' ? toKeepable(value) : value));

const toKeepable = (text: string): string => Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');

/** `unknown`: a server of an older version, which stores no status. */
type StatusOutcome =
  | { kind: 'taken'; answer: StatusAnswer | undefined }
  | { kind: 'unknown' }
  | { kind: 'denied'; state: Denied['state'] }
  | { kind: 'refused'; reason: string };

/** Judges the answer to a status. */
function decideStatusOutcome({ status, body }: Received): StatusOutcome {
  const json = parseJson(body);
  if (status >= 200 && status < 300) {
    const parsed = sendStatus.answer.safeParse(json);
    return { kind: 'taken', answer: parsed.success ? parsed.data : undefined };
  }
  if (status === 404) return { kind: 'unknown' };
  const state = toDenial(status, json);
  if (state !== undefined) return { kind: 'denied', state };
  if (status === 401 || status === 403)
    return { kind: 'refused', reason: `the collector key is not accepted (status ${status})` };
  return { kind: 'refused', reason: `status ${status}` };
}
