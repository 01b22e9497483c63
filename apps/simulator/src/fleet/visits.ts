import type { Day } from './calendar.ts';

export type VisitReason = 'failure' | 'plan' | 'fault' | 'call';

/** When somebody comes to a device, and whether it stands still until then. */
export class Visits {
  readonly #planned = new Set<Day>();
  #stoppedUntil = Number.NEGATIVE_INFINITY;
  #done = new Set<VisitReason>();

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
