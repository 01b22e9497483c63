import type { FeedPast } from '@platen/diagnosis/components/feed-roller/feed-readings';
import type { RateReading } from '@platen/diagnosis/statistics/rate-rise';

export type Random = () => number;
/** By how much jams and retries rise on a day. */
export type Factor = (day: number) => number;

export interface Source {
  readonly sheetsPerDay: number;
  /** Times the rate of all sources. */
  readonly quality: number;
}

/** What is counted of synthetic sources. */
export interface FeedWorld {
  /** Whether retries are counted with the jams. */
  readonly retries: boolean;
  /** Standard deviation of the logarithm of the sources' rates. */
  readonly spread: number;
  /** Events on a day with this many sheets at the usual rate. */
  readonly count: (random: Random, sheets: number) => number;
}

/** Jams alone: 2 of 10,000 sheets (no published rate of office machines is known; 0229), each by itself. */
const jamsAlone: FeedWorld = {
  retries: false,
  spread: 0.4,
  count: (random, sheets) => toPoisson(random, (2 * sheets) / 10_000),
};

/** The same, every fourth jam followed by another on the same day. */
const jamsBunched: FeedWorld = {
  ...jamsAlone,
  count: (random, sheets) => {
    const again = 0.25;
    let jams = toPoisson(random, ((1 - again) * 2 * sheets) / 10_000);
    for (let left = jams; left > 0; left--) while (random() < again) jams++;
    return jams;
  },
};

/** Jams and retries: one jam in 5,200 and one retry in 900 sheets, days bunched. */
const withRetries: FeedWorld = {
  retries: true,
  spread: 0.3,
  count: (random, sheets) => toCount(random, sheets / 5200, 0.7) + toCount(random, sheets / 900, 2.5),
};

export const feedWorlds = { jamsAlone, jamsBunched, withRetries } as const;

/** Sources of 20 to 400 sheets a day. */
export const toSource = (random: Random, { spread }: FeedWorld): Source => ({
  sheetsPerDay: 20 * 20 ** random(),
  quality: Math.exp(spread * toNormal(random)),
});

/** From `start` on to `factor` times the rate: at once, or within 20 to 60 days. */
export function toDrift(random: Random, start: number, factor: number): Factor {
  const climb = random() < 0.5 ? 1 : 20 + 40 * random();
  return (day) => (day < start ? 1 : 1 + (factor - 1) * Math.min(1, (day - start + 1) / climb));
}

/** Readings of workdays. */
export function toReadings(
  random: Random,
  world: FeedWorld,
  { sheetsPerDay, quality }: Source,
  length: number,
  factor: Factor,
): RateReading[] {
  return Array.from({ length }, (_, day) => {
    const activity = day % 7 < 5 ? 1.4 * Math.exp(0.4 * toNormal(random) - 0.08) : 0;
    const exposure = Math.round(sheetsPerDay * activity);
    return { day, exposure, events: world.count(random, quality * factor(day) * exposure) };
  });
}

export const toPast = (readings: readonly RateReading[], { retries }: FeedWorld): FeedPast => ({
  source: 'CST1',
  countsRetries: retries,
  readings,
  sheets: [],
  lives: [],
  replaced: [],
  agedPart: null,
  consumed: null,
});

/** A count of the negative binomial: Poisson with a gamma-distributed mean. */
function toCount(random: Random, mean: number, size: number): number {
  if (!(mean > 0)) return 0;
  return toPoisson(random, (mean / size) * toGamma(random, size));
}

function toPoisson(random: Random, rate: number): number {
  let count = 0;
  for (let passed = -Math.log(1 - random()); passed < rate; passed -= Math.log(1 - random())) count++;
  return count;
}

/** Marsaglia and Tsang 2000; shape below 1 by a power of a uniform number. */
function toGamma(random: Random, shape: number): number {
  if (shape < 1) return toGamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = toNormal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

const toNormal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Repeatable numbers from 0 to below 1. */
export function toRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
