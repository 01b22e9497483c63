import type { Day } from '@platen/diagnosis/history/day-reading';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { type Alarm, alarmedItems, toAlarms } from './fleet-alarms.ts';
import { loadedOn, type SimulatedPast } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';
import type { Period } from './fleet-score.ts';
import { scoreToner, type TonerScore } from './fleet-toner.ts';

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
 * Judges a simulated fleet every 7 days from the end of the training on. The models are learned from what was
 * known up to then, never from later days. `progress` receives the share of the work that is done.
 */
export function judgeFleet(plan: FleetPlan, progress: (share: number) => void): JudgedFleet {
  const period = { first: firstJudged(plan), last: plan.end };
  const fleet = simulateFleet(plan, (share) => progress(0.3 * share));
  const findModel = learnModels(plan, fleet, refit, (share) => progress(0.3 + 0.2 * share));
  const toner: TonerScore = { dates: 0, within3Days: 0, soon: 0, soonWithin3Days: 0, covered: 0, error: 0, unknown: 0 };
  const times: number[] = [];
  const devices = fleet.map(({ history, ...past }, index) => {
    const judged: { day: Day; items: ReadonlySet<string> }[] = [];
    for (let day = period.first; day <= period.last; day += step) {
      const known = loadedOn(history, day, plan.readings);
      const model = findModel(history.family, day);
      const started = performance.now();
      const judgement = judgeDevice(known, { today: day, model, thresholds: [], codes: [] });
      times.push(performance.now() - started);
      judged.push({ day, items: alarmedItems(judgement) });
      scoreToner(toner, day, judgement.toner, past.truth);
    }
    progress(0.5 + (0.5 * (index + 1)) / plan.devices);
    return { ...past, alarms: toAlarms(judged) };
  });
  times.sort((a, b) => a - b);
  const time = { median: times[Math.floor(times.length / 2)] ?? Number.NaN, most: times.at(-1) ?? Number.NaN };
  return { period, devices, toner, judgements: times.length, time };
}
