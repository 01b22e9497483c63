import { setTimeout as sleep } from 'node:timers/promises';

/** Lets so many tasks run at the same time; the others wait in the order they came. */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
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
      // The place goes straight to the next, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

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

/**
 * A target's own place in a round, 0 to below 1, the same in every round and after every start, so that the readings of one
 * device lie evenly apart. FNV-1a over the name, its bits mixed once more: neighbouring addresses come to lie far from each other.
 */
export function toPlace(name: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
