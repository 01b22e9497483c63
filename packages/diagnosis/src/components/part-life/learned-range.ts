import { normalDeviate, z90 } from '../../statistics/normal.ts';
import { type CensoredValue, survivalQuantile } from '../../statistics/survival-quantile.ts';
import type { LifeModel, LifeSummary } from './life-model.ts';
import { forecastsOf, type PastForecast, toCensored, toPast } from './past-forecasts.ts';
import { type DatedKind, type LearnedPlaces, type LearnedRange, learnedSpans } from './range-factors.ts';
import { usualVisitRisk } from './urgency.ts';
import { learnVisitLimit } from './visit-limit.ts';

/** Pieces that the built-in table is worth, and without which nothing is learned. */
const tableWorth = 50;
/** The same for the predicted day and for a narrower range: what one season did, the next does not. */
const dayWorth = 150;
const fewestPieces = 8;
/** Pieces that what was learned over all predicted days is worth to one span of them. */
const spanWorth = 40;
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
  families: readonly (readonly LifeSummary[])[],
  common: LifeModel,
  dated: DatedKind,
): LearnedRange | undefined {
  const most = Math.max(leastLives, Math.floor(mostLives / Math.max(1, families.length)));
  const past = families.flatMap((lives) =>
    toPast(lives, common, most).filter(({ life }) => (life.looks?.length ?? 0) > 0),
  );
  const pieces = past.reduce((sum, { failed }) => sum + failed, 0);
  if (pieces < fewestPieces) return undefined;
  const forecasts = past.map((one) => forecastsOf(one, dated));
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
  return { ...all, pieces, spans, visit };
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
