import { failingShare, remainingLife, remainingLives } from '../../statistics/weibull.ts';
import type { LifeModel } from './life-model.ts';
import { usualLives } from './sensor-belief.ts';
import type { TrackPoint } from './sensor-track.ts';
import { blindFit, trackFits } from './track-fit.ts';

/** Whole life of a part in its measure of wear, with its 80 % interval. */
export interface TotalLife {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  /** Lives that it may have, ascending, and how likely each is; together 1. */
  readonly lives: readonly number[];
  readonly chances: readonly number[];
}

/** What is known of the kind of part. */
type Believed = Pick<LifeModel, 'law' | 'sudden' | 'curve' | 'failures' | 'limit' | 'blind' | 'astray' | 'replaced'>;

/** Candidate lives for each of the scales that the family may have. */
const candidates = 16;
/**
 * Normal deviates of five scales that are equally likely: all pieces of a family err together where few have
 * failed (0250).
 */
const scales = [-1.2816, -0.5244, 0, 0.5244, 1.2816] as const;
/** The shape of a family is uncertain too: its lives are taken to spread wider than they were seen to. */
const widening = 0.85;
/** Failures that the prior of a family is worth, as in the fit. */
const priorWorth = 1;
/** Shares of the sensors that mislead, before any was seen. */
export const usuallyMisleading = { blind: 0.05, astray: 0.1 } as const;
/** Older weeks say little of how the part is now, and cost time. */
export const weeksUsed = 30;

/**
 * How long a part of this age will last in all: lives of the family that got so far, each weighed by how well
 * the sensor's track fits a part at that share of its life. The device's own offset is integrated out
 * (normal, by the family's spread), so a device whose sensor always reads high is not taken for a worn one.
 * Gelman et al., Bayesian Data Analysis, sections 1.3 and 10.2, on 80 lives that are equally likely before:
 * 16 for each of five scales of the family, whose logarithm varies by 1 / (shape √failures).
 */
export function totalLife(believed: Believed, age: number, track: readonly TrackPoint[]): TotalLife {
  const { law, sudden = 0, curve, failures, limit } = believed;
  const { blind = usuallyMisleading.blind, astray = usuallyMisleading.astray } = believed;
  const shape = law.shape * widening;
  const logSd = 1 / (law.shape * Math.sqrt(failures + priorWorth));
  const lives = scales
    .flatMap((z) => {
      const remaining = remainingLives({ shape, scale: law.scale * Math.exp(z * logSd) }, age);
      return Array.from({ length: candidates }, (_, at) => age + remaining((at + 0.5) / candidates));
    })
    .sort((one, other) => one - other);
  const recent = curve === undefined ? [] : track.slice(-weeksUsed);
  const belief = curve && { curve, limit, blind, astray, usual: usualLives({ ...law, shape }) };
  const fits = belief === undefined ? lives.map(() => 0) : trackFits(recent, lives, belief);
  const best = Math.max(...fits);
  const weights = fits.map((log) => Math.exp(log - best));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const seen = lives.map((life, at) => ({ life, chance: (weights[at] ?? 0) / whole }));
  const evidence = best + Math.log(whole / lives.length);
  const unseen = belief === undefined ? 0 : blindFit(recent, belief) - evidence;
  const worn = withUnseen(seen, age, believed, unseen);
  const all = sudden > 0 ? withSudden(worn, age, sudden) : worn;
  const [ends, chances] = [all.map(({ life }) => life), all.map(({ chance }) => chance)];
  const quantile = quantilesOf(ends, chances);
  return { median: quantile(0.5), lower: quantile(0.1), upper: quantile(0.9), lives: ends, chances };
}

/**
 * Share of the replacements that no counter shows: it was not set back, and runs on with the next piece.
 */
const unseenShare = 0.05;
/** Points at which the lives of a piece whose beginning no counter shows are placed. */
const unseenPoints = 8;

/**
 * A counter beyond the age at which nearly all pieces of the family have been replaced may as well be that of
 * the next piece (0331): by how many replacements no counter shows, and by how much better a sensor without
 * anything to show explains its readings (`evidence`, in logarithms) the lives of a younger piece are among
 * those that it may have.
 */
function withUnseen(
  seen: readonly Candidate[],
  age: number,
  { law, replaced }: Believed,
  evidence: number,
): readonly Candidate[] {
  if (replaced === undefined) return seen;
  const gone = failingShare(replaced, 0, age);
  const odds = ((unseenShare * gone) / Math.max(1 - gone, 1e-6)) * Math.exp(Math.min(0, evidence));
  const share = odds / (1 + odds);
  if (share < leastUnseen) return seen;
  // It began where half of those that were gone by now had been replaced.
  const young = age - remainingLife(replaced, 0, gone / 2);
  const next = Array.from(
    { length: unseenPoints },
    (_, at): Candidate => ({
      life: age + remainingLife(law, young, (at + 0.5) / unseenPoints),
      chance: share / unseenPoints,
    }),
  );
  return [...seen.map(({ life, chance }) => ({ life, chance: chance * (1 - share) })), ...next].sort(
    (one, other) => one.life - other.life,
  );
}
/** Below this share the lives of an unknown piece change nothing. */
const leastUnseen = 0.002;

interface Candidate {
  readonly life: number;
  readonly chance: number;
}

/** Points at which failures that nothing announces are placed, up to the longest life. */
const suddenPoints = 24;

/**
 * The lives with failures among them that nothing announces: each candidate is reached by those that did not
 * fail before it.
 */
function withSudden(worn: readonly Candidate[], age: number, sudden: number): readonly Candidate[] {
  const step = ((worn.at(-1)?.life ?? age) - age) / suddenPoints;
  const reached = (life: number) => Math.exp(-sudden * (life - age));
  let [next, alive] = [0, 1];
  const unannounced = Array.from({ length: suddenPoints }, (_, at): Candidate => {
    const [from, life] = [age + at * step, age + (at + 0.5) * step];
    for (; (worn[next]?.life ?? Infinity) < life; next++) alive -= worn[next]?.chance ?? 0;
    return { life, chance: Math.max(0, alive) * (reached(from) - reached(from + step)) };
  });
  const all = [...worn.map(({ life, chance }) => ({ life, chance: chance * reached(life) })), ...unannounced].sort(
    (one, other) => one.life - other.life,
  );
  const whole = all.reduce((sum, { chance }) => sum + chance, 0);
  return all.map(({ life, chance }) => ({ life, chance: chance / whole }));
}

/**
 * Quantiles of weighted values in ascending order, straight between the middles of their weights, which are 1
 * together.
 */
function quantilesOf(values: readonly number[], weights: readonly number[]): (share: number) => number {
  return (share) => {
    let [sum, value, place] = [0, values[0] ?? 0, 0];
    for (let at = 0; at < weights.length; at++) {
      const weight = weights[at] ?? 0;
      const middle = sum + weight / 2;
      const next = values[at] ?? value;
      if (middle >= share) return at === 0 ? next : value + ((next - value) * (share - place)) / (middle - place);
      sum += weight;
      [value, place] = [next, middle];
    }
    return value;
  };
}
