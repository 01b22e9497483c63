import type { Day } from '../history/day-reading.ts';
import { type Counted, logLikelihoodRatio } from './negative-binomial.ts';
import { type RateBelief, type RateReading, RiseEvidence } from './rate-rise.ts';

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

/** Part of the evidence that alarms from which a unit has risen if somebody replaced the part then. */
const suspicion = 1 / 2;
/** Rise against which an alarm is checked afterwards, and the evidence with which it begins. */
const lasting = { ratio: 2, evidence: 5.2 };
/**
 * Days that an alarm stays on after its evidence was used up: a rise that is about to come back shall not
 * switch it off and on (0243).
 */
const heldDays = 28;
/** Readings that are learned from before anything alarms, with a belief to start from and without. */
const learned = { believed: 14, alone: 30 };
/** A usual rate is taken this many standard errors higher where it is checked whether an alarm lasts. */
const caution = 0.7;

/**
 * Watches the rate of rare events for a lasting rise: it alarms when the evidence for a rise to 2 or 5
 * times the usual rate, begun in any of the last 20 weeks, reaches its limit (`RiseEvidence`). From then on
 * the sum of log-likelihood ratios of twice the usual rate says how long it lasts (CUSUM; Hawkins and Olwell,
 * chapter 5). What is usual is the belief joined with the unit's own readings before the rise. At a `restart`
 * (a worn part was replaced) the search starts again. Readings ascend by day; those without exposure add
 * their events to the next. Undefined without a reading. Nothing but the readings and restarts is its input.
 */
export function trackRate(
  given: readonly RateReading[],
  belief: RateBelief,
  restarts: readonly Day[] = [],
): Drift | undefined {
  const readings = withExposure(given);
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const evidence = new RiseEvidence(readings, belief);
  const needed = readingsNeeded(belief);
  const alarms: Day[] = [];
  const rises: Rise[] = [];
  /** The rise that alarmed and lasts. */
  let rise: { readonly start: number; readonly since: Day; readonly seen: Day; readonly usual: number } | undefined;
  let left = 0;
  /** The evidence of the rise doubled after it alarmed: it was real, whatever ended it. */
  let isConfirmed = false;
  let held: { readonly since: Day; readonly until: Day } | undefined;
  const calm = { events: 0, exposure: 0 };
  let settled = 0;
  /** `risen`: where what is not usual began; one that faded unconfirmed was noise, as usual as all (0832). */
  const settle = (until: number, risen = until) => {
    add(calm, readings.slice(settled, risen));
    evidence.restart(until, risen);
    settled = until;
    rise = undefined;
  };
  const dayBefore = (start: number) => readings[start - 1]?.day ?? first.day;
  for (const [at, { day, events, exposure }] of readings.entries()) {
    const before = readings[at - 1]?.day ?? Number.NEGATIVE_INFINITY;
    if (restarts.some((restart) => restart > before && restart <= day)) {
      const suspected = rise === undefined && at > needed ? evidence.strongest(at - 1) : undefined;
      if (rise !== undefined) rises.push({ since: dayBefore(rise.start), seen: rise.seen });
      else if (suspected !== undefined && suspected.weight >= suspicion * suspected.limit)
        rises.push({ since: dayBefore(suspected.start), seen: day });
      settle(at, rise?.start);
      held = undefined;
    }
    if (at < needed) continue;
    if (held !== undefined && day > held.until) held = undefined;
    if (rise === undefined) {
      const found = events > 0 ? evidence.strongest(at) : undefined;
      if (found === undefined || found.weight < found.limit) continue;
      const usual = (found.usual.events / found.usual.exposure) * (1 + caution / Math.sqrt(found.usual.events));
      rise = { start: found.start, since: held?.since ?? day, seen: day, usual };
      left = lasting.evidence;
      isConfirmed = false;
      if (held === undefined) alarms.push(day);
      held = undefined;
    } else {
      const ratio = logLikelihoodRatio(events, rise.usual * exposure, lasting.ratio, belief.size);
      left = Math.min(2 * lasting.evidence, left + Math.min(lasting.evidence / 3, ratio));
      isConfirmed ||= left >= 2 * lasting.evidence;
      if (left > 0) continue;
      held = { since: rise.since, until: day + heldDays };
      settle(at + 1, isConfirmed ? rise.start : undefined);
    }
  }
  if (rise !== undefined) rises.push({ since: dayBefore(rise.start), seen: rise.seen });
  add(calm, readings.slice(settled, rise?.start));
  const risen = { events: 0, exposure: 0 };
  if (rise !== undefined) add(risen, readings.slice(rise.start));
  const isKnown = readings.length >= needed && evidence.usualBefore(rise?.start ?? readings.length) !== undefined;
  return {
    readings: readings.length,
    from: first.day,
    to: last.day,
    state: isKnown
      ? {
          alarmedSince: rise?.since ?? held?.since ?? null,
          factor: rise === undefined ? 1 : risen.events / (risen.exposure * rise.usual),
        }
      : undefined,
    alarms,
    rises,
    calm,
  };
}

/** Readings without which nothing is judged. */
export const readingsNeeded = ({ prior }: RateBelief): number =>
  prior === undefined ? learned.alone : learned.believed;

function add(sum: { events: number; exposure: number }, readings: readonly RateReading[]): void {
  for (const { events, exposure } of readings) {
    sum.events += events;
    sum.exposure += exposure;
  }
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

/** Size of the negative binomial (method of moments); between 0.05 and 1000. */
export function toSize(units: readonly Overdispersion[]): number {
  const excess = units.reduce((sum, unit) => sum + unit.excess, 0);
  const squares = units.reduce((sum, unit) => sum + unit.squares, 0);
  return Math.max(0.05, excess > 0 ? Math.min(1000, squares / excess) : 1000);
}
