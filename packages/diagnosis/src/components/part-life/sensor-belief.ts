import { median } from '../../statistics/theil-sen.ts';
import { remainingLife, type Weibull } from '../../statistics/weibull.ts';
import type { SharedLife } from './life-model.ts';
import { explain, wholeWeek } from './track-fit.ts';
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

/** Shares of the sensors that say nothing of their piece, each 0 to 1: see `SensorBelief`. */
export interface Misleading {
  readonly blind: number;
  readonly astray: number;
}

/** Sensors that the usual shares are worth, and turns of learning them. */
const usualWorth = 8;
const shareTurns = 60;
/** Lives that a piece may have which has not worn out, or a sensor that follows another than its own. */
const possible = Array.from({ length: 16 }, (_, at) => (at + 0.5) / 16);

/** Lives of new pieces that are equally likely. */
export const usualLives = (law: Weibull): readonly number[] => possible.map((share) => remainingLife(law, 0, share));

/**
 * Share of the sensors that show nothing of their piece and of those that follow another life, as the tracks
 * of all pieces have it: of those that wore out, and of those that work on although their sensor shows a worn
 * one (by expectation and maximisation), drawn towards the usual shares; undefined without a curve.
 */
export function learnMisleading(
  lives: readonly SharedLife[],
  law: Weibull,
  {
    curve,
    limit,
    usual,
  }: { readonly curve: WearCurve | undefined; readonly limit: number | undefined; readonly usual: Misleading },
): Misleading | undefined {
  if (curve === undefined) return undefined;
  const belief = { ...usual, curve, limit, usual: usualLives(law) };
  const fits = lives.flatMap(({ entry, end, share, track }) => {
    if (track.length < 3 || !(end > 0) || end <= entry) return [];
    const points = track.map(([wear, value]) => ({ wear, value, count: wholeWeek }));
    const later = possible.map((one) => end + remainingLife(law, end, one));
    const ended = explain(points, [end], belief);
    const running = share < 1 ? explain(points, later, belief).seeing : ended.seeing;
    const top = Math.max(ended.seeing, running, ended.blind, ended.astray);
    const over = (log: number) => Math.exp(log - top);
    return [
      {
        seeing: share * over(ended.seeing) + (1 - share) * over(running),
        blind: over(ended.blind),
        astray: over(ended.astray),
      },
    ];
  });
  let shares = usual;
  for (let turn = 0; turn < shareTurns; turn++) {
    let [blind, astray] = [usual.blind * usualWorth, usual.astray * usualWorth];
    for (const fit of fits) {
      const [one, other] = [shares.blind * fit.blind, shares.astray * fit.astray];
      const whole = one + other + (1 - shares.blind - shares.astray) * fit.seeing;
      if (!(whole > 0)) continue;
      blind += one / whole;
      astray += other / whole;
    }
    const all = fits.length + usualWorth;
    shares = { blind: blind / all, astray: astray / all };
  }
  return shares;
}
