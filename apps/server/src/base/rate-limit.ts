export interface RateLimit {
  /** Takes one call of `key`. Returns 0, or the seconds to wait when the allowance is used up. */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const manyKeys = 10_000;

/**
 * A token bucket per key: `perMinute` calls at once, refilled evenly over the minute. In memory: each server
 * counts for itself, which is what its own protection needs.
 */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  const dropFull = (at: number) => {
    for (const [key, bucket] of buckets) if (bucket.tokens + (at - bucket.at) * perMs >= perMinute) buckets.delete(key);
    // All are in use: forget the oldest half rather than grow without end.
    if (buckets.size >= manyKeys) for (const key of [...buckets.keys()].slice(0, manyKeys / 2)) buckets.delete(key);
  };

  return {
    take(key) {
      const at = now();
      const bucket = buckets.get(key);
      if (!bucket) {
        if (buckets.size >= manyKeys) dropFull(at);
        buckets.set(key, { tokens: perMinute - 1, at });
        return 0;
      }
      // A clock set back must not take tokens away.
      bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, at - bucket.at) * perMs);
      bucket.at = at;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
      bucket.tokens -= 1;
      return 0;
    },
  };
}
