import type { Day } from '../../history/day-reading.ts';

/**
 * SMART attributes that are read, in this order: reallocated, reported uncorrectable, command timeouts,
 * pending, offline uncorrectable.
 */
export const smartAttributes = [5, 187, 188, 197, 198] as const;

/** SMART counts from a day on, in the order of `smartAttributes`; null: not reported. */
export interface DriveState {
  readonly from: Day;
  readonly counts: readonly (number | null)[];
}

export const featureCount = 16;
/** Days since a count last rose, for a drive on which none ever did. */
const never = 999;
const timeouts = 2;

/** Attribute 188 packs three counters; the low 16 bits count all timeouts. */
export const toCounts = (counts: readonly (number | null)[]): (number | null)[] =>
  counts.map((count, at) => (at === timeouts && count !== null ? count % 65_536 : count));

/** For each state the latest day up to it on which a count rose; null: none so far. */
export function toRiseDays(states: readonly DriveState[]): (Day | null)[] {
  let last: Day | null = null;
  return states.map(({ from, counts }, at) => {
    const before = states[at - 1]?.counts;
    const rose = counts.some((count, k) => {
      const earlier = before?.[k] ?? null;
      return count !== null && earlier !== null && count > earlier;
    });
    if (rose) last = from;
    return last;
  });
}

/**
 * What the model asks of a drive on `day`, which lies in `states[at]` (ascending; later states are not looked
 * at). Counts as ln(1 + count), -1 where not reported: level of each attribute; highest 197 of 90 days; rise
 * of 5 in 7 and 30 days, of 187 in 30 and 90, of 188 in 90, of 197 in 30; states of the last 30 days that
 * rose; days since the last rise; sum of the levels; attributes above 0.
 */
export function toFeatures(
  states: readonly DriveState[],
  rises: readonly (Day | null)[],
  at: number,
  day: Day,
  out: Float32Array | Float64Array,
  offset = 0,
): void {
  const back = (days: number) => {
    let j = at;
    while (j > 0 && (states[j]?.from ?? 0) > day - days) j--;
    return j;
  };
  const [week, month, quarter] = [back(7), back(30), back(90)];
  const count = (k: number, j = at) => states[j]?.counts[k] ?? null;
  const riseSince = (k: number, j: number) => {
    const now = count(k);
    if (now === null) return -1;
    let then = count(k, j);
    for (let next = j + 1; then === null && next <= at; next++) then = count(k, next);
    return Math.log1p(now - Math.min(now, then ?? now));
  };
  let top = -1;
  for (let j = quarter; j <= at; j++) top = Math.max(top, count(3, j) ?? -1);
  let rising = 0;
  for (let j = at; j >= 0 && (states[j]?.from ?? 0) > day - 30; j--) if (rises[j] === states[j]?.from) rising++;
  const rise = rises[at] ?? null;
  let sum = 0;
  let kinds = 0;
  for (let k = 0; k < smartAttributes.length; k++) {
    const known = count(k);
    out[offset + k] = known === null ? -1 : Math.log1p(known);
    sum += Math.log1p(known ?? 0);
    if ((known ?? 0) > 0) kinds++;
  }
  out[offset + 5] = top < 0 ? -1 : Math.log1p(top);
  out[offset + 6] = riseSince(0, week);
  out[offset + 7] = riseSince(0, month);
  out[offset + 8] = riseSince(1, month);
  out[offset + 9] = riseSince(1, quarter);
  out[offset + 10] = riseSince(2, quarter);
  out[offset + 11] = riseSince(3, month);
  out[offset + 12] = rising;
  out[offset + 13] = rise === null ? never : Math.min(never - 1, day - rise);
  out[offset + 14] = sum;
  out[offset + 15] = kinds;
}
