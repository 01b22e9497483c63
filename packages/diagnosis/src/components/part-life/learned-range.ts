import { normalDeviate, z90 } from '../../statistics/normal.ts';
import { type CensoredValue, survivalQuantile } from '../../statistics/survival-quantile.ts';
import type { LifeModel, LifeSummary } from './life-model.ts';
import { forecastsOf, type PastForecast, type PastLife, toCensored, toPast } from './past-forecasts.ts';
import { type DatedKind, type LearnedPlaces, type LearnedRange, learnedSpans } from './range-factors.ts';
import { usualAlike } from './total-life.ts';
import { usualVisitRisk } from './urgency.ts';
import { learnVisitLimit } from './visit-limit.ts';

/** Pieces that the built-in table is worth, and without which nothing is learned. */
const tableWorth = 50;
/** The same for the predicted day and for a narrower range: what one season did, the next does not. */
const dayWorth = 150;
const fewestPieces = 8;
/** Pieces that what was learned over all predicted days is worth to one span of them. */
const spanWorth = 40;
/**
 * Weeks that may count as one, and pieces without which the usual number stays; another is taken where it is
 * better by this share.
 */
const countedAlike: readonly number[] = [usualAlike, 16, 64, 1000];
const fewestForSensor = 20;
const leastGain = 0.05;
/** Beyond these nothing learned is believed. */
const limits = { end: [0.4, 3], middle: 1 } as const;
/** Shares, in percent, that the late end is read at: the first of which the ends were seen. */
const lateShares = [90, 85, 80, 75, 70, 65] as const;

/**
 * Lives of a kind of part that are forecast again at most, and of each family at least: the time of learning
 * does not grow with the fleet (0339).
 */
const mostLives = 3000;
const leastLives = 200;

/** The lives of one family; null: of devices whose family is not known. */
export interface FamilyLives {
  readonly family: string | null;
  readonly lives: readonly LifeSummary[];
}

/** A forecast of the past and how likely the end of its piece was a failure. */
interface Outcome {
  readonly piece: number;
  readonly failed: number;
  readonly forecast: PastForecast;
}

/**
 * Makes the forecasts of the fleet's past again, at the looks of its lives and by models learned from other
 * pieces, and compares them with what came: quantiles of where the truth lay, with pieces that have not
 * failed as lower bounds (Kaplan and Meier 1958), drawn towards the built-in table as by 50 pieces, and
 * those of each span of predicted days towards all (0296). Every look counts, as every date that is given
 * does, but the looks of one piece err together: what is learned is as sure as its pieces are many. With it
 * comes the risk from which on a visit is planned. Undefined with fewer than 8 failed pieces.
 * @param families lives by family; their order does not matter
 */
export function learnRange(
  families: readonly FamilyLives[],
  common: LifeModel,
  dated: DatedKind,
): LearnedRange | undefined {
  const most = Math.max(leastLives, Math.floor(mostLives / Math.max(1, families.length)));
  const pasts = families.map(({ lives }) =>
    toPast(lives, common, most).filter(({ life }) => (life.looks?.length ?? 0) > 0),
  );
  const past = pasts.flat();
  const pieces = past.reduce((sum, { failed }) => sum + failed, 0);
  if (pieces < fewestPieces) return undefined;
  const isTried = common.curve !== undefined && pieces >= fewestForSensor;
  const counted = isTried ? countedAlike : [usualAlike];
  const made = pasts.map((own) => own.map((one) => counted.map((alike) => forecastsOf(one, dated, alike))));
  const losses = lossesOf(past, made.flat());
  const best = bestAlike(losses);
  const own = pasts.map((pieces, at) => ownAlike(pieces, made[at] ?? [], losses));
  const forecasts = made.flatMap((each, at) => each.map((by) => by[own[at] ?? best] ?? []));
  const outcomes = past.flatMap(({ failed }, piece): Outcome[] =>
    (forecasts[piece] ?? []).map((forecast) => ({ piece, failed, forecast })),
  );
  const all = toPlaces(outcomes, { early: -1, middle: 0, late: 1 }, tableWorth);
  const spans = learnedSpans.map(({ from, to }) =>
    toPlaces(
      outcomes.filter(({ forecast }) => forecast.predicted > from && forecast.predicted <= to),
      all,
      spanWorth,
    ),
  );
  const visit = learnVisitLimit(
    past.map(({ failed }, piece) => ({ failed, forecasts: forecasts[piece] ?? [] })),
    usualVisitRisk,
  );
  const alikes = Object.fromEntries(
    families.flatMap(({ family }, at) => (family === null ? [] : [[family, toAlike(own[at] ?? best)]])),
  );
  return { ...all, alike: toAlike(best), alikes, pieces, spans, visit };
}

/** Where the truth lay, drawn towards what was believed before as by this number of pieces. */
function toPlaces(outcomes: readonly Outcome[], before: LearnedPlaces, worth: number): LearnedPlaces {
  const places = outcomes.flatMap(({ forecast, failed }) => toCensored(forecast.place, failed));
  const pieces = [...new Map(outcomes.map(({ piece, failed }) => [piece, failed])).values()].reduce(
    (sum, failed) => sum + failed,
    0,
  );
  const drawn = (seen: number | undefined, built: number, belief: number) =>
    seen === undefined ? built : (seen * pieces + built * belief) / (pieces + belief);
  // A range is narrowed by what one season did to it only where many pieces say so.
  const end = (seen: number | undefined, built: number) =>
    drawn(seen, built, seen !== undefined && seen < built ? dayWorth : worth);
  const [least, most] = limits.end;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const middle = clamp(drawn(survivalQuantile(places, 0.5), before.middle, dayWorth), -limits.middle, limits.middle);
  const seenEarly = survivalQuantile(places, 0.1);
  const early = clamp(end(seenEarly === undefined ? undefined : -seenEarly, -before.early), least, most);
  const late = clamp(end(lateQuantile(places), before.late), least, most);
  return { early: Math.min(middle, -early), middle, late: Math.max(middle, late) };
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

/** Pieces that are compared must have failed as likely as this. */
const leastFailed = 0.5;
/** Forecasts of all families that a family's own are weighed against. */
const commonForecasts = 12;
/** Failed pieces without which a family has no opinion of its own. */
const fewestOwn = 3;

/** Forecasts of a piece, by how many weeks of its sensor count as one. */
type ByAlike = readonly (readonly PastForecast[])[];

/** Loss of the ranges of pieces that failed, by how many weeks of a sensor count as one, and their number. */
interface Losses {
  readonly sums: readonly number[];
  readonly forecasts: number;
}

function lossesOf(past: readonly PastLife[], made: readonly ByAlike[]): Losses {
  const ended = made.filter((_, at) => (past[at]?.failed ?? 0) >= leastFailed);
  const lossAt = (at: number) =>
    ended.reduce((sum, by) => sum + (by[at] ?? []).reduce((all, { loss }) => all + loss, 0), 0);
  return {
    sums: countedAlike.flatMap((_, at) => (made[0]?.[at] === undefined ? [] : [lossAt(at)])),
    forecasts: ended.reduce((sum, by) => sum + (by[0]?.length ?? 0), 0),
  };
}

/**
 * How many weeks should count as one, as its place in the list: the forecasts of the pieces that ended are
 * then off least, by the loss of their three quantiles.
 */
function bestAlike({ sums }: Losses): number {
  const most = (1 - leastGain) * (sums[0] ?? Infinity);
  return sums.reduce((best, loss, at) => (loss < Math.min(sums[best] ?? Infinity, most) ? at : best), 0);
}

const toAlike = (at: number): number => countedAlike[at] ?? usualAlike;

/** The same of one family, drawn towards all: sensors of one family tell what those of another do not. */
function ownAlike(past: readonly PastLife[], made: readonly ByAlike[], all: Losses): number {
  if (past.filter(({ failed }) => failed >= leastFailed).length < fewestOwn) return bestAlike(all);
  const { sums, forecasts } = lossesOf(past, made);
  const drawn = sums.map((sum, at) => sum + ((all.sums[at] ?? 0) / Math.max(1, all.forecasts)) * commonForecasts);
  return bestAlike({ sums: drawn, forecasts });
}
