/**
 * Waiting time before the next try after `failures` failures in a row: doubles from `firstMs` up to `longestMs`,
 * the upper half of it at random, so that collectors of one server do not come back together.
 */
export function toBackoffMs(failures: number, timing: { firstMs: number; longestMs: number }, random: number): number {
  const full = Math.min(timing.longestMs, timing.firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return full / 2 + (full / 2) * random;
}
