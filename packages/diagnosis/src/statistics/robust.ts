import { median } from './theil-sen.ts';

/** Makes the median absolute deviation of normal noise its standard deviation. */
const toDeviation = 1.4826;

export interface Spread {
  readonly middle: number;
  /** Standard deviation, by the median absolute deviation: up to half of the values may be wrong. */
  readonly deviation: number;
}

/** Undefined of none. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const middle = median(values);
  if (middle === undefined) return undefined;
  return { middle, deviation: toDeviation * (median(values.map((value) => Math.abs(value - middle))) ?? 0) };
}

/**
 * Standard deviation of the noise on a slowly changing series, from the steps between neighbours; undefined
 * with fewer than two values.
 */
export function noiseOf(values: readonly number[]): number | undefined {
  const steps = values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value)));
  const middle = median(steps);
  return middle === undefined ? undefined : (toDeviation * middle) / Math.SQRT2;
}

/** Exponentially weighted mean of the values, oldest first; the newest has `weight`. Undefined of none. */
export function ewmaOf(values: readonly number[], weight: number): number | undefined {
  return values.reduce<number | undefined>(
    (mean, value) => (mean === undefined ? value : mean + weight * (value - mean)),
    undefined,
  );
}
