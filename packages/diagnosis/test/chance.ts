/** Repeatable chance for tests: the same seed gives the same numbers (mulberry32). */
export function chance(seed: number) {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const weibull = (shape: number, scale: number): number => scale * (-Math.log(1 - uniform())) ** (1 / shape);
  return { uniform, normal, weibull };
}
