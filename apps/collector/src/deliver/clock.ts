const toleranceMs = 2 * 60_000;

/**
 * How far the own clock is ahead of the server's, in ms, when that is more than two minutes; readings carry the own clock's time.
 * `before` and `after` enclose the request, so that a slow answer is not taken for a wrong clock.
 */
export function decideClockSkew(date: string | null, before: number, after: number): number | undefined {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return undefined;
  if (before - server > toleranceMs) return before - server;
  if (server - after > toleranceMs) return after - server;
  return undefined;
}
