import type { Day } from './calendar.ts';

export type VisitReason = 'failure' | 'plan' | 'fault' | 'call';

/**
 * What service people, simulated apart, do at a device on one day: the part codes and drives (`storage.0`)
 * that they put in; null: no visit.
 */
export interface ServiceDay {
  readonly putIn: readonly string[] | null;
  /** Codes that they set by hand. */
  readonly set?: readonly SetCode[];
}

/** A code with the value that it was set to: `08-2103-0`. */
export interface SetCode {
  readonly code: string;
  readonly to: string;
}

/** A part that has failed and was not replaced yet; drives are `storage.` and their port. */
export interface FailedItem {
  readonly item: string;
  /** The device prints nothing because of it. */
  readonly stops: boolean;
}

/** When somebody comes to a device, and whether it stands still until then. */
export class Visits {
  readonly #planned = new Set<Day>();
  #stoppedUntil = Number.NEGATIVE_INFINITY;
  #done = new Set<VisitReason>();
  #service: ServiceDay | undefined;
  readonly #failed = new Map<string, FailedItem>();

  /** Service people decide who comes today; undefined: the device is served by the rules of its parts. */
  serve(service: ServiceDay | undefined): void {
    this.#service = service;
  }

  /** Only the service people come for a failure. */
  get isServed(): boolean {
    return this.#service !== undefined;
  }

  /** Somebody was at the device today. */
  get isVisited(): boolean {
    return this.#done.size > 0 || (this.#service?.putIn ?? null) !== null;
  }

  get set(): readonly SetCode[] {
    return this.#service?.set ?? [];
  }

  /** The service people put this in today. */
  isPutIn(item: string): boolean {
    return this.#service?.putIn?.includes(item) === true;
  }

  /** Something has failed and waits for its replacement. */
  fail(failed: FailedItem): void {
    this.#failed.set(failed.item, failed);
  }

  replace(item: string): void {
    this.#failed.delete(item);
  }

  get failed(): readonly FailedItem[] {
    return [...this.#failed.values()];
  }

  /** Somebody will come on this day, which is not today. */
  announce(day: Day): void {
    this.#planned.add(day);
  }

  isOn(day: Day): boolean {
    return this.#planned.has(day);
  }

  /** The device prints nothing before this day. */
  stop(until: Day): void {
    this.#stoppedUntil = Math.max(this.#stoppedUntil, until);
  }

  isStopped(day: Day): boolean {
    return day < this.#stoppedUntil;
  }

  /** Somebody was here today. */
  note(reason: VisitReason): void {
    this.#done.add(reason);
  }

  /** Reasons of today's visit; none: no visit. */
  take(): readonly VisitReason[] {
    if (this.#done.size === 0) return [];
    const done = [...this.#done];
    this.#done = new Set();
    return done;
  }
}
