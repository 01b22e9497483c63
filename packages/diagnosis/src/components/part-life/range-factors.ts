import type { DaysLeft } from './urgency.ts';

/** What is dated with an 80 % range. */
export type DatedKind = 'drum' | 'fuserBelt' | 'secondTransfer' | 'developer' | 'feedRoller' | 'toner';

/**
 * Predicted days for which a factor is named; between two of them it goes straight over their logarithm,
 * beyond the ends it stays.
 */
export const namedDays = [4, 10, 20, 42, 85, 200] as const;

/**
 * How many times as wide, in logarithms, each half of a range must be to hold 80 %, at each of the named
 * days; JSON.
 */
export interface RangeFactors {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/**
 * Parts whose sensor says that the end is near end late more often than early, whatever the kind (0384). What
 * else is wrong with the ranges of a kind the fleet's own past forecasts say (0902).
 */
const ofPart: RangeFactors = { lower: [1.1, 1.1, 1.1, 1.1, 1, 1], upper: [1.55, 1.55, 1.55, 1.55, 1.1, 1.1] };

/** Learned from what came of the ranges of simulated fleets (0242, of parts 0384); seeds and cases there. */
export const usualFactors: Readonly<Record<DatedKind, RangeFactors>> = {
  drum: ofPart,
  fuserBelt: ofPart,
  secondTransfer: ofPart,
  developer: ofPart,
  feedRoller: { lower: [1.0, 1.0, 1.0, 1.0, 0.95, 1.03], upper: [1.0, 1.0, 1.0, 1.0, 1.0, 0.88] },
  toner: { lower: [0.8, 0.6, 0.7, 0.57, 0.52, 0.52], upper: [1.0, 1.0, 1.0, 1.95, 1.95, 1.72] },
};

/** Days below which the logarithm of a bound says nothing. */
export const leastDays = 0.25;

/**
 * The range that holds 80 %: each half of the given one as many times as wide as its factor says. The median
 * stays.
 */
export function widenRange({ median, lower, upper }: DaysLeft, factors: RangeFactors): DaysLeft {
  if (!(median > 0) || median === Infinity) return { median, lower, upper };
  const middle = Math.max(leastDays, median);
  const bound = (end: number, factor: number) => median * (Math.max(leastDays, end) / middle) ** factor;
  return {
    median,
    lower: Math.min(median, bound(lower, factorAt(factors.lower, median))),
    upper: Math.max(median, bound(upper, factorAt(factors.upper, median))),
  };
}

function factorAt(factors: readonly number[], days: number): number {
  const next = namedDays.findIndex((named) => named >= days);
  if (next === 0) return factors[0] ?? 1;
  if (next < 0) return factors.at(-1) ?? 1;
  const [low, high] = [namedDays[next - 1] ?? days, namedDays[next] ?? days];
  const [from, to] = [factors[next - 1] ?? 1, factors[next] ?? 1];
  return from + ((to - from) * Math.log(days / low)) / Math.log(high / low);
}

/**
 * Where the truth lay in the ranges of the fleet's own past forecasts, in halves of the range: -1 is its
 * lower end, 0 the predicted day, 1 its upper end; a range that holds what it promises has -1, 0 and 1 as
 * the 10, 50 and 90 % quantiles.
 */
export interface LearnedPlaces {
  readonly early: number;
  readonly middle: number;
  readonly late: number;
}

/** What was learned of the fleet's own past forecasts; JSON. */
export interface LearnedRange extends LearnedPlaces {
  /** Pieces whose end was seen; of those of unknown cause the share that failed. */
  readonly pieces: number;
  /**
   * Standard deviation of the logarithm of the use to come beyond what the steadiness of a device says, as
   * its past forecasts were off; absent in models of earlier versions.
   */
  readonly use?: number | undefined;
  /** By span of predicted days, in the order of `learnedSpans`; absent in models of earlier versions. */
  readonly spans?: readonly LearnedPlaces[] | undefined;
  /**
   * Risk within four weeks from which on a visit is planned, 0 to 1; absent in models of earlier versions.
   */
  readonly visit?: number | undefined;
}

/** Spans of predicted days that are learned separately, and the day at which each one holds as learned. */
export const learnedSpans = [
  { from: 0, to: 28, at: 14 },
  { from: 28, to: 60, at: 42 },
  { from: 60, to: 120, at: 85 },
  { from: 120, to: Infinity, at: 200 },
] as const;

/** The range as the fleet's own forecasts say that it should have been. */
export function recalibrate(left: DaysLeft, learned: LearnedRange | undefined): DaysLeft {
  if (learned === undefined || !(left.median > 0) || left.median === Infinity) return left;
  const { early, middle, late } = placesAt(learned, left.median);
  const at = (halves: number) => placeAt(left, halves);
  return { median: at(middle), lower: at(early), upper: at(late) };
}

/** What was learned for the predicted days: between two spans straight over the logarithm of the days. */
function placesAt(learned: LearnedRange, days: number): LearnedPlaces {
  const { spans } = learned;
  if (spans === undefined || spans.length !== learnedSpans.length) return learned;
  const next = learnedSpans.findIndex(({ at }) => at >= days);
  const low = spans[next < 0 ? learnedSpans.length - 1 : Math.max(0, next - 1)] ?? learned;
  const high = spans[next < 0 ? learnedSpans.length - 1 : next] ?? learned;
  const [from, to] = [learnedSpans[Math.max(0, next - 1)]?.at ?? days, learnedSpans[Math.max(0, next)]?.at ?? days];
  const share = to > from ? Math.log(Math.max(days, leastDays) / from) / Math.log(to / from) : 0;
  const between = (one: number, other: number) => one + (other - one) * share;
  return {
    early: between(low.early, high.early),
    middle: between(low.middle, high.middle),
    late: between(low.late, high.late),
  };
}

/** The day that lies this number of halves of the range from the predicted one, in logarithms. */
function placeAt({ median, lower, upper }: DaysLeft, halves: number): number {
  const end = Math.max(leastDays, halves < 0 ? lower : upper);
  return median * (end / Math.max(leastDays, median)) ** Math.abs(halves);
}
