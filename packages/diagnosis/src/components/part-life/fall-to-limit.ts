import { moveAt } from './wear-curve.ts';

/**
 * No stretch of a life falls by less than this share of the mean: else the limit would be met before the end,
 * or a line would rise on its way down.
 */
const leastFall = 0.1;
/** What is left of a part that should have failed long ago, as a share of its life. */
const leastLeft = 0.01;

/**
 * How much of the way from the reading of now down to the limit is still to go, as the family's curve goes: 1
 * at 0, 0 at 1, ever less between, and straight on below 0 beyond. A curve that does not fall at all gives a
 * straight line.
 * @param moves change of the sensor since new at each twentieth of the life, as in `WearCurve`
 * @param now share of its expected life that the part has behind it
 */
export function fallToLimit(moves: readonly number[], now: number): (share: number) => number {
  const falls = moves.slice(1).map((move, at) => (moves[at] ?? 0) - move);
  const mean = falls.reduce((sum, fall) => sum + Math.max(0, fall), 0) / falls.length;
  const least = mean > 0 ? mean * leastFall : 1;
  let height = 0;
  const heights = [0, ...falls.map((fall) => (height -= Math.max(fall, least)))];
  const from = Math.max(0, Math.min(now, 1 - leastLeft));
  const end = moveAt(heights, 1);
  const whole = moveAt(heights, from) - end;
  return (share) => (moveAt(heights, from + (1 - from) * share) - end) / whole;
}
