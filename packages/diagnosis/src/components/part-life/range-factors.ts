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
  drum: { lower: [0.64, 1.23, 1.1, 1.01, 1.03, 1.19], upper: [1.19, 0.91, 1.09, 1.11, 1.07, 0.92] },
  fuserBelt: { lower: [1.09, 1.34, 1.12, 1.02, 0.97, 1.09], upper: [1.1, 1, 1.14, 1.04, 1.22, 1.01] },
  secondTransfer: { lower: [0.78, 0.94, 1.01, 1.09, 1.27, 1.25], upper: [0.94, 0.98, 0.83, 0.94, 1.23, 1.24] },
  developer: { lower: [0.98, 0.94, 1.13, 1.12, 1.02, 0.99], upper: [0.81, 1.02, 1.12, 1.11, 0.97, 0.91] },
  feedRoller: { lower: [0.99, 0.96, 1.07, 1.17, 1.1, 1.13], upper: [0.84, 1.15, 0.96, 0.87, 0.91, 1.18] },
  toner: { lower: [0.49, 0.67, 0.73, 0.62, 0.5, 0.62], upper: [1.42, 0.86, 1.06, 1.97, 1.82, 1.66] },
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
