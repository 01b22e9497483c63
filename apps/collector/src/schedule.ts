/**
 * When the next round begins: on the grid of `startedAt + n * everyMs`, up to a tenth of the interval (at most a minute) late by chance,
 * so that the collectors of many sites do not all deliver at once. Grid points a long round has passed are left out, never caught up.
 */
export function toNextRoundAt(startedAt: number, everyMs: number, now: number, random: number): number {
  const passed = Math.floor((now - startedAt) / everyMs);
  const next = startedAt + (Math.max(passed, 0) + 1) * everyMs;
  return next + random * Math.min(everyMs / 10, 60_000);
}

/**
 * The time over which a round after the first is spread, so that printers and network see a trickle and not a burst each interval.
 * What is left behind it is for the last readings. Undefined where the interval is too short for that: then all begin at once.
 */
export function toSpreadMs(everyMs: number, deadlineMs: number): number | undefined {
  const spreadMs = Math.min(0.9 * everyMs, everyMs - deadlineMs - 5000);
  return spreadMs < everyMs / 4 ? undefined : spreadMs;
}
