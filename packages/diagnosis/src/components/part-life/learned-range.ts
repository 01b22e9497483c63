import { normalDeviate, z90 } from '../../statistics/normal.ts';
import { type CensoredValue, survivalQuantile } from '../../statistics/survival-quantile.ts';
import type { LifeModel, LifeSummary } from './life-model.ts';
import { forecastsOf, type PastForecast, type PastLife, toCensored, toPast } from './past-forecasts.ts';
import { type DatedKind, type LearnedPlaces, type LearnedRange, learnedSpans } from './range-factors.ts';
import { usualVisitRisk } from './urgency.ts';
import { learnUseDoubt } from './use-doubt.ts';
import { learnVisitLimit } from './visit-limit.ts';

/** What a range that holds what it promises has: where the truth lies before anything was learned. */
const built: LearnedPlaces = { early: -1, middle: 0, late: 1 };
/** Pieces that this is worth to all kinds of part together, and what those say to one kind. */
const commonWorth = 30;
/** The same for a narrower range: what one season did, the next does not. */
const narrowWorth = 150;
/** Pieces without which nothing is learned. */
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
  readonly piece: PastLife;
  readonly forecast: PastForecast;
}

/** The past of a kind of part as it is forecast again, with models that were learned from other pieces. */
export interface PastOfKind {
  readonly lives: readonly PastLife[];
  /** Forecasts of each of these lives. */
  readonly forecasts: readonly (readonly PastForecast[])[];
  readonly outcomes: readonly Outcome[];
  /** Pieces whose end was seen; of those of unknown cause the share that failed. */
  readonly pieces: number;
  /** Doubt of the use to come, as `LearnedRange.use`. */
  readonly use: number;
}

/**
 * Makes the forecasts of the fleet's past again, at the looks of its lives and by models learned from other
 * pieces.
 * @param families lives by family; their order does not matter
 */
export function toPastOfKind(
  families: readonly (readonly LifeSummary[])[],
  common: LifeModel,
  dated: DatedKind,
): PastOfKind {
  const most = Math.max(leastLives, Math.floor(mostLives / Math.max(1, families.length)));
  const lives = families.flatMap((own) =>
    toPast(own, common, most).filter(({ life }) => (life.looks?.length ?? 0) > 0),
  );
  const use = learnUseDoubt(lives.map(({ life }) => life));
  const forecasts = lives.map((one) => forecastsOf(one, dated, use));
  const outcomes = lives.flatMap((piece, at) => (forecasts[at] ?? []).map((forecast) => ({ piece, forecast })));
  return { lives, forecasts, outcomes, pieces: piecesOf(lives), use };
}

/**
 * Where the truth lay in the ranges of all kinds of part together, which what is learned of one kind is drawn
 * towards (0902): a fleet sees few pieces of one kind fail. Undefined with fewer than 8 failed pieces.
 */
export function placesOfAll(kinds: readonly PastOfKind[]): LearnedPlaces | undefined {
  const pieces = kinds.reduce((sum, kind) => sum + kind.pieces, 0);
  return pieces < fewestPieces
    ? undefined
    : toPlaces(
        kinds.flatMap(({ outcomes }) => outcomes),
        built,
        commonWorth,
      );
}

/**
 * Compares the forecasts of the past with what came: quantiles of where the truth lay, with pieces that have
 * not failed as lower bounds (Kaplan and Meier 1958), drawn towards those of all kinds of part as by 30
 * pieces, and those of each span of predicted days towards all (0296). Every look counts, as every date that
 * is given does, but the looks of one piece err together: what is learned is as sure as its pieces are many.
 * With it come the doubt of the use to come and the risk from which on a visit is planned. Undefined with
 * fewer than 8 failed pieces of all kinds; a kind with fewer of its own takes what holds for all.
 * @param ofAll as `placesOfAll`; undefined: nothing is known of other kinds
 */
export function learnRange(
  { lives, forecasts, outcomes, pieces, use }: PastOfKind,
  ofAll?: LearnedPlaces,
): LearnedRange | undefined {
  if (pieces < fewestPieces) return ofAll && { ...ofAll, pieces, use };
  const all = toPlaces(outcomes, ofAll ?? built, commonWorth);
  const spans = learnedSpans.map(({ from, to }) =>
    toPlaces(
      outcomes.filter(({ forecast }) => forecast.predicted > from && forecast.predicted <= to),
      all,
      spanWorth,
    ),
  );
  const visit = learnVisitLimit(
    lives.map(({ failed }, piece) => ({ failed, forecasts: forecasts[piece] ?? [] })),
    usualVisitRisk,
  );
  return { ...all, pieces, use, spans, visit };
}

const piecesOf = (lives: Iterable<PastLife>): number => [...lives].reduce((sum, { failed }) => sum + failed, 0);

/** Where the truth lay, drawn towards what was believed before as by this number of pieces. */
function toPlaces(outcomes: readonly Outcome[], before: LearnedPlaces, worth: number): LearnedPlaces {
  const places = outcomes.flatMap(({ forecast, piece }) => toCensored(forecast.place, piece.failed));
  const pieces = piecesOf(new Set(outcomes.map(({ piece }) => piece)));
  const drawn = (seen: number | undefined, usual: number, belief: number) =>
    seen === undefined ? usual : (seen * pieces + usual * belief) / (pieces + belief);
  // A range is narrowed by what one season did to it only where many pieces say so.
  const end = (seen: number | undefined, usual: number) =>
    drawn(seen, usual, seen !== undefined && seen < usual ? narrowWorth : worth);
  const [least, most] = limits.end;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const middle = clamp(drawn(survivalQuantile(places, 0.5), before.middle, worth), -limits.middle, limits.middle);
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
