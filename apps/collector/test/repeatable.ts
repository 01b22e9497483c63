/**
 * Numbers from 0 to 1, the same in every run (a linear congruential generator, constants of Numerical
 * Recipes).
 */
export function repeatable(seed = 20_261_121): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
