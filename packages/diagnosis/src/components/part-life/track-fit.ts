import { expectedAt, moveAt, type WearCurve } from './wear-curve.ts';

/** Readings of a sensor at one wear of its piece. */
interface FitPoint {
  readonly wear: number;
  readonly value: number;
  /** Readings that it is made of, and weeks that it represents (left out: 1). */
  readonly count: number;
  readonly weeks?: number | undefined;
}

/**
 * Weeks of one piece err together, by its own offset and the weather: this many count as one (0242). So do
 * those that are compared with a curve which a few failures have drawn, as the curve errs in all of them: as
 * many more weeks for each failure that it lacks (0907).
 */
const alike = { weeks: 4, overLives: 50 } as const;

/** Readings of a week of work: the median of fewer scatters more, and counts less. */
export const wholeWeek = 5;

/** What is known of the sensors of a kind of part. */
export interface SensorBelief {
  readonly curve: WearCurve;
  /** Reading at which every part is worn out; undefined: each device ends at its own. */
  readonly limit: number | undefined;
  /** Share of the sensors that show nothing of their piece, 0 to 1. */
  readonly blind: number;
  /** Share of the sensors that move as if their piece had another life, 0 to 1. */
  readonly astray: number;
  /** Lives of new pieces that are equally likely: one of them is what a sensor astray follows. */
  readonly usual: readonly number[];
}

/**
 * Log likelihood of a track for a piece of each of these lives. The device's own offset is integrated out,
 * so a device whose sensor always reads high is not taken for a worn one. By the shares of such sensors each
 * life is as likely as without any reading: of one that stays where it is while its piece grows old, as it
 * shows nothing, and of one that moves as if its piece had any other life (0331, 0382).
 */
export function trackFits(track: readonly FitPoint[], lives: readonly number[], belief: SensorBelief): number[] {
  const { blind, astray } = belief;
  const seeing = Math.log(1 - blind - astray);
  const misleading = logSum(Math.log(blind) + blindFit(track, belief), Math.log(astray) + astrayFit(track, belief));
  return lives.map((life) => logSum(seeing + curveFit(track, life, belief), misleading));
}

/** How well each explanation of a track fits, as a log likelihood. */
export interface Explained {
  readonly seeing: number;
  readonly blind: number;
  readonly astray: number;
}

/**
 * The same for a piece whose life is known, or lies equally likely at any of these.
 */
export const explain = (track: readonly FitPoint[], lives: readonly number[], belief: SensorBelief): Explained => ({
  seeing: meanFit(track, lives, belief),
  blind: blindFit(track, belief),
  astray: astrayFit(track, belief),
});

const astrayFit = (track: readonly FitPoint[], belief: SensorBelief): number => meanFit(track, belief.usual, belief);

const meanFit = (track: readonly FitPoint[], lives: readonly number[], belief: SensorBelief): number =>
  lives.reduce((sum, life) => logSum(sum, curveFit(track, life, belief)), Number.NEGATIVE_INFINITY) -
  Math.log(lives.length);

const logSum = (one: number, other: number): number => {
  const most = Math.max(one, other);
  return most === Number.NEGATIVE_INFINITY ? most : most + Math.log(Math.exp(one - most) + Math.exp(other - most));
};

function curveFit(track: readonly FitPoint[], life: number, { curve, limit }: SensorBelief): number {
  const between = Math.max(curve.startSd, 1e-9) ** 2;
  return logEvidence(track, curve, between, (wear) => expectedAt(curve, wear / life, limit));
}

/**
 * Log likelihood of a track of a sensor that shows nothing: it stays anywhere on the way that the others go.
 */
export function blindFit(track: readonly FitPoint[], { curve }: SensorBelief): number {
  const way = moveAt(curve.moves, 1);
  const between = Math.max(curve.startSd, 1e-9) ** 2 + (way / 3) ** 2;
  const value = curve.start + way / 3;
  return logEvidence(track, curve, between, () => ({ value, loading: 1 }));
}

/**
 * Log likelihood of a track around what is expected, with an offset of the device of this variance
 * (Bayesian Data Analysis, section 15.1).
 */
function logEvidence(
  track: readonly FitPoint[],
  { noise, lives }: WearCurve,
  between: number,
  expected: (wear: number) => { readonly value: number; readonly loading: number },
): number {
  const variance = Math.max(noise, 1e-9) ** 2 * (alike.weeks + alike.overLives / Math.max(1, lives));
  // A wild reading counts as one four deviations off.
  const most = 4 * Math.sqrt(variance + between);
  // Sum of weighted residuals times loadings, of weighted squares, and of weighted squared loadings.
  let [sum, squares, weights] = [0, 0, 0];
  for (const { wear, value, count, weeks = 1 } of track) {
    const { value: middle, loading } = expected(wear);
    const off = Math.max(-most, Math.min(most, value - middle));
    const weight = weeks * Math.min(1, count / wholeWeek);
    weights += weight * loading ** 2;
    sum += weight * loading * off;
    squares += weight * off ** 2;
  }
  const precision = weights / variance + 1 / between;
  return -(squares / variance - (sum / variance) ** 2 / precision + Math.log(precision * between)) / 2;
}
