import { beliefOf, type FeedModel, fitFeed, summariseFeed } from '@platen/diagnosis/components/feed-roller/feed-model';
import type { FeedPast } from '@platen/diagnosis/components/feed-roller/feed-readings';
import { trackRate } from '@platen/diagnosis/statistics/cusum';

const targets = { found: 0.64, within: 90, yearsBetweenFalseAlarms: 5 };
const days = 600;
const learningFleet = 60;
const sources = 1500;
/** Flat at first, so that a drift finds a source of whose usual rate something is known. */
const flatDays = { least: 60, most: 400 };
const perSheet = { jams: 1 / 5200, retries: 1 / 900 };
/** Sizes of the negative binomial of a day. */
const sizes = { jams: 0.7, retries: 2.5 };

type Random = () => number;
interface Source {
  readonly sheetsPerDay: number;
  readonly quality: number;
}
/** By how much jams and retries rise on a day. */
type Factor = (day: number) => number;

/**
 * Jam drift on synthetic sources: rate flat, then a step or a ramp of 20 to 60 days to 2 to 5 times; jams and
 * retries bunched; sources differ in use (20 to 400 sheets a day) and in rate (a third up or down). Prints
 * the share found within 90 days, the delay and the false alarms of flat sources; true where the targets are
 * reached.
 */
export function scoreJamDrift(seed = 11): boolean {
  const random = toRandom(seed);
  const model = learn(random);
  let [calmDays, falseAlarms, found, early] = [0, 0, 0, 0];
  const delays: number[] = [];
  for (let i = 0; i < sources; i++) {
    const source = toSource(random);
    const flat = alarmsOf(
      toPast(random, source, days, () => 1),
      model,
    );
    calmDays += days;
    falseAlarms += flat.length;
    const start = Math.round(flatDays.least + (flatDays.most - flatDays.least) * random());
    const alarms = alarmsOf(toPast(random, source, start + targets.within, toDrift(random, start)), model);
    if (alarms.some((day) => day < start)) early++;
    const first = alarms.find((day) => day >= start);
    if (first === undefined) continue;
    found++;
    delays.push(first - start);
  }
  delays.sort((a, b) => a - b);
  const years = calmDays / falseAlarms / 365;
  console.log(`\njam drift: ${sources} synthetic sources, rate to 2 to 5 times its usual`);
  console.log(
    `  found within ${targets.within} days ${((100 * found) / sources).toFixed(1)} % (target ${100 * targets.found} %), median after ${delays[Math.floor(delays.length / 2)] ?? '-'} days; ${early} alarmed before as well`,
  );
  console.log(
    `  one false alarm a source in ${years.toFixed(1)} years of daily readings (target ${targets.yearsBetweenFalseAlarms}): ${falseAlarms} in ${(calmDays / 365).toFixed(0)} years`,
  );
  return found / sources >= targets.found && years >= targets.yearsBetweenFalseAlarms;
}

function learn(random: Random): FeedModel {
  const summaries = Array.from({ length: learningFleet }, () => toPast(random, toSource(random), 200, () => 1));
  return fitFeed(
    summaries.flatMap((past) => summariseFeed(past) ?? []),
    undefined,
  );
}

const alarmsOf = (past: FeedPast, model: FeedModel): readonly number[] =>
  trackRate(past.readings, beliefOf('paper', model))?.alarms ?? [];

const toSource = (random: Random): Source => ({
  sheetsPerDay: 20 * 20 ** random(),
  quality: Math.exp(0.3 * toNormal(random)),
});

function toDrift(random: Random, start: number): Factor {
  const factor = 2 + 3 * random();
  const climb = random() < 0.5 ? 1 : 20 + 40 * random();
  return (day) => (day < start ? 1 : 1 + (factor - 1) * Math.min(1, (day - start + 1) / climb));
}

function toPast(random: Random, { sheetsPerDay, quality }: Source, length: number, factor: Factor): FeedPast {
  const readings = Array.from({ length }, (_, day) => {
    const activity = day % 7 < 5 ? 1.4 * Math.exp(0.4 * toNormal(random) - 0.08) : 0;
    const exposure = Math.round(sheetsPerDay * activity);
    const worse = quality * factor(day) * exposure;
    const jams = toCount(random, worse * perSheet.jams, sizes.jams);
    return { day, exposure, events: jams + toCount(random, worse * perSheet.retries, sizes.retries) };
  });
  return {
    source: 'CST1',
    countsRetries: true,
    readings,
    sheets: [],
    lives: [],
    replaced: [],
    agedPart: null,
    consumed: null,
  };
}

/** A count of the negative binomial: Poisson with a gamma-distributed mean. */
function toCount(random: Random, mean: number, size: number): number {
  if (!(mean > 0)) return 0;
  const rate = (mean / size) * toGamma(random, size);
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
function toRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
