/** Events over an exposure in thousands of feeds or pages. */
export interface Side {
  readonly count: number;
  readonly exposure: number;
}

/** `upper` null: nothing was counted before, so that no bound can be given. */
export interface RatioRange {
  readonly ratio: number | null;
  readonly lower: number;
  readonly upper: number | null;
}

/** Share of the doubt at each end of an 80 % interval. */
const usualTail = 0.1;

/**
 * Ratio of the rate after to the rate before with its 80 % interval (VE-03): given both counts together, the
 * later one is binomial (Przyborowski and Wilenski 1940), and its share has the exact interval of Clopper and
 * Pearson (1934). It holds the true ratio at least 80 times of 100, with few counts up to 95 times (0460).
 * Exposures must be above 0.
 */
export function toRatio(before: Side, after: Side, tail = usualTail): RatioRange {
  const scale = before.exposure / after.exposure;
  const odds = (share: number) => (share >= 1 ? null : (share / (1 - share)) * scale);
  const { lower, upper } = shareRange(after.count, before.count + after.count, tail);
  const ratio = before.count === 0 ? null : (after.count / before.count) * scale;
  return { ratio, lower: odds(lower) ?? 0, upper: odds(upper) };
}

/** Exact 80 % interval of a share of which `count` of `all` were seen; without any: 0 to 1. */
export function shareRange(
  count: number,
  all: number,
  tail = usualTail,
): { readonly lower: number; readonly upper: number } {
  const lower = count === 0 ? 0 : bisect((share) => 1 - atMost(count - 1, all, share) < tail);
  const upper = count === all ? 1 : bisect((share) => atMost(count, all, share) > tail);
  return { lower, upper };
}

/** The share up to which `isBelow` holds. */
function bisect(isBelow: (share: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * P(at most `count` of `all`), each with this chance: summed on the side of fewer, until no term adds to
 * it.
 */
export function atMost(count: number, all: number, share: number): number {
  if (count >= all) return 1;
  if (count > all * share) return 1 - atMost(all - count - 1, all, 1 - share);
  const [yes, no] = [Math.log(share), Math.log1p(-share)];
  const choices = logFactorial(all) - logFactorial(count) - logFactorial(all - count);
  let term = Math.exp(choices + count * yes + (all - count) * no);
  let sum = 0;
  for (let k = count; k >= 0 && term > sum * 1e-13; k--) {
    sum += term;
    term *= (k / (all - k + 1)) * ((1 - share) / share);
  }
  return Math.min(1, sum);
}

const logFactorials = [0];
function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[n] ?? 0;
}
