/** A figure of one group and how sure it is: the variance of its own error. */
export interface GroupFigure {
  readonly value: number;
  readonly variance: number;
}

/**
 * How much the groups truly differ: variance between them, beyond the errors of their figures (method of
 * moments, DerSimonian and Laird 1986). 0 where the errors explain everything or there are fewer than two
 * groups.
 */
export function varianceBetween(figures: readonly GroupFigure[]): number {
  const known = figures.filter(({ value, variance }) => Number.isFinite(value) && variance > 0);
  let [weights, squares, sum] = [0, 0, 0];
  for (const { value, variance } of known) {
    weights += 1 / variance;
    squares += 1 / variance ** 2;
    sum += value / variance;
  }
  const free = weights - squares / weights;
  if (known.length < 2 || !(free > 0)) return 0;
  const centre = sum / weights;
  const spread = known.reduce((total, { value, variance }) => total + (value - centre) ** 2 / variance, 0);
  return Math.max(0, (spread - (known.length - 1)) / free);
}

/**
 * A group's figure drawn towards what is common to all, by how little it rests on: `weight` observations of
 * its own against a belief in the common figure that is worth `worth` observations (Morris 1983). With
 * nothing common it stays.
 */
export function shrink(own: number, weight: number, common: number | undefined, worth: number): number {
  if (common === undefined || !Number.isFinite(common)) return own;
  if (!(weight > 0)) return common;
  return (own * weight + common * worth) / (weight + worth);
}
