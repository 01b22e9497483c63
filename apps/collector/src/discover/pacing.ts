import { setTimeout as sleep } from 'node:timers/promises';

/** Limits the number of tasks that run at the same time; the others wait in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    try {
      return await task();
    } finally {
      // Pass the slot directly to the next task, so that no other one can take it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Rate limiter without bursts. */
export class RateLimiter {
  readonly #gapMs: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#gapMs = 1000 / perSecond;
  }

  /** Resolves when it is the caller's turn, or on the signal. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#next = Math.max(now, this.#next + this.#gapMs);
    // A timer is no finer than a millisecond: all tasks due by then run together.
    if (this.#next - now >= 1) await pause(this.#next - now, signal);
  }
}

/** Ends early on the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * The slot of a target in a round, from 0 to below 1, the same in every round and after every start, so that
 * the readings of one device are evenly spaced. FNV-1a over the name with its bits mixed once more:
 * neighbouring addresses get distant slots.
 */
export function toSlot(name: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
