import { z90 } from '../../statistics/normal.ts';
import type { LifeSummary } from './life-model.ts';
import { logSdWithin } from './usage-rate.ts';

/**
 * How far forecasts of use are off beyond what the steadiness of the last weeks says, before a fleet has a
 * past: standard deviation of the logarithm. Simulated fleets of 300 days showed 0.08 to 0.18 (0902).
 */
export const usualUseDoubt = 0.13;
/** Pieces that this is worth. */
const usualWorth = 30;
/** Looks ahead of fewer days tell of single days. */
const leastAhead = 28;
/** Share of the true uses that lie within z90 standard deviations. */
const covered = 0.8;

/**
 * The doubt of the use to come, from what the fleet's forecasts of use came to (0902): as large as it must be
 * for 80 % of the uses of the past to lie in the range of their forecast, drawn towards the usual one as by
 * 30 pieces. Pieces that run on tell of it as well as those that failed.
 */
export function learnUseDoubt(lives: readonly LifeSummary[]): number {
  const needed = lives.map(({ end, looks = [] }) =>
    looks.flatMap(([wear, perDay, logSd, days]) => {
      if (days < leastAhead) return [];
      const off = Math.log((end - wear) / days / perDay) / z90;
      return Number.isFinite(off) ? [Math.max(0, off ** 2 - logSdWithin({ logSd }, days) ** 2)] : [];
    }),
  );
  const pieces = needed.filter((own) => own.length > 0).length;
  const sorted = needed.flat().toSorted((one, other) => one - other);
  const seen = Math.sqrt(sorted[Math.floor(covered * sorted.length)] ?? 0);
  return (seen * pieces + usualUseDoubt * usualWorth) / (pieces + usualWorth);
}
