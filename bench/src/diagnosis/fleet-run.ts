import type { Day, DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { fitFamily, summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { toKnownHistory } from '@platen/diagnosis/judge/known-history';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import { type Alarm, alarmedItems, toAlarms } from './fleet-alarms.ts';
import { type SimulatedPast, simulatePast } from './fleet-histories.ts';
import type { Period } from './fleet-score.ts';
import { scoreToner, type TonerScore } from './fleet-toner.ts';

interface FleetPlan {
  readonly seed: string;
  readonly devices: number;
  /** Days simulated; the last of them is `end`. */
  readonly days: number;
  readonly end: Day;
  /** Days that the models learn from before the first judgement. */
  readonly training: number;
  /** Days of readings that a judgement looks at, as many as the server loads. */
  readonly readings: number;
}

export interface JudgedFleet {
  readonly period: Period;
  readonly devices: readonly (Omit<SimulatedPast, 'history'> & { readonly alarms: readonly Alarm[] })[];
  readonly toner: TonerScore;
  readonly judgements: number;
  /** Milliseconds a judgement, median and greatest. */
  readonly time: { readonly median: number; readonly most: number };
}

const step = 7;
/** The server learns every night; here every four weeks, which is enough and quicker. */
const refit = 28;

/**
 * Judges a simulated fleet every 7 days from the end of the training on. The models are learned from what was known up to then, never from later days.
 * `progress` is told the share of the work that is done.
 */
export function judgeFleet(plan: FleetPlan, progress: (share: number) => void): JudgedFleet {
  const from = plan.end - plan.days + 1;
  const period = { first: from + plan.training, last: plan.end };
  const window = { from, to: plan.end };
  const fits: Day[] = [];
  for (let day = period.first; day <= period.last; day += refit) fits.push(day);
  const summaries = new Map<Day, DeviceSummary[]>(fits.map((day) => [day, []]));
  for (let index = 0; index < plan.devices; index++) {
    const { history } = simulatePast(plan.seed, index, window);
    for (const day of fits) summaries.get(day)?.push(summariseDevice(recent(history, day, plan.readings)));
    progress((0.4 * (index + 1)) / plan.devices);
  }
  const models = fits.map((day) => ({ day, ...fitAll(summaries.get(day) ?? []) }));
  const toner: TonerScore = { dates: 0, within3Days: 0, soon: 0, soonWithin3Days: 0, covered: 0, error: 0, unknown: 0 };
  const times: number[] = [];
  const devices = Array.from({ length: plan.devices }, (_, index) => {
    const { history, ...past } = simulatePast(plan.seed, index, window);
    const judged: { day: Day; items: ReadonlySet<string> }[] = [];
    for (let day = period.first; day <= period.last; day += step) {
      const fitted = models.findLast((model) => model.day <= day);
      const model = history.family === null ? fitted?.common : (fitted?.families.get(history.family) ?? fitted?.common);
      const known = recent(history, day, plan.readings);
      const started = performance.now();
      const judgement = judgeDevice(known, { today: day, model, thresholds: [], codes: [] });
      times.push(performance.now() - started);
      judged.push({ day, items: alarmedItems(judgement) });
      scoreToner(toner, day, judgement.toner, past.truth);
    }
    progress(0.4 + (0.6 * (index + 1)) / plan.devices);
    return { ...past, alarms: toAlarms(judged) };
  });
  times.sort((a, b) => a - b);
  const time = { median: times[Math.floor(times.length / 2)] ?? Number.NaN, most: times.at(-1) ?? Number.NaN };
  return { period, devices, toner, judgements: times.length, time };
}

/** What the server would load on that day. */
function recent(history: DeviceHistory, day: Day, readings: number): DeviceHistory {
  const known = toKnownHistory(history, day);
  const since = day - readings + 1;
  return {
    ...known,
    days: known.days.filter((entry) => entry.day >= since),
    errors: known.errors.filter(({ at }) => at >= since * 86_400_000),
  };
}

function fitAll(summaries: readonly DeviceSummary[]): {
  common: FamilyModel;
  families: ReadonlyMap<string, FamilyModel>;
} {
  const common = fitFamily(summaries, undefined);
  const names = new Set(summaries.flatMap(({ family }) => family ?? []));
  const families = [...names].map((name): [string, FamilyModel] => [
    name,
    fitFamily(
      summaries.filter(({ family }) => family === name),
      common,
    ),
  ]);
  return { common, families: new Map(families) };
}
