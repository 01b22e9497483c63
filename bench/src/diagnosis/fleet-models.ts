import type { Day, DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { fitFamily, summariseDevice } from '@platen/diagnosis/judge/fit-family';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import type { WorldName } from '@platen/simulator/fleet/worlds';
import { loadedOn, type SimulatedPast, simulatePast } from './fleet-histories.ts';

export interface FleetPlan {
  readonly seed: string;
  readonly world: WorldName;
  readonly devices: number;
  /** Days simulated; the last of them is `end`. */
  readonly days: number;
  readonly end: Day;
  /** Days that the models learn from before the first judgement. */
  readonly training: number;
  /** Days of readings that a judgement looks at, as many as the server loads. */
  readonly readings: number;
  /** Days after `end` of which the truth is simulated too; nothing of them is ever judged or learned. */
  readonly ahead: number;
}

/** The model that the server would have used for a family on a day. */
export type FindModel = (family: string | null, day: Day) => FamilyModel | undefined;

const firstDay = ({ end, days }: FleetPlan): Day => end - days + 1;
/** The day of the first judgement. */
export const firstJudged = (plan: FleetPlan): Day => firstDay(plan) + plan.training;

/** The past of every device of the fleet, each simulated once; reports end on the last day that is judged. */
export function simulateFleet(plan: FleetPlan, progress: (share: number) => void): readonly SimulatedPast[] {
  const window = { from: firstDay(plan), to: plan.end + plan.ahead, reportsTo: plan.end };
  return Array.from({ length: plan.devices }, (_, index) => {
    progress(index / plan.devices);
    return simulatePast(plan.seed, index, window, plan.world);
  });
}

/**
 * Learns the models of a simulated fleet every `refit` days from the end of the training on, each from what
 * was known up to that day. `progress` is called with the share of the work that is done; `summarise` is what
 * a device adds, by default all of it.
 */
export function learnModels(
  plan: FleetPlan,
  fleet: readonly SimulatedPast[],
  refit: number,
  progress: (share: number) => void,
  summarise: (history: DeviceHistory) => DeviceSummary = summariseDevice,
): FindModel {
  const fits: Day[] = [];
  for (let day = firstJudged(plan); day <= plan.end; day += refit) fits.push(day);
  const summaries = new Map<Day, DeviceSummary[]>(fits.map((day) => [day, []]));
  for (const [index, { history }] of fleet.entries()) {
    for (const day of fits) summaries.get(day)?.push(summarise(loadedOn(history, day, plan.readings)));
    progress((index + 1) / plan.devices);
  }
  const models = fits.map((day) => ({ day, ...fitAll(summaries.get(day) ?? []) }));
  return (family, day) => {
    const fitted = models.findLast((model) => model.day <= day);
    return family === null ? fitted?.common : (fitted?.families.get(family) ?? fitted?.common);
  };
}

/** Models of all families, and one of what they have in common. */
export function fitAll(summaries: readonly DeviceSummary[]): {
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
