import { z90 } from './normal.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight line through scattered points; `lower` and `upper` bound the slope's 80 % interval. */
export interface Line {
  readonly slope: number;
  readonly lower: number;
  readonly upper: number;
  /** Value at x = 0. */
  readonly intercept: number;
}

/**
 * Slope as the median of the slopes of all pairs (Theil 1950), with Sen's interval from the distribution of
 * Kendall's rank statistic (Sen 1968, section 5), which asks nothing of the noise but that the points are
 * independent. Up to 29 % of the points may be wrong without carrying the slope away. Pairs at the same x are
 * left out; points that are not finite too. Undefined without two different x. The cost grows with the square
 * of the number of points: thin them first.
 */
export function theilSen(points: readonly Point[]): Line | undefined {
  const known = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  const slopes = slopesOf(known).sort();
  if (slopes.length === 0) return undefined;
  const slope = quantileOfSorted(slopes, 0.5);
  const n = known.length;
  const spread = z90 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const lowest = Math.floor((slopes.length - spread) / 2) - 1;
  const highest = Math.ceil((slopes.length + spread) / 2);
  return {
    slope,
    lower: slopes[Math.max(0, lowest)] ?? slope,
    upper: slopes[Math.min(slopes.length - 1, highest)] ?? slope,
    intercept: median(known.map(({ x, y }) => y - slope * x)) ?? 0,
  };
}

/** Slopes of all pairs that are not at the same x. */
function slopesOf(points: readonly Point[]): Float64Array {
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2);
  let count = 0;
  for (let at = 0; at < points.length; at++) {
    const one = points[at];
    for (let next = at + 1; next < points.length; next++) {
      const other = points[next];
      if (one !== undefined && other !== undefined && other.x !== one.x)
        slopes[count++] = (other.y - one.y) / (other.x - one.x);
    }
  }
  return slopes.subarray(0, count);
}

/** Middle of the values, the mean of both middles where their number is even; undefined without any. */
export function median(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : quantileOfSorted(sorted(values), 0.5);
}

/** So few as a week has are in order soonest by putting each in its place. */
const few = 16;

function sorted(values: readonly number[]): Float64Array {
  const result = new Float64Array(values);
  if (result.length > few) return result.sort();
  for (let at = 1; at < result.length; at++) {
    const value = result[at] ?? 0;
    let place = at;
    for (; place > 0; place--) {
      const before = result[place - 1] ?? 0;
      if (before <= value) break;
      result[place] = before;
    }
    result[place] = value;
  }
  return result;
}

/** Quantile of values in ascending order, straight between neighbours (type 7 of Hyndman and Fan 1996). */
function quantileOfSorted(ascending: Float64Array, share: number): number {
  const place = (ascending.length - 1) * share;
  const low = ascending[Math.floor(place)] ?? 0;
  const high = ascending[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}
