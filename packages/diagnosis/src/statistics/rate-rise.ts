import type { Day } from '../history/day-reading.ts';
import type { Counted, GammaPrior } from './negative-binomial.ts';

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

/** The evidence for a rise that began at one of the readings and lasts. */
export interface Evidence {
  /** Index of the reading with which the rise most likely began. */
  readonly start: number;
  /** Logarithm of how much likelier the readings are if the rate has risen: the sum over all beginnings. */
  readonly weight: number;
  /** `weight` from which on it alarms, for a unit with as many events a year. */
  readonly limit: number;
  /** Usual rate before the rise: what was counted, joined with the belief. */
  readonly usual: GammaPrior;
}

/** Rises that are looked for, each as likely as the other: times the usual rate. */
const ratios = [2, 5];
const logRatios = ratios.map(Math.log);
/** A rise is looked for in the last 140 days; one that began before has alarmed or is none. */
const reach = 140;
const week = 7;
/** Events on fewer days than these are one bad stack of paper, whatever their number. */
const daysOfRise = 3;
/** A day counts at most this many events, and this many times what was to be expected of it. */
const mostOfDay = { events: 2, expected: 2 };
/** Events of its own from which on a unit without a belief has a usual rate. */
const eventsAlone = 3;
/** What is usual is never taken to be higher than this many standard deviations above alike units. */
const mostAbove = 3;
const daysOfYear = 365;

/**
 * Weight that alarms, by the events a year of the unit: one false alarm a unit in some twenty years of daily
 * readings. Found by simulation of flat rates; how much alike units differ hardly changes it (0303, 0881).
 */
const limits: readonly (readonly [eventsAYear: number, weight: number])[] = [
  [0.3, 3],
  [1, 3.95],
  [3, 5],
  [8, 6.1],
  [20, 6.4],
  [60, 6],
  [300, 5.6],
];

/** Weight of the evidence that alarms for a unit with this many events a year; linear in their logarithm. */
export function limitAt(eventsAYear: number): number {
  const above = limits.findIndex(([events]) => events >= eventsAYear);
  const [to, from] = [limits.at(above), limits[above - 1]];
  if (to === undefined || from === undefined) return (above === 0 ? limits[0] : limits.at(-1))?.[1] ?? 0;
  const share = Math.log(eventsAYear / from[0]) / Math.log(to[0] / from[0]);
  return from[1] + share * (to[1] - from[1]);
}

/** Sums up to and before the nth reading, and of the rises so far, which are not usual. */
interface Sums {
  readonly events: Float64Array;
  readonly exposure: Float64Array;
  /** Days with events. */
  readonly busy: Int32Array;
}

/**
 * Weighs the evidence for a rise in readings that ascend by day. The rate is integrated out: the gamma belief
 * joined with what was counted before a possible beginning predicts what came since, at its own rate and at
 * each multiple of it (Bayes factor of the gamma-Poisson; Gelman et al., section 2.6). The beginnings add up,
 * each as likely as the other (Shiryaev 1963, Roberts 1966): a rise that may have begun in any of several
 * weeks is as sure as one whose week is known (0881). A reading weighs less the more its counts are bunched.
 */
export class RiseEvidence {
  readonly #readings: readonly RateReading[];
  readonly #prior: GammaPrior | undefined;
  readonly #sums: Sums;
  /** Counted in rises that ended: not usual. */
  #risen = { events: 0, exposure: 0 };
  #earliest = 1;

  constructor(readings: readonly RateReading[], { prior, size }: RateBelief) {
    this.#readings = readings;
    this.#prior = prior;
    this.#sums = toSums(readings, prior, size);
  }

  /** From here on no rise begins before the reading `at`; a rise that lasted from `start` is not usual. */
  restart(at: number, start = at): void {
    const { events, exposure } = this.#sums;
    this.#risen.events += (events[at] ?? 0) - (events[start] ?? 0);
    this.#risen.exposure += (exposure[at] ?? 0) - (exposure[start] ?? 0);
    this.#earliest = Math.max(1, at);
  }

  /** The usual rate as of before the reading `start`; undefined where it is not known. */
  usualBefore(start: number): GammaPrior | undefined {
    const events = (this.#sums.events[start] ?? 0) - this.#risen.events;
    const exposure = (this.#sums.exposure[start] ?? 0) - this.#risen.exposure;
    const prior = this.#prior;
    // Half an event: Jeffreys' prior of a rate.
    if (prior === undefined)
      return events < eventsAlone || exposure <= 0 ? undefined : { events: events + 0.5, exposure };
    const known = { events: prior.events + events, exposure: prior.exposure + exposure };
    const most = (prior.events / prior.exposure) * (1 + mostAbove / Math.sqrt(prior.events));
    return known.events / known.exposure <= most ? known : { events: known.events, exposure: known.events / most };
  }

  /** The evidence after the reading `at`; undefined where nothing speaks for a rise. */
  strongest(at: number): Evidence | undefined {
    const last = this.#readings[at];
    const first = this.#readings[0];
    if (last === undefined || first === undefined) return undefined;
    let best: Begin | undefined;
    const weights: number[] = [];
    for (let start = at; start >= this.#earliest; start--) {
      const day = this.#readings[start]?.day ?? 0;
      if (last.day - day > reach) break;
      if (weekOf(day) === weekOf(this.#readings[start - 1]?.day ?? 0)) continue;
      const begin = this.#weighBegin(start, at);
      if (begin === undefined) continue;
      weights.push(begin.weight);
      best = stronger(best, begin);
    }
    if (best === undefined) return undefined;
    const weight = logOfSum(weights);
    // Dated to the day; more beginnings to add up would enlarge the weight by chance alone.
    let begin: Begin = best;
    for (let start = best.start - week; start <= best.start + week; start++)
      if (start >= this.#earliest) begin = stronger(begin, this.#weighBegin(start, at)) ?? begin;
    const { exposure } = this.#sums;
    const perYear = ((exposure[at + 1] ?? 0) / (last.day - first.day + 1)) * daysOfYear;
    return { ...begin, weight, limit: limitAt((perYear * begin.usual.events) / begin.usual.exposure) };
  }

  /** Evidence that a rise began with the reading `start`; undefined on few days or without a usual rate. */
  #weighBegin(start: number, at: number): Begin | undefined {
    const { events, exposure, busy } = this.#sums;
    if ((busy[at + 1] ?? 0) - (busy[start] ?? 0) < daysOfRise) return undefined;
    const usual = this.usualBefore(start);
    if (usual === undefined) return undefined;
    const since = {
      events: (events[at + 1] ?? 0) - (events[start] ?? 0),
      exposure: (exposure[at + 1] ?? 0) - (exposure[start] ?? 0),
    };
    return { start, weight: weigh(since, usual), usual };
  }
}

type Begin = Omit<Evidence, 'limit'>;

const stronger = (one: Begin | undefined, other: Begin | undefined): Begin | undefined =>
  other !== undefined && other.weight > (one?.weight ?? 0) ? other : one;

/** Logarithm of the sum of the numbers with these logarithms. */
function logOfSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

const weekOf = (day: Day) => Math.floor(day / week);

/** Logarithm of the Bayes factor of a rise against none, the ratios of the rise as likely as each other. */
function weigh({ events, exposure }: Counted, usual: GammaPrior): number {
  const all = usual.events + events;
  let sum = 0;
  for (const [at, ratio] of ratios.entries()) {
    const spread = Math.log((usual.exposure + ratio * exposure) / (usual.exposure + exposure));
    sum += Math.exp(events * (logRatios[at] ?? 0) - all * spread);
  }
  return Math.log(sum / ratios.length);
}

function toSums(readings: readonly RateReading[], prior: GammaPrior | undefined, size: number): Sums {
  const sums = {
    events: new Float64Array(readings.length + 1),
    exposure: new Float64Array(readings.length + 1),
    busy: new Int32Array(readings.length + 1),
  };
  let [counted, over] = [0, 0];
  for (const [at, { events, exposure }] of readings.entries()) {
    const rate = prior === undefined ? (over > 0 ? counted / over : 0) : prior.events / prior.exposure;
    const expected = rate * exposure;
    // Variance over mean of the negative binomial: bunched events count less than single ones.
    const bunched = 1 + expected / size;
    const capped = Math.min(events, mostOfDay.events + mostOfDay.expected * expected);
    sums.events[at + 1] = (sums.events[at] ?? 0) + capped / bunched;
    sums.exposure[at + 1] = (sums.exposure[at] ?? 0) + exposure / bunched;
    sums.busy[at + 1] = (sums.busy[at] ?? 0) + (events > 0 ? 1 : 0);
    counted += events;
    over += exposure;
  }
  return sums;
}
