import { logProbability } from '../statistics/negative-binomial.ts';
import type { NeedMoments } from './renewal.ts';

/** Number of pieces that many places will need together, and how many to have in stock. */
export interface Demand {
  readonly expected: number;
  /** 80 % range, whole pieces. */
  readonly lower: number;
  readonly upper: number;
  /** Enough in nine of ten quarters: the 90 % quantile. */
  readonly stock: number;
}

/**
 * Standard deviation, as a share of the mean, of what all places have in common: the use of a season, and the
 * error of what was learned.
 */
export const commonSpread = 0.15;

/** Moments of what places need together, and the pieces that the worklist asks to bring to them now. */
export interface AskedMoments extends NeedMoments {
  readonly asked: number;
}

/**
 * A need with the piece that is asked for: where one is, a visit takes it from the shelf, however likely it
 * is that the part is replaced within the quarter (0940). What is needed beyond it stays as it was.
 */
export function withAsked({ mean, variance, isAsked }: NeedMoments & { readonly isAsked: boolean }): AskedMoments {
  if (!isAsked) return { mean, variance, asked: 0 };
  return mean < 1 ? { mean: 1, variance: 0, asked: 1 } : { mean, variance, asked: 1 };
}

/**
 * Demand of independent places with something in common, by the mean and the variance of their sum: binomial
 * where it scatters less than a Poisson count, else negative binomial. What is `asked` is needed for certain:
 * the range begins there at the least, and the rest scatters.
 */
export function toDemand({ mean, variance, asked }: AskedMoments, spread = commonSpread): Demand {
  const rest = Math.max(0, mean - asked);
  const quantile = quantilesOf(rest, variance + (spread * rest) ** 2);
  return { expected: mean, lower: asked + quantile(0.1), upper: asked + quantile(0.9), stock: asked + quantile(0.9) };
}

/** The least count that is not exceeded with this probability. */
export function quantilesOf(mean: number, variance: number): (share: number) => number {
  if (!(mean > 0)) return () => 0;
  const probability = probabilityOf(mean, variance);
  const most = Math.ceil(mean + 12 * Math.sqrt(Math.max(mean, variance)) + 12);
  return (share) => {
    let sum = 0;
    for (let count = 0; count < most; count++) {
      sum += probability(count);
      if (sum >= share) return count;
    }
    return most;
  };
}

/** Below this difference of variance and mean the count is a Poisson one. */
const alike = 1e-6;

/** How likely each count is. */
export function probabilityOf(mean: number, variance: number): (count: number) => number {
  const over = variance - mean;
  if (over >= -alike * mean) {
    const size = over > alike * mean ? mean ** 2 / over : Number.POSITIVE_INFINITY;
    return (count) => Math.exp(logProbability(count, mean, size));
  }
  const places = Math.max(Math.ceil(mean), Math.round(mean ** 2 / -over), 1);
  const share = mean / places;
  if (share >= 1) return (count) => Number(count === places);
  const odds = share / (1 - share);
  const known = [(1 - share) ** places];
  return (count) => {
    for (let at = known.length; at <= count; at++) known.push((((known[at - 1] ?? 0) * (places - at + 1)) / at) * odds);
    return count > places ? 0 : (known[count] ?? 0);
  };
}
