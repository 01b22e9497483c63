/** Events counted over an exposure (pages, sheets). */
export interface Counted {
  readonly events: number;
  readonly exposure: number;
}

// A count with this mean and size has the variance mean + mean² / size; a Poisson count has size Infinity
// (Hilbe, Negative Binomial Regression, chapter 8).

/** ln P(count). Mean above 0. */
export function logProbability(count: number, mean: number, size: number): number {
  if (size === Number.POSITIVE_INFINITY) return count * Math.log(mean) - mean - logRising(1, count);
  const share = mean / (mean + size);
  return logRising(size, count) - logRising(1, count) + count * Math.log(share) + size * Math.log(1 - share);
}

/** P(a count of at least `count`): 1 for 0 and below. */
export function upperTail(count: number, mean: number, size: number): number {
  if (!(mean > 0)) return count > 0 ? 0 : 1;
  const [share, none] =
    size === Number.POSITIVE_INFINITY ? [0, -mean] : [mean / (mean + size), -size * Math.log1p(mean / size)];
  let probability = Math.exp(none);
  let below = 0;
  for (let k = 0; k < count; k++) {
    below += probability;
    probability *= size === Number.POSITIVE_INFINITY ? mean / (k + 1) : (share * (size + k)) / (k + 1);
  }
  return Math.max(0, 1 - below);
}

/** ln of how much likelier a count is at `factor` times the mean than at the mean. */
export function logLikelihoodRatio(count: number, mean: number, factor: number, size: number): number {
  if (!(mean > 0)) return 0;
  if (size === Number.POSITIVE_INFINITY) return count * Math.log(factor) - (factor - 1) * mean;
  const spread = Math.log((size + factor * mean) / (size + mean));
  return count * (Math.log(factor) - spread) - size * spread;
}

const worths = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Belief in the rate of a group yet unseen, learned from alike groups: their common rate, and the worth (in
 * events) under which what each counted is likeliest. Undefined with fewer than `needed` groups or without an
 * event.
 */
export function fitRatePrior(groups: readonly Counted[], needed = 5): GammaPrior | undefined {
  const used = groups.filter(({ exposure }) => exposure > 0);
  const events = used.reduce((sum, group) => sum + group.events, 0);
  const exposure = used.reduce((sum, group) => sum + group.exposure, 0);
  if (used.length < needed || events === 0) return undefined;
  const rate = events / exposure;
  const likelihood = (worth: number) =>
    used.reduce((sum, group) => sum + logProbability(group.events, rate * group.exposure, worth), 0);
  const best = worths.reduce((one, other) => (likelihood(other) > likelihood(one) ? other : one));
  return { events: best, exposure: best / rate };
}

/** ln of x (x + 1) … (x + count - 1); for large counts by Stirling's series. */
function logRising(x: number, count: number): number {
  if (count > 60) return logGamma(x + count) - logGamma(x);
  let sum = 0;
  for (let k = 0; k < count; k++) sum += Math.log(x + k);
  return sum;
}

function logGamma(x: number): number {
  if (x < 8) return logGamma(x + 1) - Math.log(x);
  const inverse = 1 / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + inverse / 12 - inverse ** 3 / 360;
}

/** Belief in a rate of rare events: as if `events` had been seen over `exposure` already. */
export interface GammaPrior {
  readonly events: number;
  readonly exposure: number;
}

/** A belief in this rate that is worth this many events. */
export function priorAround(rate: number, worth: number): GammaPrior {
  return { events: worth, exposure: worth / rate };
}

/**
 * Mean of a Poisson rate after seeing `events` over `exposure`: the gamma distribution is the conjugate prior
 * of the Poisson (Gelman et al., Bayesian Data Analysis, section 2.6). Without exposure it is the prior's
 * rate.
 */
export function posteriorRate(prior: GammaPrior, events: number, exposure: number): number {
  return (prior.events + events) / (prior.exposure + exposure);
}
