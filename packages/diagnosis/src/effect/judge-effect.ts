import { type RatioRange, type Side, toRatio } from './rate-ratio.ts';

/** What the interval says (VE-04). */
export type EffectVerdict = 'better' | 'worse' | 'noClearChange';

/**
 * Exposure in thousands on each side, and events on both together, without which no verdict is given
 * (VE-03).
 */
export const leastExposure = 0.5;
export const leastEvents = 3;
/** A rate before the visit under this many times the model's usual was not far from usual (VE-04). */
const farFromUsual = 2;
/** Events that the usual of the model is worth against what one device counted before its visit (0460). */
const usualWorth = 3;

/** What is missing for a verdict; a figure of 0 does not occur. */
export interface Missing {
  /** Thousands of feeds or pages. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly events?: number | undefined;
}

export type JudgedEffect =
  | { readonly state: 'notYetKnown'; readonly missing: Missing }
  | (RatioRange & { readonly state: 'known'; readonly verdict: EffectVerdict; readonly wasNearUsual: boolean });

/**
 * Whether something became better after a visit (VE-03, VE-04).
 * @param usual events per thousand of the model; null: not known, then no mark is set
 */
export function judgeEffect(before: Side, after: Side, usual: number | null): JudgedEffect {
  const missing: Missing = {
    ...(before.exposure < leastExposure && { before: leastExposure - before.exposure }),
    ...(after.exposure < leastExposure && { after: leastExposure - after.exposure }),
    ...(before.count + after.count < leastEvents && { events: leastEvents - before.count - after.count }),
  };
  if (Object.keys(missing).length > 0) return { state: 'notYetKnown', missing };
  const range = toRatio(before, after);
  const isBetter = range.upper !== null && range.upper < 1;
  const verdict = isBetter ? 'better' : range.lower > 1 ? 'worse' : 'noClearChange';
  const wasNearUsual = usual !== null && isNearUsual(before, after, usual, isBetter);
  return { state: 'known', ...range, verdict, wasNearUsual };
}

/**
 * Visits are made where rates are high, and some of these are high by chance and go back by themselves: of
 * such a device the rate before counts together with the usual one, and only what is better than that too is
 * far from usual.
 */
function isNearUsual(before: Side, after: Side, usual: number, isBetter: boolean): boolean {
  if (before.count / before.exposure < farFromUsual * usual) return true;
  if (!isBetter || usual === 0) return false;
  const expected = { count: before.count + usualWorth, exposure: before.exposure + usualWorth / usual };
  return (toRatio(expected, after).upper ?? 2) >= 1;
}
