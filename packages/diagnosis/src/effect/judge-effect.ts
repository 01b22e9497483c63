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
/** Events that the usual of the model is worth against what one device counted before its visit (0473). */
const usualWorth = 1;

/** What else is known of a line: what the device would have come to by itself, and its neighbours. */
export interface EffectContext {
  /** Events per thousand of the model; null: not known. */
  readonly usual: number | null;
  /** What the device itself counted in the 90 days before those compared; null: it did not count then. */
  readonly past?: Side | null;
  /** Lines of the same visit: the more there are, the likelier one of them is better by chance. */
  readonly lines?: number;
}

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
 * Whether something became better after a visit (VE-03, VE-04). The interval is that of 80 %; a verdict needs
 * one that is as much wider as its visit has lines.
 */
export function judgeEffect(before: Side, after: Side, { usual, past = null, lines = 1 }: EffectContext): JudgedEffect {
  const missing: Missing = {
    ...(before.exposure < leastExposure && { before: leastExposure - before.exposure }),
    ...(after.exposure < leastExposure && { after: leastExposure - after.exposure }),
    ...(before.count + after.count < leastEvents && { events: leastEvents - before.count - after.count }),
  };
  if (Object.keys(missing).length > 0) return { state: 'notYetKnown', missing };
  const range = toRatio(before, after);
  const decisive = toRatio(before, after, 0.1 / Math.max(1, lines));
  const isLower = isBelow(decisive);
  const isBetter = isLower && isBelowExpected(before, after, usual, past);
  const verdict = isBetter ? 'better' : decisive.lower > 1 ? 'worse' : 'noClearChange';
  const rate = before.count / before.exposure;
  const wasNearUsual = usual !== null && (rate < farFromUsual * usual || (isLower && !isBetter));
  return { state: 'known', ...range, verdict, wasNearUsual };
}

const isBelow = ({ upper }: RatioRange): boolean => upper !== null && upper < 1;

/**
 * Whether the rate after a visit is below what the device would have come to by itself. Visits are made where
 * rates are high, and some of these are high by chance and go back: so the rate before counts together with
 * that of the model, or with that of the device's own past where no other is known. False: neither is.
 */
function isBelowExpected(before: Side, after: Side, usual: number | null, past: Side | null): boolean {
  const isBelowWith = ({ count, exposure }: Side): boolean =>
    isBelow(toRatio({ count: before.count + count, exposure: before.exposure + exposure }, after));
  if (usual !== null && usual > 0) return isBelowWith({ count: usualWorth, exposure: usualWorth / usual });
  return past !== null && past.exposure >= leastExposure && isBelowWith(past);
}
