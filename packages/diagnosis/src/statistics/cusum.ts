import type { Day } from '../history/day-reading.ts';
import type { GammaPrior } from './gamma-poisson.ts';
import { type Counted, logLikelihoodRatio } from './negative-binomial.ts';

export interface RateReading extends Counted {
  readonly day: Day;
}

/** What is believed of the rate before the first reading, and how overdispersed single readings are. */
export interface RateBelief {
  /** Undefined: only the unit's own readings speak. */
  readonly prior: GammaPrior | undefined;
  /** Size of the negative binomial of one reading. */
  readonly size: number;
}

/**
 * A rise of the rate: between `since`, the last day on which nothing spoke for it, and `seen`, when it
 * alarmed or a restart cut it short.
 */
export interface Rise {
  readonly since: Day;
  readonly seen: Day;
}

export interface Drift {
  /** Readings with an exposure. */
  readonly readings: number;
  /** First and last of them. */
  readonly from: Day;
  readonly to: Day;
  /** Undefined: not enough is known of what is usual. */
  readonly state:
    | {
        /** Day of the alarm in force; null: none. */
        readonly alarmedSince: Day | null;
        /** Rate since the rise began over what is usual; 1 without an alarm. */
        readonly factor: number;
      }
    | undefined;
  /** Every alarm so far. */
  readonly alarms: readonly Day[];
  /**
   * Rises that lasted until a restart or to the end: those that alarmed, and those for which much spoke when
   * a restart ended them. One that faded was noise.
   */
  readonly rises: readonly Rise[];
  /** What was counted while nothing rose. */
  readonly calm: Counted;
}

/** Rise of the rate that is looked for. */
const factor = 2;
/**
 * Sum of evidence that alarms. Measured on flat rates with days as bunched as those of feeders: one false
 * alarm a unit in some fifteen years of daily readings (bench/src/diagnosis/jam-drift.ts); the design asks
 * for five.
 */
const threshold = 5.2;
/**
 * Sum of evidence at a restart from which the unit is taken to have risen: somebody replaced the part, and
 * that is evidence too.
 */
const suspicion = threshold / 3;
/**
 * Days that an alarm stays on after its evidence was used up: a rise that is about to come back shall not
 * switch it off and on (0243).
 */
const heldDays = 28;
/** One reading adds at most this: a stack of bad paper on one day alarms of nothing. */
const mostAtOnce = threshold / 3;
/** Readings that are learned from before anything alarms, with a belief to start from and without. */
const learned = { believed: 14, alone: 30 };
const eventsAlone = 3;
/**
 * What is usual is taken this many standard errors higher: a unit little known must not alarm because its
 * usual was set too low.
 */
const caution = 0.7;
/** And is never taken to be higher than this many standard deviations above alike units. */
const mostAbove = 3;

/**
 * Watches the rate of rare events for a lasting rise: CUSUM of the negative-binomial log-likelihood ratio,
 * with exposure (Hawkins and Olwell, Cumulative Sum Charts, chapter 5; Höhle and Paul 2008). What is usual is
 * the belief joined with the unit's own readings before the sum last left 0. At a `restart` (a worn part was
 * replaced) the sum starts again. Readings ascend by day; those without exposure add their events to the
 * next. Undefined without a reading. Nothing but the readings and restarts is its input.
 */
export function trackRate(
  given: readonly RateReading[],
  belief: RateBelief,
  restarts: readonly Day[] = [],
): Drift | undefined {
  const readings = withExposure(given);
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const needed = belief.prior === undefined ? learned.alone : learned.believed;
  const alarms: Day[] = [];
  const rises: Rise[] = [];
  const calm = { events: 0, exposure: 0 };
  let rise = { events: 0, exposure: 0 };
  let sum = 0;
  let alarmedSince: Day | null = null;
  let before = Number.NEGATIVE_INFINITY;
  let calmOn = first.day;
  let held: { readonly since: Day; readonly until: Day } | undefined;
  const settle = (day: Day) => {
    if (alarmedSince === null) {
      calm.events += rise.events;
      calm.exposure += rise.exposure;
    }
    rise = { events: 0, exposure: 0 };
    sum = 0;
    alarmedSince = null;
    calmOn = day;
  };
  for (const [at, { day, events, exposure }] of readings.entries()) {
    if (restarts.some((restart) => restart > before && restart <= day)) {
      if (sum >= suspicion) rises.push({ since: calmOn, seen: alarmedSince ?? day });
      settle(day);
      held = undefined;
    }
    before = day;
    const usual = usualRate(belief, calm);
    rise.events += events;
    rise.exposure += exposure;
    if (at < needed || usual === undefined) {
      settle(day);
      continue;
    }
    sum += Math.min(mostAtOnce, logLikelihoodRatio(events, usual * exposure, factor, belief.size));
    sum = Math.min(2 * threshold, sum);
    if (held !== undefined && day > held.until) held = undefined;
    if (sum <= 0) {
      if (alarmedSince !== null) held = { since: alarmedSince, until: day + heldDays };
      settle(day);
    } else if (sum >= threshold && alarmedSince === null) {
      alarmedSince = held?.since ?? day;
      if (held === undefined) alarms.push(day);
      held = undefined;
    }
  }
  if (alarmedSince !== null) rises.push({ since: calmOn, seen: alarmedSince });
  const usual = readings.length < needed ? undefined : usualRate(belief, calm);
  const risen = usual === undefined || alarmedSince === null ? 1 : rise.events / (rise.exposure * usual);
  return {
    readings: readings.length,
    from: first.day,
    to: last.day,
    state: usual === undefined ? undefined : { alarmedSince: alarmedSince ?? held?.since ?? null, factor: risen },
    alarms,
    rises,
    calm,
  };
}

/** Readings without which nothing is judged. */
export const readingsNeeded = ({ prior }: RateBelief): number =>
  prior === undefined ? learned.alone : learned.believed;

function usualRate({ prior }: RateBelief, { events, exposure }: Counted): number | undefined {
  if (prior === undefined)
    return events < eventsAlone ? undefined : (events / exposure) * (1 + caution / Math.sqrt(events));
  const worth = prior.events + events;
  const rate = (worth / (prior.exposure + exposure)) * (1 + caution / Math.sqrt(worth));
  return Math.min(rate, (prior.events / prior.exposure) * (1 + mostAbove / Math.sqrt(prior.events)));
}

function withExposure(readings: readonly RateReading[]): RateReading[] {
  let carried = 0;
  return readings.flatMap(({ day, events, exposure }) => {
    carried += events;
    if (!(exposure > 0)) return [];
    const reading = { day, events: carried, exposure };
    carried = 0;
    return [reading];
  });
}

/**
 * Overdispersion of the readings of a steady rate: sums for the moments from which the size follows, over
 * many units.
 */
export interface Overdispersion {
  readonly excess: number;
  readonly squares: number;
}

export function toOverdispersion(readings: readonly RateReading[], rate: number): Overdispersion {
  let [excess, squares] = [0, 0];
  for (const { events, exposure } of readings) {
    const mean = rate * exposure;
    excess += (events - mean) ** 2 - mean;
    squares += mean ** 2;
  }
  return { excess, squares };
}

/** Size of the negative binomial (method of moments); between 0.2 and 1000. */
export function toSize(units: readonly Overdispersion[]): number {
  const excess = units.reduce((sum, unit) => sum + unit.excess, 0);
  const squares = units.reduce((sum, unit) => sum + unit.squares, 0);
  return Math.max(0.2, excess > 0 ? Math.min(1000, squares / excess) : 1000);
}
