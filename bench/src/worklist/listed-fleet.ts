import type { Action } from '@platen/diagnosis/conditions/model';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import type { ServiceDay } from '@platen/simulator/fleet/visits';
import type { WorldName } from '@platen/simulator/fleet/worlds';
import { fitAll } from '../diagnosis/fleet-models.ts';
import { ListedDevice } from './listed-device.ts';

export interface FleetPlan {
  readonly seed: string;
  readonly world: WorldName;
  readonly devices: number;
  /** Days before the list begins: the models learn from them, and the list settles in the last of them. */
  readonly training: number;
  /** Days of the list. */
  readonly days: number;
  readonly end: Day;
}

/** Service people: what they do in the morning of a day, and what they entered when it is over. */
export interface ServicePeople {
  /** By index of the device. */
  readonly goTo: (day: Day, devices: readonly ListedDevice[]) => ReadonlyMap<number, ServiceDay>;
  readonly record: (day: Day, devices: readonly ListedDevice[]) => ReadonlyMap<number, readonly Action[]>;
}

/** Days between judgements of a device and between fits, and of evaluations before the list begins. */
const every = { judged: 7, fitted: 56, settled: 21 };
const noVisit: ServiceDay = { putIn: null };

/**
 * Lives a fleet day by day: each device is judged every week, and the day after something was put in, and its
 * conditions are evaluated each evening. `look` sees the fleet at the end of each day of the list. Without
 * `people` the parts are replaced by the rules of the simulation, as if there were no list.
 */
export function runFleet(
  plan: FleetPlan,
  people: ServicePeople | undefined,
  look: (day: Day, devices: readonly ListedDevice[], service: ReadonlyMap<number, ServiceDay>) => void,
): readonly ListedDevice[] {
  const first = plan.end - plan.days + 1;
  const window = { from: first - plan.training, to: plan.end };
  const devices = Array.from(
    { length: plan.devices },
    (_, index) => new ListedDevice(plan.seed, index, window, plan.world),
  );
  const begun = first - every.settled;
  for (const device of devices) device.live(begun - 1, undefined);
  let { models, medianPages } = learn(devices, begun - 1);
  let served = new Set<number>();
  for (let day = begun; day <= plan.end; day++) {
    if (day > begun && (day - begun) % every.fitted === 0) ({ models, medianPages } = learn(devices, day - 1));
    const isListed = day >= first;
    const service = isListed ? people?.goTo(day, devices) : undefined;
    for (const device of devices) {
      const own = isListed && people !== undefined ? (service?.get(device.index) ?? noVisit) : undefined;
      device.live(day, own);
    }
    const actions = isListed ? people?.record(day, devices) : undefined;
    for (const device of devices) {
      const isDue = (day + device.index) % every.judged === 0 || day === begun || served.has(device.index);
      if (isDue) device.judge(day, models(device));
      device.evaluate(day, medianPages, actions?.get(device.index) ?? []);
    }
    served = new Set(service?.keys());
    if (isListed) look(day, devices, service ?? new Map());
  }
  for (const device of devices) device.finish();
  return devices;
}

function learn(devices: readonly ListedDevice[], day: Day) {
  const histories = devices.map((device) => device.load(day));
  const { common, families } = fitAll(histories.map((history) => summariseDevice(history)));
  const byIndex = new Map(devices.map(({ index }, at) => [index, histories[at]?.family ?? null]));
  const pages = devices.flatMap(({ pagesAMonth }) => pagesAMonth ?? []).toSorted((a, b) => a - b);
  return {
    models: ({ index }: ListedDevice) => families.get(byIndex.get(index) ?? '') ?? common,
    medianPages: pages[Math.floor(pages.length / 2)] ?? null,
  };
}
