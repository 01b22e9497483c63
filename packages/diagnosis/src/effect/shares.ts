import type { VisitClass } from './call-backs.ts';
import { shareRange } from './rate-ratio.ts';

/** Visits without which only counts are given (VE-07). */
export const leastVisits = 20;

export interface VisitShares {
  /** Visits for a problem that were neither call-backs nor returns for parts (EM), and these (CB, HP). */
  readonly problems: number;
  readonly callBacks: number;
  readonly returns: number;
  /** Percent, each on its own base (amendment to VE-07); null under 20 visits. */
  readonly callBackShare: number | null;
  readonly returnShare: number | null;
  readonly firstTime: { readonly value: number; readonly lower: number; readonly upper: number } | null;
}

/** CB of EM, HP of EM + CB, and what is left of 100 as fixed the first time (VE-07). */
export function toShares(classes: Iterable<VisitClass>): VisitShares {
  let [problems, callBacks, returns] = [0, 0, 0];
  for (const one of classes) {
    if (one === 'problem') problems++;
    else if (one === 'callBack') callBacks++;
    else if (one === 'returnForParts') returns++;
  }
  const counts = { problems, callBacks, returns };
  if (problems + callBacks + returns < leastVisits || problems === 0)
    return { ...counts, callBackShare: null, returnShare: null, firstTime: null };
  const callBackShare = (100 * callBacks) / problems;
  const returnShare = (100 * returns) / (problems + callBacks);
  const value = Math.max(0, 100 - callBackShare - returnShare);
  const range = shareRange(Math.round((value / 100) * problems), problems);
  const firstTime = { value, lower: 100 * range.lower, upper: 100 * range.upper };
  return { ...counts, callBackShare, returnShare, firstTime };
}
