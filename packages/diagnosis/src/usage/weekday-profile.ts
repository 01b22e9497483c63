/**
 * Use a day, oldest first; NaN: nothing known of that day. `first` is the day (since 1970, UTC) of the first
 * value.
 */
export interface DailyUse {
  readonly first: number;
  readonly values: Float64Array;
}

const halfLife = 120;
const window = 364;
/** Weight of 'every weekday is alike', in days observed. */
const shrink = 0.3;
/** A day counts at most this many times the mean of its week: one big job is not a habit. */
const mostOfMean = 3;
const knownDaysOfWeek = 5;
/** Days on either side of the one that is compared with its week. */
const half = 3;

/** Weight of a day by its days back. */
const weights = Float64Array.from({ length: window + 1 }, (_, age) => 0.5 ** (age / halfLife));

/** Which weekday a day is, 0 to 6; only equality counts. */
export const weekdayOf = (day: number): number => ((day % 7) + 7) % 7;

/**
 * Each day as a share of the mean of the seven days around it (five of them known); NaN where that is not
 * known. The same for every `end` that a profile is asked for.
 */
export function toShares({ values }: DailyUse): Float64Array {
  const shares = new Float64Array(values.length).fill(Number.NaN);
  for (let at = half; at < values.length - half; at++) shares[at] = shareOfWeek(values, at, at - half, values.length);
  return shares;
}

/**
 * How the use of a weekday compares with that of the mean day (1); seven figures with mean 1, by `weekdayOf`.
 * Each of the 364 days before the index `end` is compared with the mean of the seven days around it, newer
 * days weigh more (half-life 120 days). A zero is a zero: a device that reported and printed nothing was not
 * needed on that day.
 */
export function toWeekdayProfile(use: DailyUse, end = use.values.length, shares = toShares(use)): readonly number[] {
  const { first, values } = use;
  const from = Math.max(0, end - window);
  const sums = new Float64Array(7).fill(shrink);
  const known = new Float64Array(7).fill(shrink);
  for (let at = from + half; at < end; at++) {
    // The last days have no three days after them: they belong to the last week.
    const share = at < end - half ? (shares[at] ?? Number.NaN) : shareOfWeek(values, at, Math.max(from, end - 7), end);
    if (Number.isNaN(share)) continue;
    const weight = weights[end - at] ?? 0;
    const weekday = weekdayOf(first + at);
    sums[weekday] = (sums[weekday] ?? 0) + weight * Math.min(mostOfMean, share);
    known[weekday] = (known[weekday] ?? 0) + weight;
  }
  const profile: number[] = [];
  for (let weekday = 0; weekday < 7; weekday++) profile.push((sums[weekday] ?? 0) / (known[weekday] ?? 1));
  const mean = profile.reduce((sum, share) => sum + share, 0) / 7;
  return profile.map((share) => share / mean);
}

/**
 * NaN where the day is not known, or fewer than five of the seven days from `from` on and before `end`, or
 * nothing was used on them.
 */
function shareOfWeek(values: Float64Array, at: number, from: number, end: number): number {
  let sum = 0;
  let known = 0;
  for (let one = from; one < Math.min(from + 7, end); one++) {
    const value = values[one] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return known >= knownDaysOfWeek && sum > 0 ? (values[at] ?? Number.NaN) / (sum / known) : Number.NaN;
}
