import { normalShare, z90 } from '../statistics/normal.ts';

/** Number of pieces that one place needs within the days looked at. */
export interface NeedMoments {
  readonly mean: number;
  readonly variance: number;
}

/** Steps into which the days ahead are divided: weeks of 91 days. */
export const steps = 13;

/** Integral of the hazard from one share of the life to another. */
export type CumulativeHazard = (from: number, to: number) => number;

/**
 * Mean and variance of the pieces needed: the piece in force ends with the survival `stays` (by step, from 1
 * down), and each that follows is new at its start (renewal equation for the first two moments, in steps;
 * Ross, Introduction to Probability Models, chapter 7).
 * @param stays chance that the piece in force is still there after 0, 1, … 13 steps
 * @param each use of a step, in the unit of the hazard
 */
export function countRenewals(stays: readonly number[], each: number, hazard: CumulativeHazard): NeedMoments {
  const first: number[] = [0];
  let before = 1;
  for (let step = 1; step <= steps; step++) {
    const now = Math.exp(-hazard(0, step * each));
    first.push(before - now);
    before = now;
  }
  // Moments of the count from a new piece on, after each number of steps.
  const mean: number[] = [0];
  const square: number[] = [0];
  for (let step = 1; step <= steps; step++) {
    let [sum, squares] = [0, 0];
    for (let at = 1; at <= step; at++) {
      const ended = first[at] ?? 0;
      const after = mean[step - at] ?? 0;
      sum += ended * (1 + after);
      squares += ended * (1 + 2 * after + (square[step - at] ?? 0));
    }
    mean.push(sum);
    square.push(squares);
  }
  let [sum, squares] = [0, 0];
  for (let at = 1; at <= steps; at++) {
    const ended = Math.max(0, (stays[at - 1] ?? 1) - (stays[at] ?? 1));
    const after = mean[steps - at] ?? 0;
    sum += ended * (1 + after);
    squares += ended * (1 + 2 * after + (square[steps - at] ?? 0));
  }
  return { mean: sum, variance: Math.max(0, squares - sum ** 2) };
}

/** Equally likely by their weights: both together. */
export function mixMoments(cases: readonly (readonly [weight: number, moments: NeedMoments])[]): NeedMoments {
  let [mean, square] = [0, 0];
  for (const [weight, one] of cases) {
    mean += weight * one.mean;
    square += weight * (one.variance + one.mean ** 2);
  }
  return { mean, variance: Math.max(0, square - mean ** 2) };
}

/** Days until an end, with its 80 % range, as a judgement states them. */
export interface DaysRange {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Narrower ranges than this, in logarithms, are those of one day. */
const leastSpread = 0.02;

/**
 * Chance that an end dated with this range comes within a number of days: normal in the logarithm of the
 * days, with a spread of its own on each side of the median.
 */
export function chanceWithin({ median, lower, upper }: DaysRange, days: number): number {
  if (days <= 0 || median === Infinity) return 0;
  const off = Math.log(days / Math.max(median, 0.5));
  const bound =
    off < 0 ? Math.log(Math.max(median, 0.5) / Math.max(lower, 0.1)) : Math.log(upper / Math.max(median, 0.5));
  return normalShare((off * z90) / Math.max(bound, leastSpread));
}
