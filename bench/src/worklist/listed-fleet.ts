import type { Action } from '@platen/diagnosis/conditions/model';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { fitRiskCurves } from '@platen/diagnosis/risk/risk-curves';
import { fitWarningLimit } from '@platen/diagnosis/risk/warning-limit';
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
/** Share of the days before the list after which the fleet's own risks are stored, and the days between. */
const past = { from: 0.4, every: 14 };
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
  let { models, medianPages } = learnPast(devices, { from: window.from, begun });
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

/**
 * Lives the days before the list; each device is judged every other week, so that the fleet has past risks to
 * learn from (0337).
 */
function learnPast(devices: readonly ListedDevice[], { from, begun }: { from: Day; begun: Day }) {
  const first = from + Math.round(past.from * (begun - from));
  let learned: ReturnType<typeof learn> | undefined;
  for (let day = first; day < begun - 1; day += past.every) {
    for (const device of devices) device.live(day, undefined);
    if (learned === undefined || (day - first) % every.fitted === 0) learned = learn(devices, day);
    for (const device of devices) device.judge(day, learned.models(device));
  }
  for (const device of devices) device.live(begun - 1, undefined);
  return learn(devices, begun - 1);
}

function learn(devices: readonly ListedDevice[], day: Day) {
  const histories = devices.map((device) => device.load(day));
  const { common, families } = fitAll(histories.map((history) => summariseDevice(history)));
  const judged = devices.flatMap(({ judgement }) => judgement ?? []);
  const ofAll = {
    warnFrom: fitWarningLimit(judged.map(({ signRisk }) => signRisk ?? null)),
    riskCurves: fitRiskCurves(judged.map(({ pastRisks }) => pastRisks ?? [])),
  };
  const byIndex = new Map(devices.map(({ index }, at) => [index, histories[at]?.family ?? null]));
  const pages = devices.flatMap(({ pagesAMonth }) => pagesAMonth ?? []).toSorted((a, b) => a - b);
  return {
    models: ({ index }: ListedDevice) => ({ ...(families.get(byIndex.get(index) ?? '') ?? common), ...ofAll }),
    medianPages: pages[Math.floor(pages.length / 2)] ?? null,
  };
}
