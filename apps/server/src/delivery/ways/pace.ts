/**
 * Lets one through a second for each key, in the order of asking (DE-30). Returns the milliseconds to wait
 * from now; undefined, and nothing is reserved, if that is more than `longestMs`.
 */
export function createPace(everyMs: number, longestMs: number, now: () => number = Date.now) {
  const next = new Map<string, number>();
  return (key: string): number | undefined => {
    const at = now();
    for (const [other, free] of next) if (free <= at) next.delete(other);
    const wait = Math.max(0, (next.get(key) ?? at) - at);
    if (wait > longestMs) return undefined;
    next.set(key, at + wait + everyMs);
    return wait;
  };
}
