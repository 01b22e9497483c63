import { setTimeout as sleep } from 'node:timers/promises';
import { type IngestResult, ingestLimits } from '@platen/contract/ingest';
import type { Outbox, OutboxEntry } from '../outbox/outbox.ts';
import { type RefusalIssue, toIssueText } from '../outbox/segment.ts';
import { toErrorMessage } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { hourMs, minuteMs } from '../platform/time.ts';
import { decideClockSkew, decideOutcome, type Outcome, toBackoffMs, toRetryMs } from './decide-outcome.ts';
import { type Destination, post, toFailureReason, toPackedBody } from './post.ts';
import type { Refusals } from './refusals.ts';
import { denialTexts, type Standing } from './standing.ts';

export interface DeliveryOptions {
  outbox: Outbox;
  destination: Destination;
  log: Log;
  /** Remembers refusals, so that the same report is not sent in every round. */
  refusals?: Refusals;
  standing: Standing;
  /** First and longest wait after a failure; `slowMs` after a refusal that only the user can resolve. */
  timing?: { firstMs: number; longestMs: number; slowMs: number };
  batch?: { reports: number; bytes: number };
  now?: () => number;
  random?: () => number;
}

export interface DeliveryTotals {
  stored: number;
  repeated: number;
  refused: number;
  /** Reasons of refusals with their number; at most 20. */
  reasons: Map<string, number>;
}

const defaultTiming = { firstMs: 1000, longestMs: 5 * minuteMs, slowMs: 5 * minuteMs };
/** Half of what the server accepts, so that one more report does not exceed its limit. */
const usualBatch = { reports: Math.min(200, ingestLimits.reports), bytes: ingestLimits.bytes / 2 };

/** A server that stays away is logged once an hour. */
const repeatLogMs = hourMs;

type State = 'idle' | 'sending' | 'waiting' | 'denied';

/** Delivers reports from the outbox to the server, oldest first, until stopped. */
export class Delivery {
  readonly totals: DeliveryTotals = { stored: 0, repeated: 0, refused: 0, reasons: new Map() };
  readonly #options: DeliveryOptions;
  readonly #timing: { firstMs: number; longestMs: number; slowMs: number };
  readonly #batch: { reports: number; bytes: number };
  #limit: number;
  #failures = 0;
  #state: State = 'idle';
  #lastReason: string | undefined;
  #loggedAt = 0;
  #skewed = false;
  #woken = false;
  #listeners = new Set<() => void>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#timing = options.timing ?? defaultTiming;
    this.#batch = options.batch ?? usualBatch;
    this.#limit = this.#batch.reports;
  }

  /** Why no report is delivered at present. */
  get lastReason(): string | undefined {
    return this.#lastReason;
  }

  /** Call this after an append. */
  wake(): void {
    this.#woken = true;
    if (this.#state === 'idle') this.#notifyWaiters();
  }

  /** Runs until the signal; never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#untilAllowed(signal);
        if (signal.aborted) return;
        const waitMs = await this.#step(signal);
        if (waitMs > 0) await this.#pause(waitMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        // The disk may have failed; the reports are on it or lost with it, and the next try shows which.
        this.#options.log.error(`delivery: ${toErrorMessage(error)}`);
        await this.#pause(this.#timing.longestMs, signal);
      }
    }
  }

  /**
   * Resolves to true when the outbox is empty, to false on time-out, on the signal or if only the user can
   * help.
   */
  async untilEmpty(options: { ms: number; acceptWaiting: boolean; signal?: AbortSignal }): Promise<boolean> {
    const end = performance.now() + options.ms;
    for (;;) {
      if (this.#options.outbox.count === 0) return true;
      if (this.#state === 'denied' || (this.#state === 'waiting' && !options.acceptWaiting)) return false;
      const left = end - performance.now();
      if (left <= 0 || options.signal?.aborted === true) return false;
      await this.#changed(Math.min(left, 1000), options.signal);
    }
  }

  /** A collector that rests keeps what it has. */
  async #untilAllowed(signal: AbortSignal): Promise<void> {
    const { denied } = this.#options.standing;
    if (denied === undefined) return;
    this.#state = 'denied';
    this.#lastReason = denialTexts[denied.state];
    this.#notifyWaiters();
    await this.#options.standing.untilAllowed(signal);
    this.#lastReason = undefined;
  }

  /** Delivers one batch. Resolves to the time to wait before the next. */
  async #step(signal: AbortSignal): Promise<number> {
    this.#woken = false;
    const entries = await this.#options.outbox.next({ reports: this.#limit, bytes: this.#batch.bytes });
    if (entries.length === 0) {
      this.#state = 'idle';
      return minuteMs;
    }
    this.#state = 'sending';
    const outcome = await this.#send(entries, signal);
    if (signal.aborted && outcome.kind === 'busy') return 0;
    switch (outcome.kind) {
      case 'answered':
        return this.#settle(entries, outcome.results);
      case 'split':
        return this.#split(entries, outcome.reason);
      case 'busy':
        return this.#failed('waiting', outcome.reason, outcome.waitMs);
      case 'stopped':
        await this.#options.standing.deny(outcome.state);
        return 0;
      case 'denied':
        return this.#failed(
          'denied',
          `the server does not accept the collector key (${outcome.reason}); all reports remain in the outbox`,
          this.#timing.slowMs,
        );
      case 'misdirected':
        break;
    }
    return this.#failed(
      'denied',
      `${this.#options.destination.server.origin} does not accept reports (${outcome.reason}); all reports remain in the outbox`,
      this.#timing.slowMs,
    );
  }

  async #send(entries: readonly OutboxEntry[], signal: AbortSignal): Promise<Outcome> {
    const now = this.#options.now ?? Date.now;
    const packed = await toPackedBody(entries.map((entry) => entry.line));
    if (packed.length > ingestLimits.packedBytes || this.#isTooLong(entries))
      return {
        kind: 'split',
        reason: `longer than the server accepts (${ingestLimits.reportBytes} octets per report)`,
      };
    const before = now();
    try {
      const answer = await post(this.#options.destination, packed, { sentAt: new Date(before), signal });
      this.#noteClock(decideClockSkew(answer.date, before, now()));
      return decideOutcome(answer);
    } catch (error) {
      return { kind: 'busy', reason: toFailureReason(error), waitMs: undefined };
    }
  }

  #isTooLong(entries: readonly OutboxEntry[]): boolean {
    return entries.some((entry) => entry.line.length > ingestLimits.reportBytes);
  }

  async #settle(entries: readonly OutboxEntry[], results: readonly IngestResult[]): Promise<number> {
    const { outbox } = this.#options;
    const accepted: OutboxEntry[] = [];
    let refused = 0;
    const seen = new Set<number>();
    for (const result of results) {
      const entry = entries[result.index];
      if (entry === undefined || seen.has(result.index)) continue;
      seen.add(result.index);
      if (result.result === 'refused') {
        refused += 1;
        await this.#refuse(entry, result.issues ?? []);
        continue;
      }
      this.totals[result.result] += 1;
      accepted.push(entry);
    }
    await outbox.settle(accepted);
    if (accepted.length + refused === 0)
      return this.#failed('waiting', 'the server answered without a result for any report', undefined);
    if (this.#failures > 0) this.#options.log.info('delivery: the server accepts reports again');
    this.#failures = 0;
    this.#lastReason = undefined;
    this.#limit = Math.min(this.#batch.reports, this.#limit * 2);
    this.#notifyWaiters();
    return 0;
  }

  /** Halves the batch to find the report that is refused; a single one is set aside. */
  async #split(entries: readonly OutboxEntry[], reason: string): Promise<number> {
    const [first] = entries;
    if (entries.length > 1 || first === undefined) this.#limit = Math.max(1, Math.floor(entries.length / 2));
    else {
      await this.#refuse(first, [{ path: '', message: reason }]);
      this.#notifyWaiters();
    }
    return 0;
  }

  async #refuse(entry: OutboxEntry, issues: readonly RefusalIssue[]): Promise<void> {
    const reason = toIssueText(issues);
    const known = this.totals.reasons.get(reason);
    if (known !== undefined || this.totals.reasons.size < 20) this.totals.reasons.set(reason, (known ?? 0) + 1);
    if (known === undefined)
      this.#options.log.error(`delivery: the server refuses a report; it is set aside: ${reason.slice(0, 1000)}`);
    this.totals.refused += 1;
    this.#options.refusals?.note(entry.line, issues, new Date(this.#options.now?.() ?? Date.now()));
    await this.#options.outbox.setAside(entry, issues);
  }

  #failed(state: 'waiting' | 'denied', reason: string, waitMs: number | undefined): number {
    this.#failures += 1;
    this.#state = state;
    if (reason !== this.#lastReason || performance.now() - this.#loggedAt > repeatLogMs) {
      this.#options.log.warn(`delivery: ${reason}; ${this.#options.outbox.count} reports wait on disk`);
      this.#loggedAt = performance.now();
    }
    this.#lastReason = reason;
    this.#notifyWaiters();
    const random = (this.#options.random ?? Math.random)();
    return toRetryMs(waitMs, toBackoffMs(this.#failures, this.#timing, random), random);
  }

  #noteClock(skewMs: number | undefined): void {
    if (skewMs !== undefined && !this.#skewed)
      this.#options.log.warn(
        `the local clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the server's: set it; the server corrects readings only if it is more than 5 minutes off`,
      );
    if (skewMs === undefined && this.#skewed) this.#options.log.info('the clock agrees with the server again');
    this.#skewed = skewMs !== undefined;
  }

  /** Waits; while idle an append ends the wait, after a failure only time does. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (this.#state === 'idle') return this.#woken ? undefined : this.#changed(ms, signal);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  #notifyWaiters(): void {
    for (const listener of this.#listeners) listener();
  }

  async #changed(ms: number, signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#listeners.add(done);
      signal?.addEventListener('abort', done);
    });
  }
}
