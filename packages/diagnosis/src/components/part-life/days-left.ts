import { z90 } from '../../statistics/normal.ts';
import type { PartUse } from './part-use.ts';
import type { TotalLife } from './total-life.ts';
import type { DaysLeft } from './urgency.ts';
import { logSdWithin } from './usage-rate.ts';

/**
 * Both doubts together, as if their logarithms were normal: how long the part lasts, and how much it is used.
 */
export function toDaysLeft(total: TotalLife, wear: number, use: Pick<PartUse, 'logSd' | 'daysFor'>): DaysLeft {
  const days = (life: number) => use.daysFor(Math.max(life - wear, 0));
  const middle = days(total.median);
  if (middle === Infinity) return { median: Infinity, lower: Infinity, upper: Infinity };
  const wide = (bound: number) =>
    Math.exp(Math.hypot(Math.log(Math.max(bound, 1e-3) / Math.max(middle, 1e-3)), z90 * logSdWithin(use, middle)));
  return { median: middle, lower: middle / wide(days(total.lower)), upper: middle * wide(days(total.upper)) };
}
