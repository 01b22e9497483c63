import { z90 } from './normal.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Slope of scattered points; `lower` and `upper` bound its 80 % interval. */
interface Slope {
  readonly slope: number;
  readonly lower: number;
  readonly upper: number;
}

/** A straight line through scattered points. */
export interface Line extends Slope {
  /** Value at x = 0. */
  readonly intercept: number;
}

/** The line with the slope of `theilSenSlope`; as many points lie above it as below. */
export function theilSen(points: readonly Point[]): Line | undefined {
  const line = theilSenSlope(points);
  if (line === undefined) return undefined;
  return { ...line, intercept: median(points.filter(isFinitePoint).map(({ x, y }) => y - line.slope * x)) ?? 0 };
}

const isFinitePoint = ({ x, y }: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

/**
 * Slope as the median of the slopes of all pairs (Theil 1950), with Sen's interval from the distribution of
 * Kendall's rank statistic (Sen 1968, section 5), which asks nothing of the noise but that the points are
 * independent. Up to 29 % of the points may be wrong without carrying the slope away. Pairs at the same x are
 * left out; points that are not finite too. Undefined without two different x. The cost grows with the square
 * of the number of points: thin them first.
 */
export function theilSenSlope(points: readonly Point[]): Slope | undefined {
  const known = points.every(isFinitePoint) ? points : points.filter(isFinitePoint);
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
  };
}

/** Room for the slopes of one call, used again by the next. */
let room = new Float64Array(128);

/** Slopes of all pairs that are not at the same x; valid until the next call. */
function slopesOf(points: readonly Point[]): Float64Array {
  const pairs = (points.length * (points.length - 1)) / 2;
  if (room.length < pairs) room = new Float64Array(pairs);
  let count = 0;
  for (let at = 0; at < points.length; at++) {
    const one = points[at];
    for (let next = at + 1; next < points.length; next++) {
      const other = points[next];
      if (one !== undefined && other !== undefined && other.x !== one.x)
        room[count++] = (other.y - one.y) / (other.x - one.x);
    }
  }
  return room.subarray(0, count);
}

/** Middle of the values, the mean of both middles where their number is even; undefined without any. */
export function median(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : quantileOfSorted(sorted(values), 0.5);
}

/** So few as a week has are in order soonest by putting each in its place. */
const few = 16;

function sorted(values: readonly number[]): ArrayLike<number> {
  if (values.length > few) return new Float64Array(values).sort();
  const result = values.slice();
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
function quantileOfSorted(ascending: ArrayLike<number>, share: number): number {
  const place = (ascending.length - 1) * share;
  const low = ascending[Math.floor(place)] ?? 0;
  const high = ascending[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}
