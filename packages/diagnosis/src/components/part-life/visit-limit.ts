import { survivingShare } from '../../statistics/survival-quantile.ts';
import { type PastForecast, toCensored } from './past-forecasts.ts';

/** A piece of the past as it was forecast, oldest look first, and how likely its end was a failure. */
export interface PastPiece {
  readonly failed: number;
  readonly forecasts: readonly PastForecast[];
}

/** Risks within four weeks that a visit may be planned at, the highest first. */
const limits = [0.2, 0.15, 0.11, 0.08, 0.06, 0.045] as const;
/** Share of the signs that must be right: the part fails within this number of days of the sign. */
const right = { share: 0.88, within: 90 } as const;
/** Signs that the usual limit is worth, and without which nothing is learned. */
const usualWorth = 12;
const fewest = 6;

/**
 * The risk within four weeks from which on a visit is planned, as the fleet's own past has it: the lowest at
 * which three of four signs would have been right, drawn towards the usual one where few are known (0296).
 * Lowering it finds more failures, and earlier; each unnecessary visit is paid for by those. Pieces that
 * were replaced or run on are counted as far as they were seen (Kaplan and Meier 1958).
 */
export function learnVisitLimit(pieces: readonly PastPiece[], usual: number): number {
  let learned = usual;
  let signs = 0;
  for (const limit of limits) {
    const found = signsAt(pieces, limit);
    if (found.length < fewest) continue;
    const isRight =
      1 -
      survivingShare(
        found.flatMap(({ days, failed }) => toCensored(days, failed)),
        right.within,
      );
    if (isRight < right.share && signs > 0) break;
    [learned, signs] = [limit, found.length];
    if (isRight < right.share) break;
  }
  return Math.exp((Math.log(learned) * signs + Math.log(usual) * usualWorth) / (signs + usualWorth));
}

interface PastSign {
  /** Days from the sign to the end of the piece, or until it was last seen. */
  readonly days: number;
  readonly failed: number;
}

/** The first sign of each piece; of one that is on at the first look it is not known when it began. */
function signsAt(pieces: readonly PastPiece[], limit: number): PastSign[] {
  return pieces.flatMap(({ failed, forecasts }) => {
    const at = forecasts.findIndex(({ risk }) => risk >= limit);
    const sign = forecasts[at];
    return sign === undefined || at === 0 ? [] : [{ days: sign.days, failed }];
  });
}
