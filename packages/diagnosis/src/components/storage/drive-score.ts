/**
 * How much of the fleet's own level of scores is taken off a drive's: scores of a fleet grown old or renewed
 * stay comparable.
 */
export const offsetWeight = 0.75;
/** Levels that real fleets showed; a small or odd fleet does not move the limit beyond them. */
const levels = { lowest: -4.6, highest: -3.2 };
/** Level of the fleet that the model was learned from, for want of a better. */
const usualLevel = -4.18;
/**
 * Relative scores that 0.9 %, 0.5 % and 0.1 % of 52,031 healthy drives exceeded within half a year (2015-04
 * to 2015-09); of 727 drives that failed in it 50 %, 35 % and 15 % did. In the fleet that was learned from
 * they mean a failure within 30 days with a probability of some 2, 6 and 20 %; above the last twice as many
 * drives failed as did not.
 */
export const alarmLimit = -0.773;
export const backupLimit = 0.319;
export const dangerLimit = 1.808;

/**
 * Log odds of a drive relative to its fleet. `level`: the score that 1 % of the fleet's drives exceed; null:
 * not known.
 */
export function toRelativeScore(logOdds: number, level: number | null): number {
  const bounded = Math.max(levels.lowest, Math.min(levels.highest, level ?? usualLevel));
  return logOdds - offsetWeight * bounded;
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
