import { type DailyUse, weekdayOf } from './weekday-profile.ts';

export const levelHalfLife = 28;
export const levelWindow = 112;
/** A day counts at most this many times what was to be expected of it. */
const mostOfExpected = 3;

/** Weight of a day by its days before the last one. */
const weights = Float64Array.from({ length: levelWindow }, (_, age) => 0.5 ** (age / levelHalfLife));

/**
 * The present use of a mean day, from the last 112 days before the index `end` (newer ones weigh more,
 * half-life 28 days), each day compared with its weekday. A second pass cuts single days of far more than was
 * to be expected. Undefined where none of these days is known.
 */
export function toLevel(use: DailyUse, profile: readonly number[], end: number): number | undefined {
  const first = meanLevel(use, profile, end, Number.POSITIVE_INFINITY);
  return first === undefined ? undefined : meanLevel(use, profile, end, mostOfExpected * first);
}

function meanLevel(
  { first, values }: DailyUse,
  profile: readonly number[],
  end: number,
  most: number,
): number | undefined {
  let sum = 0;
  let known = 0;
  for (let at = Math.max(0, end - levelWindow); at < end; at++) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const expected = profile[weekdayOf(first + at)] ?? 1;
    const weight = weights[end - 1 - at] ?? 0;
    sum += weight * (most === Number.POSITIVE_INFINITY ? value : Math.min(most * expected, value));
    known += weight * expected;
  }
  return known > 0 ? sum / known : undefined;
}
