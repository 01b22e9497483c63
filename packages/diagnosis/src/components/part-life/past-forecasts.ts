import type { CensoredValue } from '../../statistics/survival-quantile.ts';
import { toDaysLeft } from './days-left.ts';
import { failureRisk } from './failure-chance.ts';
import { failureShare } from './failure-share.ts';
import { compareLives, fitLifeModel, type LifeModel, type LifeSummary, type Look, thinned } from './life-model.ts';
import { type DatedKind, leastDays, usualFactors, widenRange } from './range-factors.ts';
import { totalLife, weeksUsed } from './total-life.ts';
import { wholeWeek } from './track-fit.ts';
import { visitWithin } from './urgency.ts';

/** Parts of the lives, each forecast by models that were learned without it. */
const folds = 4;

/** A life, a model that was learned without it, and how likely its end was a failure, 0 to 1. */
export interface PastLife {
  readonly life: LifeSummary;
  readonly model: LifeModel;
  readonly failed: number;
}

/** One forecast of the past, made again, and what came of it. */
export interface PastForecast {
  /** Days that were predicted, and days until the piece ended or was last seen. */
  readonly predicted: number;
  readonly days: number;
  /**
   * Where the end lay in the range, in halves of it: -1 the early end, 0 the predicted day, 1 the late end.
   */
  readonly place: number;
  /** How likely the piece was to fail within the four weeks to come, 0 to 1. */
  readonly risk: number;
}

/**
 * The lives of a family, each with a model that was learned from the other three quarters of them.
 * @param most lives that are looked at: more say little and cost time
 */
export function toPast(given: readonly LifeSummary[], common: LifeModel, most: number): PastLife[] {
  const lives = thinned(given.toSorted(compareLives), most);
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const own = lives.filter((_, at) => at % folds === fold);
    if (!own.some(({ looks }) => looks !== undefined && looks.length > 0)) return [];
    const others = lives.filter((_, at) => at % folds !== fold);
    const model = fitLifeModel(others, common, { usualLimit: common.limit });
    return model === undefined ? [] : own.map((life) => ({ life, model, failed: failureShare(life, model.ended) }));
  });
}

/**
 * Forecasts at each of the looks of a life.
 * @param useDoubt as `LearnedRange.use`
 */
export function forecastsOf({ life, model }: PastLife, dated: DatedKind, useDoubt: number): PastForecast[] {
  return (life.looks ?? []).flatMap((look) => {
    const [wear, perDay, steady, days] = look;
    const total = totalLife(model, wear, trackUntil(life, look));
    const logSd = Math.hypot(steady, useDoubt);
    const use = { logSd, within: (ahead: number) => ahead * perDay, daysFor: (amount: number) => amount / perDay };
    const left = widenRange(toDaysLeft(total, wear, use), usualFactors[dated]);
    const log = (value: number) => Math.log(Math.max(leastDays, value));
    const late = log(days) - log(left.median);
    const half = Math.abs(log(late < 0 ? left.lower : left.upper) - log(left.median));
    const place = late / Math.max(half, 0.01);
    const risk = failureRisk({ use, total }, wear, visitWithin);
    return Number.isFinite(place) ? [{ predicted: left.median, days, place, risk }] : [];
  });
}

/** A place as far as it is known: that of a failure by how likely it was one, else a lower bound. */
export const toCensored = (place: number, failed: number): CensoredValue[] =>
  [
    { value: place, isCensored: false, weight: failed },
    { value: place, isCensored: true, weight: 1 - failed },
  ].filter(({ weight }) => weight > 0);

/** The track up to a look: the few points of a summary represent all its weeks. */
function trackUntil({ track }: LifeSummary, [wear, perDay]: Look) {
  const points = track.filter((point) => point[0] <= wear);
  const weeks = (wear - (points[0]?.[0] ?? wear)) / perDay / 7;
  const each = Math.max(1, Math.min(weeksUsed, weeks) / Math.max(1, points.length));
  return points.map((point) => ({ day: 0, wear: point[0], value: point[1], count: wholeWeek, weeks: each }));
}
