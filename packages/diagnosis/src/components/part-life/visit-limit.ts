import { type CensoredValue, survivingShare } from '../../statistics/survival-quantile.ts';
import { type PastForecast, toCensored } from './past-forecasts.ts';

/**
 * A piece of the past as it was forecast, oldest look first, and how likely its end was a failure, 0 to 1.
 */
export interface PastPiece {
  readonly failed: number;
  readonly forecasts: readonly PastForecast[];
}

/** Risks within four weeks that a visit may be planned at, the highest first. */
const limits = [0.27, 0.2, 0.15, 0.11, 0.08, 0.06, 0.045] as const;
/**
 * A sign is right when the part fails within this number of days of it; it finds a failure this many days
 * ahead.
 */
const rightWithin = 90;
const foundAhead = 14;
/**
 * Shares of the signs that should be right and of the failures that should be found; more of either is no
 * gain.
 */
const goal = { right: 0.9, found: 0.75 } as const;
/** Signs that the usual limit is worth, and without which nothing is learned. */
const usualWorth = 12;
const fewest = 6;

/**
 * The risk within four weeks from which on a visit is planned, as the fleet's own past has it: the one at
 * which its signs would have come nearest to both goals, right and found (the product of what is reached of
 * each, of right squared: a visit in vain is paid for, a failure that is not found comes as before), drawn
 * towards the usual one where few signs are known (0296). The looks of the past are four weeks apart, so
 * the goals are a little higher than those for signs that are judged every day.
 */
export function learnVisitLimit(pieces: readonly PastPiece[], usual: number): number {
  let best = { limit: usual, signs: 0, score: 0 };
  for (const limit of limits) {
    const signs = signsAt(pieces, limit);
    if (signs.length < fewest) continue;
    const right = 1 - survivingShare(signs.flat(), rightWithin);
    const score = Math.min(1, right / goal.right) ** 2 * Math.min(1, foundAt(pieces, limit) / goal.found);
    if (score > best.score) best = { limit, signs: signs.length, score };
  }
  return Math.exp((Math.log(best.limit) * best.signs + Math.log(usual) * usualWorth) / (best.signs + usualWorth));
}

/**
 * Days from the first sign of each piece to its end, as far as it was seen; of one that is on at the first
 * look it is not known when it began.
 */
function signsAt(pieces: readonly PastPiece[], limit: number): (readonly CensoredValue[])[] {
  return pieces.flatMap(({ failed, forecasts }) => {
    const at = forecasts.findIndex(({ risk }) => risk >= limit);
    const sign = forecasts[at];
    return sign === undefined || at === 0 ? [] : [toCensored(sign.days, failed)];
  });
}

/** Share of the failures that had a sign a fortnight before, of those that had a look until then. */
function foundAt(pieces: readonly PastPiece[], limit: number): number {
  let [all, found] = [0, 0];
  for (const { failed, forecasts } of pieces) {
    const before = forecasts.filter(({ days }) => days >= foundAhead);
    if (before.length === 0) continue;
    all += failed;
    if (before.some(({ risk }) => risk >= limit)) found += failed;
  }
  return all > 0 ? found / all : 0;
}
