import { type EndingSign, endingSigns } from './ending.ts';
import type { LifeSummary } from './life-model.ts';

/** Mean and standard deviation of ln(wear at the replacement / named life). */
interface Ages {
  readonly mean: number;
  readonly sd: number;
}

/** How parts of a kind come to be replaced: failed, or by plan; JSON. */
interface EndingKind {
  /** How often each sign is around such a replacement. */
  readonly signs: Readonly<Record<EndingSign, number>>;
  readonly ages: Ages;
}

/** What distinguishes failed parts from those replaced by plan; JSON. */
export interface EndingModel {
  /** Share of the replacements that were failures. */
  readonly share: number;
  readonly failed: EndingKind;
  readonly planned: EndingKind;
}

/**
 * What is believed before any replacement was seen: an error of the part or a call that ends with the
 * replacement comes of failures, parts are replaced by plan near their named life and often several at once,
 * and failures lie anywhere.
 */
const believed: EndingModel = {
  share: 0.5,
  failed: {
    signs: { code: 0.5, sensor: 0.6, cured: 0.4, jams: 0.25, stopped: 0.25, alone: 0.85 },
    ages: { mean: 0.15, sd: 0.45 },
  },
  planned: {
    signs: { code: 0.002, sensor: 0.03, cured: 0.03, jams: 0.03, stopped: 0.03, alone: 0.4 },
    ages: { mean: -0.06, sd: 0.1 },
  },
};
/** Replacements that this belief is worth. */
const worth = { share: 2, signs: 6, ages: 6 } as const;
/** What speaks for a failure stays an exception before a replacement by plan, whatever is learned. */
const mostPlanned = { code: 0.002, sensor: 0.2, cured: 0.2, jams: 0.12, stopped: 0.08, alone: 1 } as const;
const mostByChance = 0.01;
const least = 0.002;
const rounds = 25;
/** Replacements without which the belief stands. */
const fewest = 5;

/**
 * Learns from replacements whose cause is not reported, by expectation and maximisation (Dempster, Laird and
 * Rubin 1977): two kinds of replacement, each with its ages against the named life and with how often each
 * sign is around it, the signs independent of one another.
 */
export function learnEndings(lives: readonly LifeSummary[]): EndingModel {
  const ended = lives.filter(({ replaced }) => replaced === true);
  if (ended.length < fewest) return believed;
  // Of a fleet that logs no errors of parts their absence says nothing.
  const coded = ended.filter(({ failed }) => failed).length / ended.length;
  const start = { ...believed.failed, signs: { ...believed.failed.signs, code: clamp(2 * coded, least, 0.95) } };
  let model: EndingModel = { ...believed, failed: start };
  for (let round = 0; round < rounds; round++) {
    const chances = ended.map((life) => chanceOfEnding(life, model));
    const planned = chances.map((chance) => 1 - chance);
    model = {
      share: (sum(chances) + worth.share * believed.share) / (ended.length + worth.share),
      failed: toKind(ended, chances, start),
      planned: toKind(ended, planned, believed.planned),
    };
    model = { ...model, planned: { ...model.planned, signs: atMost(model.planned.signs, mostPlanned) } };
  }
  return model;
}

const atMost = (signs: EndingKind['signs'], most: EndingKind['signs']): EndingKind['signs'] => {
  const bounded = { ...signs };
  for (const sign of endingSigns) bounded[sign] = Math.min(signs[sign], most[sign]);
  return bounded;
};

function toKind(lives: readonly LifeSummary[], weights: readonly number[], before: EndingKind): EndingKind {
  const signs = { ...before.signs };
  for (const sign of endingSigns) {
    const weightOf = (life: LifeSummary, at: number) => (isKnown(life, sign) ? (weights[at] ?? 0) : 0);
    const all = sum(lives.map(weightOf));
    const seen = sum(lives.map((life, at) => (has(life, sign) ? weightOf(life, at) : 0)));
    signs[sign] = clamp((seen + before.signs[sign] * worth.signs) / (all + worth.signs), least, 1 - mostByChance);
  }
  const aged = lives.flatMap((life, at) => {
    const age = ageOf(life);
    return age === undefined ? [] : [{ age, weight: weights[at] ?? 0 }];
  });
  const total = sum(aged.map(({ weight }) => weight)) + worth.ages;
  const mean = (sum(aged.map(({ age, weight }) => age * weight)) + before.ages.mean * worth.ages) / total;
  const squares = sum(aged.map(({ age, weight }) => weight * (age - mean) ** 2)) + before.ages.sd ** 2 * worth.ages;
  return { signs, ages: { mean, sd: Math.max(0.05, Math.sqrt(squares / total)) } };
}

/** How likely the part of a replaced life had failed, 0 to 1. */
function chanceOfEnding(life: LifeSummary, { share, failed, planned }: EndingModel): number {
  const odds = Math.log(share / (1 - share)) + likelihood(life, failed) - likelihood(life, planned);
  return 1 / (1 + Math.exp(-odds));
}

function likelihood(life: LifeSummary, { signs, ages }: EndingKind): number {
  let log = 0;
  for (const sign of endingSigns)
    if (isKnown(life, sign)) log += Math.log(has(life, sign) ? signs[sign] : 1 - signs[sign]);
  const age = ageOf(life);
  // Far out both kinds are as unlikely: a life that is three deviations off says no more than one at three.
  return age === undefined ? log : log - Math.log(ages.sd) - Math.min(9, ((age - ages.mean) / ages.sd) ** 2) / 2;
}

/** Summaries of earlier versions say nothing of what was around a replacement. */
const isKnown = ({ ending }: LifeSummary, sign: EndingSign): boolean => sign === 'code' || ending !== undefined;
const has = (life: LifeSummary, sign: EndingSign): boolean =>
  sign === 'code' ? life.failed : life.ending?.includes(sign) === true;

function ageOf({ end, named }: LifeSummary): number | undefined {
  return named === undefined || !(named > 0) || !(end > 0) ? undefined : Math.log(end / named);
}

/** Share of the failures that log an error below which a fleet logs none. */
const fewLogged = 0.05;

/** Whether most replacements of a kind are failures of which no device logs an error. */
export const areMostlyFailures = (model: EndingModel | undefined): boolean =>
  model !== undefined && model.share > 0.5 && model.failed.signs.code < fewLogged;

/**
 * What a failure that a sensor shows is believed to mean before any piece was seen, in pieces: a limit that
 * the maker names is one, a drift against the first readings must prove itself on two that failed (0436).
 */
const sensorBelief = { limit: { failed: 3, known: 3 }, drift: { failed: 1, known: 2 } } as const;
export type SensorShows = keyof typeof sensorBelief;

/** Days within which a piece fails whose sensor shows it; one that works on for longer had not failed. */
export const shownAhead = 90;

/**
 * How far it is known that a failure which a sensor showed was none, 0 to 1: it grows with the days that the
 * piece works on after it, and is 1 from 90 days on, or once it was found good. 0 for a piece that failed or
 * was replaced within them.
 */
export function worksOn({ shownFor = 0, cleared, replaced, failed }: LifeSummary): number {
  if (shownFor > shownAhead || cleared === true) return 1;
  return replaced === true || failed ? 0 : shownFor / shownAhead;
}

/**
 * Share of the pieces whose sensor showed a failure that did fail within 90 days of it. Those that run on
 * count as ones that did not by how long they have done so. Undefined where no sensor showed any.
 * @param shows what the sensor of this kind crosses
 */
export function sensorShare(
  lives: readonly LifeSummary[],
  model: EndingModel | undefined,
  shows: SensorShows,
): number | undefined {
  const shown = lives.filter((life) => life.ending?.includes('sensor'));
  if (shown.length === 0) return undefined;
  const isKnown = (life: LifeSummary) => life.replaced === true || life.failed;
  const failed = sum(shown.map((life) => (isKnown(life) ? (1 - worksOn(life)) * failureShare(life, model) : 0)));
  const known = sum(shown.map((life) => (isKnown(life) ? 1 : worksOn(life))));
  const belief = sensorBelief[shows];
  return (failed + belief.failed) / (known + belief.known);
}

/**
 * How likely a life ended with a failure, 0 to 1: certain of one whose failure was reported or shown by its
 * sensor, nothing of one that runs on.
 */
export const failureShare = (life: LifeSummary, model: EndingModel | undefined): number =>
  life.failed ? 1 : life.replaced !== true ? 0 : model === undefined ? 0 : chanceOfEnding(life, model);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
