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
