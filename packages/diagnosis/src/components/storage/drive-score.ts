/**
 * Score that this share of a fleet's drives exceed: its level. Limits lie a fixed distance above it, so that
 * the share of the fleet that alarms stays the same when drives grow old or are renewed (0336).
 */
export const levelShare = 0.015;
/** Levels that real fleets showed; a small or odd fleet does not move the limit beyond them. */
const levels = { lowest: -5.2, highest: -1.3 };
/** Level of the fleet that the model was learned from, for want of a better. */
const usualLevel = -4.5;
/**
 * Scores above the level that 1 %, 0.5 % and 0.1 % of 52,031 healthy drives exceeded within half a year
 * (2015-04 to 2015-09); of 727 drives that failed in it 52 %, 38 % and 14 % did. Of the drives between the
 * first two limits 10 % failed within 30 days, between the last two 24 %, above them 48 %.
 */
export const alarmLimit = 0.615;
export const backupLimit = 1.802;
export const dangerLimit = 3.454;

/**
 * Log odds of a drive relative to its fleet. `level`: the score that 1.5 % of the fleet's drives exceed;
 * null: not known.
 */
export function toRelativeScore(logOdds: number, level: number | null): number {
  return logOdds - Math.max(levels.lowest, Math.min(levels.highest, level ?? usualLevel));
}

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
