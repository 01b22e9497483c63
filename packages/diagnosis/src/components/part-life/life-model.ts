import { fitWeibull, type Life, type Weibull, wearOut } from '../../statistics/weibull.ts';
import type { LearnedRange } from './range-factors.ts';
import { fitWearCurve, type WearCurve } from './wear-curve.ts';

/**
 * What was known of a piece on an earlier day: its wear, its forecast use a day until the wear at which it
 * ended (or was last seen), standard deviation of the logarithm of that use, and the days until then.
 */
export type Look = readonly [wear: number, perDay: number, logSd: number, days: number];

/** One life of a part as a device reports it to its family; JSON. Wear in the part's measure. */
export interface LifeSummary extends Life {
  /**
   * Another piece took its place, for whatever reason; absent: not known (summaries of earlier versions), or
   * it runs on.
   */
  readonly replaced?: boolean | undefined;
  /** Wear and sensor reading, a few over the life; empty without a sensor. */
  readonly track: readonly (readonly [wear: number, value: number])[];
  /** Looks on some of its days; absent: not known (summaries of earlier versions). */
  readonly looks?: readonly Look[] | undefined;
}

/** What is known of a kind of part in a family; JSON. */
export interface LifeModel {
  readonly law: Weibull;
  readonly failures: number;
  /** No device reports a failure of this kind: its lives end where the part was replaced (0245). */
  readonly byReplacement?: true | undefined;
  readonly curve?: WearCurve | undefined;
  /**
   * Reading of the sensor at which every part of this kind is worn out; absent: each device ends at its own.
   */
  readonly limit?: number | undefined;
  /** What came of the fleet's own past forecasts; the same in the model of every family. */
  readonly learned?: LearnedRange | undefined;
}

/** Failures that what is common to all is worth to a family. */
const commonWorth = 1;
/** Lives of all families together spread wider than those of one: by so much the shape of one is greater. */
const unmixed = 1.2;

/**
 * More lives, or tracks of failed parts, than this tell nothing new and cost time: then they are thinned out
 * evenly.
 */
const most = { lives: 4000, tracks: 400 };

/**
 * Learns how long a kind of part lasts in a family, and how its sensor moves meanwhile: Weibull on lives that
 * failed, were replaced early, are running or were seen late, drawn towards what is common to all. Where no
 * device ever reports a failure of this kind, every replacement counts as one. Undefined before the first
 * failure, where nothing common is known either.
 */
export function fitLifeModel(
  given: readonly LifeSummary[],
  common: LifeModel | undefined,
  limit?: number,
): LifeModel | undefined {
  const byReplacement = common === undefined ? isNeverReported(given) : common.byReplacement === true;
  const lives = byReplacement ? given.map((life) => ({ ...life, failed: life.replaced === true })) : given;
  const prior = common
    ? { shape: common.law.shape * unmixed, shapeWorth: 10, scale: common.law.scale, scaleWorth: commonWorth }
    : wearOut;
  const law = fitWeibull(thinned(lives, most.lives), prior);
  if (law === undefined) return undefined;
  const failed = lives.filter(({ failed: hasFailed, end }) => hasFailed && end > 0);
  const curve = fitWearCurve(
    thinned(failed, most.tracks).map(({ end, track }) => ({
      points: track.map(([wear, value]) => ({ share: wear / end, value })),
    })),
    common?.curve,
    limit,
  );
  return {
    law,
    failures: failed.length,
    ...(curve === undefined ? {} : { curve }),
    ...(byReplacement ? { byReplacement } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(common?.learned === undefined ? {} : { learned: common.learned }),
  };
}

/** Replacements without which nothing is learned of a kind whose failures no device reports. */
const leastReplaced = 5;

/**
 * Whether parts were replaced and no failure was reported. Devices that log no error of the part show nothing
 * else; parts that were replaced by plan then make dates early, which is better than none.
 */
const isNeverReported = (lives: readonly LifeSummary[]): boolean =>
  !lives.some(({ failed }) => failed) && lives.filter(({ replaced }) => replaced === true).length >= leastReplaced;

const thinned = <T>(list: readonly T[], count: number): readonly T[] =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]).filter(
        (one) => one !== undefined,
      );
