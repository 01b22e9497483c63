import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

/** How long a server uses what it has cached of a user (src/identity/open-identity.ts). */
export const cachedMs = 3000;
const mostTries = 5;

interface RightsChange {
  readonly urls: readonly string[];
  /** What a server answers to the user, as text. */
  readonly read: (url: string) => Promise<string>;
  /** Changes the answer. */
  readonly change: () => Promise<void>;
  /** Takes the change back. */
  readonly undo: () => Promise<void>;
}

/**
 * After how many milliseconds all servers know a change of a user's rights. Less than `cachedMs`: by notice,
 * as what they cached of the user before the change has not ended yet. A longer time on a busy machine shows
 * nothing, so the change is made again then.
 */
export async function measureNotice({ urls, read, change, undo }: RightsChange): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    // What was cached has ended, so that it is cached for its whole time from the next call on.
    await wait(cachedMs + 100);
    const asked = Date.now();
    const before = await Promise.all(urls.map(read));
    await change();
    for (const [index, url] of urls.entries())
      await expect.poll(() => read(url), { interval: 20, timeout: 30_000 }).not.toBe(before[index]);
    const knownAfterMs = Date.now() - asked;
    if (knownAfterMs < cachedMs || tried === mostTries) return knownAfterMs;
    await undo();
  }
}
