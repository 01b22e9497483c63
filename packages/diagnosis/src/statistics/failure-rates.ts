import { posteriorRate, priorAround } from './negative-binomial.ts';

/**
 * What a group of alike units (a drive model, a family) went through in one slice of the past, in one state
 * of health.
 */
export interface Experience {
  readonly group: string;
  /** 0: healthy; higher is worse. */
  readonly state: number;
  /** Age of the slice's middle, in days before the day of the fit. */
  readonly daysAgo: number;
  /** Unit days in service. */
  readonly exposure: number;
  readonly failures: number;
}

/**
 * Failures a unit day: of each group at state factor 1, of the whole population, and what each state
 * multiplies it by.
 */
export interface FailureRates {
  readonly groups: ReadonlyMap<string, number>;
  readonly population: number;
  readonly factors: readonly number[];
}

/** Days after which an experience counts half. */
const halfLife = 120;
/** Part of a state's factor that carries over to the days ahead: by then units have changed their state. */
const carriedOver = 0.75;
const rounds = 3;

/**
 * Learns failure rates of groups from counts: gamma-Poisson shrinkage towards the population (a belief worth
 * one failure), recent slices weighing more, and with a factor for the state of health that all groups share.
 * Rates and factors are found in turn, each given the other.
 */
export function fitFailureRates(past: readonly Experience[], states: number): FailureRates {
  let factors: readonly number[] = Array.from({ length: states }, () => 1);
  let rates = ratesGiven(past, factors);
  for (let round = 0; round < rounds; round++) {
    factors = factorsGiven(past, rates, states);
    rates = ratesGiven(past, factors);
  }
  return { ...rates, factors };
}

/**
 * Expected failures of a group over `exposure` unit days, by how many of its units are in each state now; a
 * group never seen has the population's rate.
 */
export function expectedFailures(
  rates: FailureRates,
  group: string,
  unitsByState: readonly number[],
  exposure: number,
): number {
  const units = unitsByState.reduce((sum, count) => sum + count, 0);
  const weighted = unitsByState.reduce((sum, count, state) => sum + count * carried(rates.factors, state), 0);
  const factor = units > 0 ? weighted / units : carried(rates.factors, 0);
  return (rates.groups.get(group) ?? rates.population) * factor * exposure;
}

const carried = (factors: readonly number[], state: number): number => (factors[state] ?? 1) ** carriedOver;

function ratesGiven(past: readonly Experience[], factors: readonly number[]): Omit<FailureRates, 'factors'> {
  const sums = new Map<string, { failures: number; exposure: number }>();
  const all = { failures: 0, exposure: 0 };
  for (const { group, state, daysAgo, exposure, failures } of past) {
    const weight = 2 ** (-daysAgo / halfLife);
    const sum = sums.get(group) ?? { failures: 0, exposure: 0 };
    sums.set(group, sum);
    for (const target of [sum, all]) {
      target.failures += weight * failures;
      target.exposure += weight * exposure * carried(factors, state);
    }
  }
  const population = (all.failures + 0.5) / (all.exposure + 1);
  const prior = priorAround(population, 1);
  const groups = [...sums].map(([group, sum]) => [group, posteriorRate(prior, sum.failures, sum.exposure)] as const);
  return { population, groups: new Map(groups) };
}

/** What each state does beyond its groups' rates; a belief in "no difference" is worth two failures. */
function factorsGiven(past: readonly Experience[], rates: Omit<FailureRates, 'factors'>, states: number): number[] {
  const seen = Array.from({ length: states }, () => ({ failures: 0, expected: 0 }));
  for (const { group, state, exposure, failures } of past) {
    const sum = seen[state];
    if (sum === undefined) continue;
    sum.failures += failures;
    sum.expected += exposure * (rates.groups.get(group) ?? rates.population);
  }
  return seen.map(({ failures, expected }) => posteriorRate(priorAround(1, 2), failures, expected));
}
