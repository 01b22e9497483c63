import type { DaysLeft } from './urgency.ts';

/** What is dated with an 80 % range. */
export type DatedKind = 'drum' | 'fuserBelt' | 'secondTransfer' | 'developer' | 'feedRoller' | 'toner';

/** Predicted days for which a factor is named; between two of them it goes straight over their logarithm, beyond the ends it stays. */
export const namedDays = [4, 10, 20, 42, 85, 200] as const;

/** How many times as wide, in logarithms, each half of a range must be to hold 80 %, at each of the named days; JSON. */
export interface RangeFactors {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** Learned from what came of the ranges of simulated fleets (0242); seeds and cases there. */
export const usualFactors: Readonly<Record<DatedKind, RangeFactors>> = {
  drum: { lower: [0.76, 1.45, 1.3, 1.19, 1.22, 1.4], upper: [1.4, 1.07, 1.29, 1.31, 1.26, 1.09] },
  fuserBelt: { lower: [1.31, 1.61, 1.34, 1.22, 1.16, 1.31], upper: [1.32, 1.2, 1.37, 1.25, 1.46, 1.21] },
  secondTransfer: { lower: [1.0, 1.2, 1.29, 1.4, 1.63, 1.6], upper: [1.2, 1.25, 1.06, 1.2, 1.57, 1.59] },
  developer: { lower: [1.25, 1.2, 1.45, 1.43, 1.31, 1.27], upper: [1.04, 1.31, 1.43, 1.42, 1.24, 1.16] },
  feedRoller: { lower: [1.19, 1.15, 1.28, 1.4, 1.32, 1.36], upper: [1.01, 1.38, 1.15, 1.04, 1.09, 1.42] },
  toner: { lower: [0.49, 0.55, 0.6, 0.62, 0.5, 0.62], upper: [2.2, 0.8, 0.9, 1.97, 1.82, 1.66] },
};

/** Days below which the logarithm of a bound says nothing. */
const leastDays = 0.25;

/** The range that holds 80 %: each half of the given one as many times as wide as its factor says. The median stays. */
export function widenRange({ median, lower, upper }: DaysLeft, factors: RangeFactors): DaysLeft {
  if (!(median > 0) || median === Infinity) return { median, lower, upper };
  const middle = Math.max(leastDays, median);
  const bound = (end: number, factor: number) => median * (Math.max(leastDays, end) / middle) ** factor;
  return {
    median,
    lower: Math.min(median, bound(lower, factorAt(factors.lower, median))),
    upper: Math.max(median, bound(upper, factorAt(factors.upper, median))),
  };
}

function factorAt(factors: readonly number[], days: number): number {
  const next = namedDays.findIndex((named) => named >= days);
  if (next === 0) return factors[0] ?? 1;
  if (next < 0) return factors.at(-1) ?? 1;
  const [low, high] = [namedDays[next - 1] ?? days, namedDays[next] ?? days];
  const [from, to] = [factors[next - 1] ?? 1, factors[next] ?? 1];
  return from + ((to - from) * Math.log(days / low)) / Math.log(high / low);
}
