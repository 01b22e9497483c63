import {
  beliefOf,
  type FeedModel,
  fitFeed,
  kindOf,
  summariseFeed,
} from '@platen/diagnosis/components/feed-roller/feed-model';
import { trackRate } from '@platen/diagnosis/statistics/rate-drift';
import { type RateReading } from '@platen/diagnosis/statistics/rate-rise';
import { knowingAlarms, toBase } from './jam-bound.ts';
import {
  type FeedWorld,
  feedWorlds,
  type Random,
  type Source,
  toDrift,
  toPast,
  toRandom,
  toReadings,
  toSource,
} from './jam-sources.ts';

const within = 90;
const days = 600;
const learningFleet = 60;
const sources = 1000;
/** Flat at first, so that a drift finds a source of whose usual rate something is known. */
const flatDays = { least: 60, most: 400 };
/** Sheets a day between which the share found is given apart. */
const volumes = [20, 60, 150, 400];

interface Goal {
  readonly name: string;
  readonly world: FeedWorld;
  /** Times the usual rate. */
  readonly from: number;
  readonly to: number;
  /** Share found within 90 days. */
  readonly found: number;
  readonly years: number;
}

const goals: readonly Goal[] = [
  { name: 'jams alone, to 6 times', world: feedWorlds.jamsAlone, from: 6, to: 6, found: 0.68, years: 20 },
  { name: 'jams alone, to 3 times', world: feedWorlds.jamsAlone, from: 3, to: 3, found: 0.4, years: 20 },
  { name: 'jams in bunches, to 6 times', world: feedWorlds.jamsBunched, from: 6, to: 6, found: 0.68, years: 20 },
  { name: 'with retries, to 2 to 5 times', world: feedWorlds.withRetries, from: 2, to: 5, found: 0.723, years: 18 },
];

/**
 * Jam drift on synthetic sources: rate flat, then a step or a ramp of 20 to 60 days. Prints by goal the share
 * found within 90 days, the delay and the false alarms of flat sources, and for jams alone the bound: the
 * share found where each source's true rate and the rise to come are known. True where all goals are reached.
 */
export function scoreJamDrift(seeds: readonly string[]): boolean {
  return seeds.flatMap((seed) => goals.map((goal) => scoreGoal(goal, Number(seed) || 1))).every(Boolean);
}

function scoreGoal({ name, world, from, to, found: least, years: fewest }: Goal, seed: number): boolean {
  const random = toRandom(seed);
  const model = learn(random, world);
  const known =
    world === feedWorlds.jamsAlone ? { rate: rateOf(random, world), ratio: from, years: fewest } : undefined;
  const base = known && toBase(() => toRandom(seed + 1), world, known);
  let falseAlarms = 0;
  const cases: { readonly source: Source; readonly delay: number | null; readonly byKnowing: boolean }[] = [];
  for (let i = 0; i < sources; i++) {
    const source = toSource(random, world);
    falseAlarms += alarmsOf(
      toReadings(random, world, source, days, () => 1),
      world,
      model,
    ).length;
    const start = Math.round(flatDays.least + (flatDays.most - flatDays.least) * random());
    const drift = toDrift(random, start, from + (to - from) * random());
    const readings = toReadings(random, world, source, start + within, drift);
    const first = alarmsOf(readings, world, model).find((day) => day >= start);
    const alarms = known && base !== undefined ? knowingAlarms(readings, source, { ...known, base }) : [];
    cases.push({
      source,
      delay: first === undefined ? null : first - start,
      byKnowing: alarms.some((day) => day >= start),
    });
  }
  const delays = cases.flatMap(({ delay }) => delay ?? []).sort((a, b) => a - b);
  const years = (sources * days) / falseAlarms / 365;
  const share = delays.length / sources;
  const holds = share >= least && years >= fewest;
  console.log(`\njam drift, ${name} the usual: ${sources} synthetic sources, seed ${seed}`);
  console.log(
    `  found within ${within} days ${percent(share)} (goal ${percent(least)}), median after ${delays[Math.floor(delays.length / 2)] ?? '-'} days; ${holds ? 'reached' : 'NOT REACHED'}`,
  );
  console.log(`  one false alarm a source in ${years.toFixed(1)} years of daily readings (goal ${fewest})`);
  const byVolume = volumes.slice(1).map((most, at) => {
    const some = cases.filter(({ source }) => source.sheetsPerDay < most && source.sheetsPerDay >= (volumes[at] ?? 0));
    return `${volumes[at] ?? 0}-${most}: ${percent(some.filter(({ delay }) => delay !== null).length / some.length)}`;
  });
  console.log(`  by sheets a day: ${byVolume.join(', ')}`);
  if (known !== undefined)
    console.log(
      `  bound, with true rates and the rise known: ${percent(cases.filter(({ byKnowing }) => byKnowing).length / sources)} at one in ${fewest} years`,
    );
  return holds;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Events a sheet of a source of quality 1. */
function rateOf(random: Random, world: FeedWorld): number {
  const sheets = 1000;
  let events = 0;
  for (let i = 0; i < 20_000; i++) events += world.count(random, sheets);
  return events / (20_000 * sheets);
}

function learn(random: Random, world: FeedWorld): FeedModel {
  const summaries = Array.from({ length: learningFleet }, () =>
    toPast(
      toReadings(random, world, toSource(random, world), 200, () => 1),
      world,
    ),
  );
  return fitFeed(
    summaries.flatMap((past) => summariseFeed(past) ?? []),
    undefined,
  );
}

function alarmsOf(readings: readonly RateReading[], world: FeedWorld, model: FeedModel): readonly number[] {
  return trackRate(readings, beliefOf(kindOf(toPast([], world)), model))?.alarms ?? [];
}
