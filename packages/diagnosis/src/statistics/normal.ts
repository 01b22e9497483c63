/**
 * Share of a standard normal variable below z, right to 1e-7 (Abramowitz and Stegun, Handbook of Mathematical
 * Functions,
 * 7.1.26). Infinite z gives 0 or 1; no number stays none.
 */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const tail = (series * Math.exp(-x * x)) / 2;
  return z > 0 ? 1 - tail : tail;
}

/** 90 % quantile of the standard normal distribution: the upper end of an 80 % interval. */
export const z90 = 1.2815515655446004;

/**
 * The deviate below which this share of a standard normal variable lies, by halving; right to 1e-6 between -8
 * and 8.
 */
export function normalDeviate(share: number): number {
  let [low, high] = [-8, 8];
  while (high - low > 1e-7) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
