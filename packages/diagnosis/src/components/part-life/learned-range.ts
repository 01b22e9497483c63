import { normalDeviate, z90 } from '../../statistics/normal.ts';
import { type CensoredValue, survivalQuantile } from '../../statistics/survival-quantile.ts';
import { toDaysLeft } from './days-left.ts';
import { fitLifeModel, type LifeModel, type LifeSummary, type Look } from './life-model.ts';
import { type DatedKind, type LearnedRange, leastDays, usualFactors, widenRange } from './range-factors.ts';
import { totalLife, usualAlike, weeksUsed, wholeWeek } from './total-life.ts';

/** Parts of the lives, each forecast by models that were learned without it. */
const folds = 4;
/** Lives of a family that are forecast at most: more say nothing new and cost time. */
const mostLives = 1500;
/** Pieces that the built-in table is worth, and without which nothing is learned. */
const tableWorth = 50;
/** The same for the predicted day: what one season did to it, the next does not. */
const dayWorth = 150;
const fewestPieces = 8;
/**
 * Weeks that may count as one, and pieces without which the usual number stays; another is taken where it is
 * better by this share.
 */
const alikes = [usualAlike, 16, 64, 1000] as const;
const fewestForSensor = 20;
const leastGain = 0.05;
/** Beyond these nothing learned is believed. */
const limits = { end: [0.4, 3], middle: 1 } as const;
/** Shares, in percent, that the late end is read at: the first of which the ends were seen. */
const lateShares = [90, 85, 80, 75, 70, 65] as const;

/**
 * Makes the forecasts of the fleet's past again, at the looks of its lives and by models learned from other
 * pieces, and compares them with what came: quantiles of where the truth lay, with pieces that have not
 * failed as lower bounds (Kaplan and Meier 1958), drawn towards the built-in table as by 50 pieces. Every
 * look counts, as every date that is given does, but the looks of one piece err together: what is learned is
 * as sure as its pieces are many. Undefined with fewer than 8 failed pieces.
 * @param families lives by family; their order does not matter
 */
export function learnRange(
  families: readonly (readonly LifeSummary[])[],
  common: LifeModel,
  dated: DatedKind,
): LearnedRange | undefined {
  const past = families.flatMap((lives) => toPast(lives, common));
  const pieces = past.filter(({ life, model }) => hasEnded(life, model) && (life.looks?.length ?? 0) > 0).length;
  if (pieces < fewestPieces) return undefined;
  const alike = pieces < fewestForSensor || common.curve === undefined ? usualAlike : bestAlike(past, dated);
  const forecasts = past.flatMap((one) => forecastsOf(one, dated, alike).map(({ place }) => place));
  const drawn = (seen: number | undefined, built: number, worth = tableWorth) =>
    seen === undefined ? built : (seen * pieces + built * worth) / (pieces + worth);
  const [least, most] = limits.end;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const middle = clamp(drawn(survivalQuantile(forecasts, 0.5), 0, dayWorth), -limits.middle, limits.middle);
  return {
    early: Math.min(middle, -clamp(-drawn(survivalQuantile(forecasts, 0.1), -1), least, most)),
    middle,
    alike,
    late: Math.max(middle, clamp(drawn(lateQuantile(forecasts), 1), least, most)),
    pieces,
  };
}

/**
 * The 90 % quantile; where too few ends were seen for it, carried on from the last one that was, as a normal
 * distribution goes on.
 */
function lateQuantile(forecasts: readonly CensoredValue[]): number | undefined {
  for (const percent of lateShares) {
    const seen = survivalQuantile(forecasts, percent / 100);
    if (seen !== undefined) return (seen * z90) / normalDeviate(percent / 100);
  }
  return undefined;
}

/** A life, and a model that was learned without it. */
interface PastLife {
  readonly life: LifeSummary;
  readonly model: LifeModel;
}

function toPast(given: readonly LifeSummary[], common: LifeModel): PastLife[] {
  const lives = given.toSorted(
    (one, other) => one.end - other.end || one.entry - other.entry || one.track.length - other.track.length,
  );
  const step = Math.max(1, lives.length / mostLives);
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const own = lives.filter((_, at) => at % folds === fold && Math.floor(at / step) !== Math.floor((at - 1) / step));
    if (!own.some(({ looks }) => looks !== undefined && looks.length > 0)) return [];
    const others = lives.filter((_, at) => at % folds !== fold);
    const model = fitLifeModel(others, common, common.limit);
    return model === undefined ? [] : own.map((life) => ({ life, model }));
  });
}

const hasEnded = (life: LifeSummary, model: LifeModel): boolean =>
  model.byReplacement === true ? life.replaced === true : life.failed;

const unlearned = { early: -1, middle: 0, late: 1, pieces: 0 };

/**
 * How many weeks should count as one: the forecasts of the pieces that ended are then off least, by the loss
 * of their three quantiles.
 */
function bestAlike(past: readonly PastLife[], dated: DatedKind): number {
  const ended = past.filter(({ life, model }) => hasEnded(life, model));
  const losses = alikes.map((alike) => ({
    alike,
    loss: ended.flatMap((one) => forecastsOf(one, dated, alike)).reduce((sum, { loss }) => sum + loss, 0),
  }));
  const usual = losses.find(({ alike }) => alike === usualAlike)?.loss ?? Infinity;
  return losses.reduce((best, one) => (one.loss < Math.min(best.loss, (1 - leastGain) * usual) ? one : best), {
    alike: usualAlike,
    loss: usual,
  }).alike;
}

/**
 * Where the end of a life lay in the range at each of its looks, and the pinball loss of the range, in
 * logarithms of days.
 */
function forecastsOf(
  { life, model }: PastLife,
  dated: DatedKind,
  alike: number,
): { readonly place: CensoredValue; readonly loss: number }[] {
  const isCensored = !hasEnded(life, model);
  return (life.looks ?? []).flatMap((look) => {
    const [wear, perDay, logSd, days] = look;
    const total = totalLife({ ...model, learned: { ...unlearned, alike } }, wear, trackUntil(life, look));
    const left = widenRange(
      toDaysLeft(total, wear, { logSd, daysFor: (amount) => amount / perDay }),
      usualFactors[dated],
    );
    const log = (value: number) => Math.log(Math.max(leastDays, value));
    const late = log(days) - log(left.median);
    const half = Math.abs(log(late < 0 ? left.lower : left.upper) - log(left.median));
    const value = late / Math.max(half, 0.01);
    const pinball = (end: number, share: number) =>
      Math.max(share * (log(days) - log(end)), (share - 1) * (log(days) - log(end)));
    const loss = pinball(left.lower, 0.1) + pinball(left.median, 0.5) + pinball(left.upper, 0.9);
    return Number.isFinite(value) && Number.isFinite(loss) ? [{ place: { value, isCensored }, loss }] : [];
  });
}

/** The track up to a look: the few points of a summary represent all its weeks. */
function trackUntil({ track }: LifeSummary, [wear, perDay]: Look) {
  const points = track.filter((point) => point[0] <= wear);
  const weeks = (wear - (points[0]?.[0] ?? wear)) / perDay / 7;
  const each = Math.max(1, Math.min(weeksUsed, weeks) / Math.max(1, points.length));
  return points.map((point) => ({ day: 0, wear: point[0], value: point[1], count: wholeWeek, weeks: each }));
}
