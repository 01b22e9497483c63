import { median } from '../../statistics/theil-sen.ts';
import type { LifeSummary, SharedLife } from './life-model.ts';
import { usualAlike } from './total-life.ts';
import { blindShare, wholeWeek } from './track-fit.ts';
import type { WearCurve } from './wear-curve.ts';

/** A life says how a sensor ends where its part was worn out by this chance. */
export const leastWorn = 0.5;
/** Readings at the end of a life that say where it ended, and pieces that the usual limit is worth. */
const endReadings = 3;
const limitWorth = 3;
/** A limit that is learned this near to the usual one, as a share of it, is the usual one. */
const sameLimit = 0.025;

/**
 * Reading of the sensor at which parts of a family end: as their last weeks showed, drawn towards the usual
 * one. A service manual names one limit; families and machines print badly at others (0295). It is no higher
 * than where most of the pieces beyond it did fail: those that work on there say that it is too high (0332).
 */
export function learnLimit(lives: readonly SharedLife[], usual: number): number {
  const worn = lives.filter(({ share, end }) => share >= leastWorn && end > 0);
  const seen = median(worn.flatMap(({ track }) => median(track.slice(-endReadings).map(([, value]) => value)) ?? []));
  const learned = seen === undefined ? usual : (seen * worn.length + usual * limitWorth) / (worn.length + limitWorth);
  const limit = believedLimit(lives, learned);
  return Math.abs(limit - usual) <= sameLimit * usual ? usual : Math.round(limit);
}

/** Share of the pieces beyond a limit that must have failed, and pieces that this is believed as. */
const leastFailed = 0.5;
const failedWorth = 1;

function believedLimit(lives: readonly SharedLife[], highest: number): number {
  const reached = lives.flatMap(({ share, track }) => {
    // One low reading may be chance: the second lowest was reached for sure.
    const low = track.map(([, value]) => value).toSorted((one, other) => one - other)[1];
    return low === undefined ? [] : [{ low, share }];
  });
  for (let limit = highest; ; ) {
    const beyond = reached.filter(({ low }) => low < limit);
    const failed = beyond.reduce((sum, { share }) => sum + share, 0);
    if (failed + failedWorth >= leastFailed * (beyond.length + failedWorth)) return limit;
    const working = beyond.flatMap(({ low, share }) => (share < leastWorn ? [low] : []));
    if (working.length === 0) return limit;
    limit = Math.max(...working);
  }
}

/** Sensors that the usual share of those that show nothing is worth, and turns of learning it. */
const blindWorth = 5;
const blindTurns = 5;

/**
 * Share of the sensors that show nothing of their piece, as the tracks of pieces that wore out have it (by
 * expectation and maximisation), drawn towards the usual one; undefined without a curve.
 */
export function learnBlind(
  ended: readonly LifeSummary[],
  curve: WearCurve | undefined,
  { limit, usual }: { readonly limit: number | undefined; readonly usual: number },
): number | undefined {
  if (curve === undefined) return undefined;
  const tracks = ended.flatMap(({ end, track }) =>
    track.length < 3 ? [] : [{ end, points: track.map(([wear, value]) => ({ wear, value, count: wholeWeek })) }],
  );
  let blind = usual;
  for (let turn = 0; turn < blindTurns; turn++) {
    const belief = { curve, limit, alike: usualAlike, blind };
    const shown = tracks.reduce((sum, { points, end }) => sum + blindShare(points, end, belief), 0);
    blind = (shown + usual * blindWorth) / (tracks.length + blindWorth);
  }
  return blind;
}
