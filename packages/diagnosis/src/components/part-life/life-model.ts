import { median } from '../../statistics/theil-sen.ts';
import { fitWeibull, type Life, type Weibull, type WeibullPrior, wearOut } from '../../statistics/weibull.ts';
import { type EndingModel, endingsOf, type KindEndings, learnEndings } from './ended-pieces.ts';
import type { EndingSign } from './ending.ts';
import { failureShare, sensorShare, toEnded, worksOn } from './failure-share.ts';
import type { LearnedRange } from './range-factors.ts';
import { learnLimit, learnMisleading, leastWorn } from './sensor-belief.ts';
import { usuallyMisleading } from './total-life.ts';
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
  /** What was around its replacement; absent: it runs on, or a summary of earlier versions. */
  readonly ending?: readonly EndingSign[] | undefined;
  /** Days from when its sensor first showed a failure until its end; absent: it showed none. */
  readonly shownFor?: number | undefined;
  /** Somebody found it good after its sensor had shown a failure (VE-09). */
  readonly cleared?: boolean | undefined;
  /** The life that its maker names, in the same measure; absent: not known. */
  readonly named?: number | undefined;
  /** Wear and sensor reading, a few over the life; empty without a sensor. */
  readonly track: readonly (readonly [wear: number, value: number])[];
  /** Looks on some of its days; absent: not known (summaries of earlier versions). */
  readonly looks?: readonly Look[] | undefined;
}

/** What is known of a kind of part in a family; JSON. */
export interface LifeModel {
  /** How long parts last that wear out. */
  readonly law: Weibull;
  /** Failures that it was learned from, replacements of unknown cause by how likely they were failures. */
  readonly failures: number;
  /** Failures that nothing announces, for each unit of wear; absent: none (models of earlier versions). */
  readonly sudden?: number | undefined;
  /**
   * How failed parts are distinguished from those replaced by plan; the same in the model of every family.
   * Absent in models of earlier versions.
   */
  readonly ended?: KindEndings | undefined;
  /** Share of the pieces whose sensor showed a failure that did fail; absent: none was shown. */
  readonly sensorFails?: number | undefined;
  /** Scale of the law over the life that makers name; absent: no life is named. */
  readonly overNamed?: number | undefined;
  readonly curve?: WearCurve | undefined;
  /** Share of the sensors that show nothing of their piece, 0 to 1; absent in models of earlier versions. */
  readonly blind?: number | undefined;
  /** Share of those that follow another life than their own; absent in models of earlier versions. */
  readonly astray?: number | undefined;
  /** How long pieces stay in force, whatever ends them; absent in models of earlier versions. */
  readonly replaced?: Weibull | undefined;
  /**
   * Reading of the sensor at which every part of this kind is worn out; absent: each device ends at its own.
   */
  readonly limit?: number | undefined;
  /** What came of the fleet's own past forecasts; the same in the model of every family. */
  readonly learned?: LearnedRange | undefined;
}

/** What is known of a kind of part beforehand. */
interface LifeKind {
  /** Its name among the kinds that `endings` is about. */
  readonly kind?: string;
  /** Reading of the sensor at which such parts are usually worn out; left out: each ends at its own. */
  readonly usualLimit?: number | undefined;
  /** Why pieces of all kinds were replaced; left out: it is learned from these lives alone. */
  readonly endings?: EndingModel | undefined;
}

/** What is learned from the replacements of these lives about why they were made. */
function learnWhy(lives: readonly LifeSummary[], kind: string, ofAll: EndingModel | undefined): KindEndings {
  const ended = lives
    .filter(({ replaced }) => replaced === true)
    .toSorted(compareLives)
    .map((life) => ({ ...toEnded(life), kind }));
  return endingsOf(learnEndings(ended, ofAll), kind);
}

/** Failures that what is common to all is worth to a family. */
const commonWorth = 6;
/**
 * How much longer parts last than their makers name, before any life was seen, and failures that this is
 * worth.
 */
const overNamedUsually = 1.2;
const namedWorth = 4;
/** Lives of all families together spread wider than those of one: by so much the shape of one is greater. */
const unmixed = 1.2;

/**
 * More lives, or tracks of failed parts, than this tell nothing new and cost time: then they are thinned out
 * evenly.
 */
const most = { lives: 4000, tracks: 400 };

/**
 * Learns how long a kind of part lasts in a family, and how its sensor moves meanwhile: Weibull on lives that
 * failed, were replaced early, are running or were seen late, drawn towards what is common to all, with
 * failures that nothing announces as a constant rate in addition. A replacement of unknown cause counts as a
 * failure by how likely it was one (0295, 0900). Undefined before the first failure, where nothing common is
 * known either.
 */
export function fitLifeModel(
  given: readonly LifeSummary[],
  common: LifeModel | undefined,
  { kind = 'part', usualLimit, endings }: LifeKind = {},
): LifeModel | undefined {
  if (common === undefined && !teaches(given)) return undefined;
  const ended = common === undefined ? learnWhy(given, kind, endings) : common.ended;
  const lives = thinned(given.toSorted(compareLives), most.lives).map((life) => ({
    ...life,
    share: failureShare(life, ended),
  }));
  const named = median(lives.flatMap((one) => one.named ?? []));
  const ownScale = named === undefined || common?.overNamed === undefined ? undefined : named * common.overNamed;
  const prior = common
    ? {
        shape: common.law.shape * (ownScale === undefined ? unmixed : 1),
        shapeWorth: 10,
        scale: ownScale ?? common.law.scale,
        scaleWorth: commonWorth,
      }
    : named === undefined
      ? wearOut
      : { ...wearOut, scale: named * overNamedUsually, scaleWorth: namedWorth };
  // Families are put together by the lives that their makers name: their parts differ less in those.
  const unit = common === undefined ? named : undefined;
  const counted = unit === undefined ? lives : lives.map((one) => inUnit(one, unit));
  const fitted = fitLaws(counted, prior, common);
  if (fitted === undefined) return undefined;
  const { law, sudden, shares } = fitted;
  const worn = lives.map((one, at) => ({ ...one, share: shares[at] ?? 0 }));
  const failures = worn.reduce((sum, { share }) => sum + share, 0);
  const wornOut = worn.filter(({ share, end }) => share >= leastWorn && end > 0);
  const limit = usualLimit === undefined ? undefined : learnLimit(worn, common?.limit ?? usualLimit);
  const curve = fitWearCurve(
    thinned(wornOut, most.tracks).map(({ end, track }) => ({
      points: track.map(([wear, value]) => ({ share: wear / end, value })),
    })),
    common?.curve,
    limit,
  );
  const replaced = fitWeibull(
    counted.map((life) => ({ ...life, share: Number(life.failed || life.replaced === true) })),
    common?.replaced && {
      shape: common.replaced.shape,
      shapeWorth: 10,
      scale: ownScale === undefined ? common.replaced.scale : (common.replaced.scale * ownScale) / common.law.scale,
      scaleWorth: replacedWorth,
    },
  );
  const { blind: usualBlind, astray: usualAstray } = usuallyMisleading;
  const usual = { blind: common?.blind ?? usualBlind, astray: common?.astray ?? usualAstray };
  const misleading = learnMisleading(worn, law, { curve, limit, usual });
  const shows = usualLimit === undefined ? 'drift' : 'limit';
  const sensorFails = common === undefined ? sensorShare(lives, ended, shows) : common.sensorFails;
  const overNamed = common === undefined ? (named === undefined ? undefined : law.scale / named) : common.overNamed;
  return {
    law,
    failures,
    ...(sudden > 0 ? { sudden } : {}),
    ...(ended === undefined ? {} : { ended }),
    ...(sensorFails === undefined ? {} : { sensorFails }),
    ...(overNamed === undefined ? {} : { overNamed }),
    ...(curve === undefined ? {} : { curve }),
    ...misleading,
    ...(replaced === undefined ? {} : { replaced }),
    ...(limit === undefined ? {} : { limit }),
    ...(common?.learned === undefined ? {} : { learned: common.learned }),
  };
}

/** One order for the same lives: sums of fractions depend on it in their last digits. */
export const compareLives = (one: LifeSummary, other: LifeSummary): number =>
  one.end - other.end || one.entry - other.entry || one.track.length - other.track.length;

/** Replacements that what is common to all is worth to a family. */
const replacedWorth = 4;
/** A life and how likely its end was that of a worn part, 0 to 1. */
export interface SharedLife extends LifeSummary {
  readonly share: number;
}

/** A life as it were if its maker named `unit` as the life of its part. */
function inUnit(life: SharedLife, unit: number): SharedLife {
  const factor = life.named === undefined || !(life.named > 0) ? 1 : unit / life.named;
  return { ...life, entry: life.entry * factor, end: life.end * factor };
}

/** Shape of the law, and share of sudden failures, that the fit starts from. */
const steep = 5;
const steepWorth = 200;
const firstSudden = 0.2;
/** Turns of fitting both kinds of failure, each given the other. */
const turns = 20;
/** Failures that the common rate of sudden ones is worth to a family. */
const suddenWorth = 4;
/** Before any life was seen, this share of the failures is taken to be sudden, as this number of failures. */
const usuallySudden = { share: 0.1, worth: 0.5 } as const;

/**
 * Two reasons to fail, either of which may end a life: it wears out (Weibull), or it fails on a day that
 * nothing announces (a constant rate). Each failure is one or the other by how likely it is at its age
 * (competing risks; Meeker and Escobar, section 15.4, by expectation and maximisation).
 */
function fitLaws(
  lives: readonly SharedLife[],
  prior: WeibullPrior,
  common: LifeModel | undefined,
): { readonly law: Weibull; readonly sudden: number; readonly shares: readonly number[] } | undefined {
  const exposure = lives.reduce((sum, { entry, end }) => sum + Math.max(0, end - entry), 0);
  const failures = lives.reduce((sum, { share }) => sum + share, 0);
  let worn = lives;
  // From a steep law on: a flat one would explain early failures by itself.
  let law = fitWeibull(worn, { ...prior, shape: Math.max(steep, prior.shape), shapeWorth: steepWorth });
  const sharesOf = () => worn.map(({ share }) => share);
  if (law === undefined || !(exposure > 0)) return law && { law, sudden: 0, shares: sharesOf() };
  const usual = common === undefined ? (usuallySudden.share * failures) / exposure : (common.sudden ?? 0);
  const usualWorth = common === undefined ? usuallySudden.worth : suddenWorth;
  let sudden = Math.max(usual, (firstSudden * failures) / exposure);
  for (let turn = 0; turn < turns && sudden > 0; turn++) {
    const { shape, scale } = law;
    const hazard = (age: number) => (shape / scale) * (Math.max(age, 1e-9) / scale) ** (shape - 1);
    worn = lives.map((life) => ({ ...life, share: life.share * (hazard(life.end) / (hazard(life.end) + sudden)) }));
    const next = fitWeibull(worn, prior);
    if (next === undefined) break;
    law = next;
    const unannounced = failures - worn.reduce((sum, { share }) => sum + share, 0);
    const before = usual > 0 ? usualWorth / usual : 0;
    sudden = (unannounced + usualWorth) / (exposure + before);
  }
  return { law, sudden, shares: sharesOf() };
}

/** Replacements without which nothing is learned of a kind whose failures no device reports. */
const leastReplaced = 5;

/**
 * Before any failure the pieces that work on although their sensor showed one teach that it means none: as
 * many days of several pieces as make it certain of one.
 */
const teaches = (lives: readonly LifeSummary[]): boolean =>
  lives.some(({ failed }) => failed) ||
  lives.filter(({ replaced }) => replaced === true).length >= leastReplaced ||
  lives.reduce((days, life) => days + (life.named === undefined ? 0 : worksOn(life)), 0) >= 1;

/** At most this number of a list, evenly spread over it. */
export const thinned = <T>(list: readonly T[], count: number): readonly T[] =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]).filter(
        (one) => one !== undefined,
      );
