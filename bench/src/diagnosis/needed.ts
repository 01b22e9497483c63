import type { Day, DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { findReplacements } from '@platen/diagnosis/history/replacements';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { commonSpread, probabilityOf, quantilesOf, toDemand } from '@platen/diagnosis/parts-needed/demand';
import { judgeNeeds, needDays } from '@platen/diagnosis/parts-needed/device-needs';
import { loadedOn, type SimulatedPast } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';

/** One part (or cartridge) of one family in the quarter after one day. */
export interface NeedCase {
  readonly item: string;
  readonly seen: number;
  readonly expected: number;
  readonly stock: number;
  readonly isWithin: boolean;
  /** Share that the forecast itself gives its range: more than 80 %, as the range ends at whole pieces. */
  readonly meant: number;
  /** By the part's own history: mean rate times the days, and the 90 % quantile of a Poisson count. */
  readonly usual: number;
  readonly usualStock: number;
}

/** Days between two looks; the quarters overlap. */
const every = 50;

/** Days of history from which the baseline takes its rate, as many as the server loads at most. */
const past = 365;

interface Sums {
  seen: number;
  mean: number;
  variance: number;
  /** Replacements that the readings show, and the device days they were looked for in. */
  replaced: number;
  days: number;
  devices: number;
}

/** Predicts the needs of a simulated fleet on several days, and counts what was replaced 91 days on. */
export function collectNeeds(plan: FleetPlan, progress: (share: number) => void): readonly NeedCase[] {
  const fleet = simulateFleet(plan, (share) => progress(0.3 * share));
  const findModel = learnModels(plan, fleet, every, (share) => progress(0.3 + 0.3 * share));
  const cases: NeedCase[] = [];
  for (let day = firstJudged(plan); day <= plan.end; day += every) {
    const sums = new Map<string, Sums>();
    for (const one of fleet) addDevice(sums, one, day, plan, findModel(one.history.family, day));
    cases.push(...[...sums].map(([key, sum]) => toCase(key, sum)));
    progress(0.6 + (0.4 * (day - firstJudged(plan))) / (plan.end - firstJudged(plan)));
  }
  return cases;
}

function addDevice(
  sums: Map<string, Sums>,
  { history, truth }: SimulatedPast,
  day: Day,
  plan: FleetPlan,
  model: Parameters<typeof judgeNeeds>[2]['model'],
): void {
  const known = loadedOn(history, day, plan.readings);
  const judgement = judgeDevice(known, { today: day, model, thresholds: [], codes: [] });
  const days = Math.min(past, day - (known.days[0]?.day ?? day));
  for (const { item, mean, variance } of judgeNeeds(known, judgement, { today: day, model })) {
    const key = `${history.family ?? ''} ${item}`;
    const sum = sums.get(key) ?? { seen: 0, mean: 0, variance: 0, replaced: 0, days: 0, devices: 0 };
    sums.set(key, sum);
    sum.mean += mean;
    sum.variance += variance;
    sum.seen += seenIn(truth, item, day);
    sum.replaced += replacedIn(known, item, day);
    sum.days += days;
    sum.devices++;
  }
}

const seenIn = (truth: SimulatedPast['truth'], item: string, day: Day): number =>
  truth.filter((event) => {
    if (event.kind !== 'part' && event.kind !== 'toner') return false;
    const own = event.kind === 'part' ? `part.${event.part}` : `toner.${event.color}`;
    return own === item && event.replaced !== null && event.replaced > day && event.replaced <= day + needDays;
  }).length;

const replacedIn = (history: DeviceHistory, item: string, day: Day): number =>
  findReplacements(history).filter((one) => one.item === item && one.day > day - past).length;

function toCase(key: string, { seen, mean, variance, replaced, days, devices }: Sums): NeedCase {
  const usual = days === 0 ? 0 : (replaced / days) * devices * needDays;
  const { stock, lower, upper } = toDemand({ mean, variance, asked: 0 });
  return {
    item: key.slice(key.indexOf(' ') + 1),
    seen,
    expected: mean,
    stock,
    isWithin: seen >= lower && seen <= upper,
    meant: mean > 0 ? meantBy({ mean, variance: variance + (commonSpread * mean) ** 2 }, lower, upper) : 1,
    usual,
    usualStock: quantilesOf(usual, usual)(0.9),
  };
}

function meantBy({ mean, variance }: Pick<Sums, 'mean' | 'variance'>, lower: number, upper: number): number {
  const probability = probabilityOf(mean, variance);
  let share = 0;
  for (let count = lower; count <= upper; count++) share += probability(count);
  return share;
}

/** Pinball loss of the 90 % quantile. */
const loss = (stock: number, seen: number): number => Math.max(0.9 * (seen - stock), 0.1 * (stock - seen));

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Prints parts and cartridges apart; true where the loss is smaller than that of each part's own history. */
export function printNeeds(cases: readonly NeedCase[]): boolean {
  console.log(`\n  parts needed in the next ${needDays} days, by family and part, against the own history of each`);
  console.log(
    '                  cases  needed | expected  stock enough  in 80 %   meant   loss | history: expected  enough   loss | change',
  );
  const isPart = ({ item }: NeedCase) => item.startsWith('part.');
  for (const [name, codes] of partKinds)
    printKind(
      name,
      cases.filter(({ item }) => codes.test(item)),
    );
  return [
    printKind('parts', cases.filter(isPart)),
    printKind(
      'cartridges',
      cases.filter((one) => !isPart(one)),
    ),
  ].every(Boolean);
}

/** Kinds of part by their codes. */
const partKinds = [
  ['drums', /^part\.625[0-3]$/],
  ['developers', /^part\.627[4-7]$/],
  ['belt, 2nd tr', /^part\.(?:6342|6321)$/],
  ['feed rollers', /^part\.6[45]/],
  ['by plan only', /^part\.62(?:5[4-9]|6)/],
] as const;

function printKind(name: string, own: readonly NeedCase[]): boolean {
  if (own.length === 0) return true;
  const ours = sum(own.map(({ stock, seen }) => loss(stock, seen)));
  const theirs = sum(own.map(({ usualStock, seen }) => loss(usualStock, seen)));
  const share = (is: (one: NeedCase) => boolean) =>
    `${((100 * own.filter(is).length) / own.length).toFixed(1)} %`.padStart(7);
  const figure = (value: number) => value.toFixed(1).padStart(7);
  console.log(
    `    ${name.padEnd(12)} ${String(own.length).padStart(6)} ${figure(sum(own.map(({ seen }) => seen)))} |  ${figure(sum(own.map(({ expected }) => expected)))}       ` +
      `${share(({ stock, seen }) => seen <= stock)}  ${share(({ isWithin }) => isWithin)} ${figure((100 * sum(own.map(({ meant }) => meant))) / own.length)} ${figure(ours)} |           ${figure(sum(own.map(({ usual }) => usual)))} ` +
      `${share(({ usualStock, seen }) => seen <= usualStock)} ${figure(theirs)} | ${((100 * ours) / theirs - 100).toFixed(1)} %`,
  );
  return ours < theirs;
}
