import { setTimeout as sleep } from 'node:timers/promises';

/** Lets so many a second pass, evenly; nobody saves up. */
export class Limiter {
  readonly #gapMs: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#gapMs = 1000 / perSecond;
  }

  /** Resolves when it is the caller's turn, or at the signal. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#next = Math.max(now, this.#next + this.#gapMs);
    // A timer is no finer than a millisecond: those due by then go together.
    if (this.#next - now >= 1) await pause(this.#next - now, signal);
  }
}

/** Ends early at the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}
