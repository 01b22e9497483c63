/**
 * Score that this share of a fleet's drives exceed: its level. Limits lie a fixed distance above it, so that
 * the share of the fleet that alarms stays the same when drives grow old or are renewed (0336).
 */
export const levelShare = 0.02;
/**
 * Bounds of the level, around those of real fleets from 2013 to 2015 (-5.5 to -2.6): a small or odd fleet
 * does not move the limit beyond them.
 */
const levels = { lowest: -5.8, highest: -2.5 };
/** Level for want of a better: 1 % of healthy drives exceeded the first limit with it in 2015. */
export const usualLevel = -5.4;
/**
 * Scores above the level that 1 %, 0.5 % and 0.1 % of 52,031 healthy drives exceeded within half a year
 * (2015-04 to 2015-09); of 727 drives that failed in it 52 %, 40 % and 18 % did. `bench:diagnosis -- drives`
 * prints these figures (0969).
 */
export const alarmLimit = 0.623;
export const backupLimit = 2.055;
export const dangerLimit = 3.357;

/**
 * Log odds of a drive relative to its fleet. `level`: the score that 2 % of the fleet's drives exceed;
 * null: not known.
 */
export function toRelativeScore(logOdds: number, level: number | null): number {
  return logOdds - toLevel(level);
}

/** The level that counts: within the bounds, the usual one where none is known. */
export const toLevel = (level: number | null): number =>
  Math.max(levels.lowest, Math.min(levels.highest, level ?? usualLevel));

/** From where on a state holds: relative score, and percent of an SSD's life (project's choice). */
export const grades = [
  { state: 2, score: alarmLimit, wear: 85 },
  { state: 3, score: backupLimit, wear: 95 },
  { state: 9, score: dangerLimit, wear: 100 },
] as const;
/** A score has to fall so far below its limit, a wear 5 percent (OQ-105), before the state is released. */
export const releaseScore = 0.3;
export const releaseWear = 0.95;
/**
 * Days after errors asked for a visit for which the drive stays at that state (0560): of drives that stopped
 * rising sooner, and were released, one in six failed within 30 days.
 */
export const heldDays = 90;
export const heldState = 3;

/** A leaf adds its figure; a node asks whether a feature is at most a bound. */
export type Tree = number | readonly [feature: number, bound: number, atMost: Tree, above: Tree];

/** Boosted trees: the log odds are `base` and one leaf of every tree. */
export interface TreeModel {
  readonly base: number;
  readonly trees: readonly Tree[];
}

/** Log odds of features in the order of the model; a feature that is not there counts as 0. */
export function toLogOdds({ base, trees }: TreeModel, features: ArrayLike<number>): number {
  return trees.reduce<number>((sum, tree) => sum + leafOf(tree, features), base);
}

function leafOf(tree: Tree, features: ArrayLike<number>): number {
  let node = tree;
  while (typeof node !== 'number') node = (features[node[0]] ?? 0) <= node[1] ? node[2] : node[3];
  return node;
}
