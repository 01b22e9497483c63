import { fitDeveloper, summariseDeveloper } from '../components/developer.ts';
import { fitDrum, summariseDrum } from '../components/drum.ts';
import { fitFeedRollers, summariseFeedRollers } from '../components/feed-roller.ts';
import { fitFuser, summariseFuser } from '../components/fuser.ts';
import { fitImageControl, summariseImageControl } from '../components/image-control-error.ts';
import { fitImageSensors, summariseImageSensors } from '../components/image-quality-sensor.ts';
import { fitPolygonal, summarisePolygonal } from '../components/polygonal-motor.ts';
import { learnRange } from '../components/part-life/learned-range.ts';
import type { LifeModel, LifeSummary } from '../components/part-life/life-model.ts';
import type { DatedKind } from '../components/part-life/range-factors.ts';
import { fitSecondTransfer, summariseSecondTransfer } from '../components/second-transfer.ts';
import { fitStorage, summariseStorage } from '../components/storage.ts';
import { fitToner, summariseToner } from '../components/toner.ts';
import { type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { fitUsage } from '../usage/calibration.ts';
import { summariseUsage } from '../usage/summarise-usage.ts';
import { toKnownHistory } from './known-history.ts';
import type { DeviceSummary, FamilyModel } from './models.ts';

/** What this device adds to the model of its family; small, JSON. The order in which its days are given does not matter. */
export function summariseDevice(given: DeviceHistory): DeviceSummary {
  const last = given.days.reduce((latest, { day }) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  if (last === Number.NEGATIVE_INFINITY) return { family: given.family };
  const history = toKnownHistory(given, last);
  const pages = toIncrements(seriesOf(history, 'pages.total'), pageLimits);
  return {
    family: history.family,
    ...present({
      usage: summariseUsage(pages, last),
      toner: summariseToner(history),
      fuser: summariseFuser(history),
      drum: summariseDrum(history),
      secondTransfer: summariseSecondTransfer(history),
      developer: summariseDeveloper(history),
      feedRoller: summariseFeedRollers(history),
      imageQualitySensor: summariseImageSensors(history),
      imageControlError: summariseImageControl(history),
      polygonalMotor: summarisePolygonal(history),
      storage: summariseStorage(history),
    }),
  };
}

/**
 * Learns from the devices of one family; `common` is the model of all devices, towards which a small family is drawn
 * (undefined: this is that model). The order of the summaries does not matter to what is learned.
 */
export function fitFamily(summaries: readonly DeviceSummary[], common: FamilyModel | undefined): FamilyModel {
  const of = <K extends keyof DeviceSummary>(key: K) =>
    summaries.flatMap((summary) => {
      const one = summary[key];
      return one === undefined ? [] : [one];
    });
  // What came of past forecasts is learned of the families together: one alone has too few pieces.
  const withLearned = (key: keyof typeof livedKinds, model: LifeModel | undefined) =>
    model === undefined || common !== undefined
      ? model
      : { ...model, learned: learnRange(livesByFamily(summaries, key), model, livedKinds[key]) };
  return {
    devices: summaries.length,
    ...present({
      usage: fitUsage(of('usage'), common?.usage),
      toner: fitToner(of('toner'), common?.toner),
      fuser: withLearned('fuser', fitFuser(of('fuser'), common?.fuser)),
      drum: withLearned('drum', fitDrum(of('drum'), common?.drum)),
      secondTransfer: withLearned('secondTransfer', fitSecondTransfer(of('secondTransfer'), common?.secondTransfer)),
      developer: withLearned('developer', fitDeveloper(of('developer'), common?.developer)),
      feedRoller: fitFeedRollers(of('feedRoller'), common?.feedRoller),
      imageQualitySensor: fitImageSensors(of('imageQualitySensor'), common?.imageQualitySensor),
      imageControlError: fitImageControl(of('imageControlError'), common?.imageControlError),
      polygonalMotor: fitPolygonal(of('polygonalMotor'), common?.polygonalMotor),
      storage: fitStorage(of('storage'), common?.storage),
    }),
  };
}

/** Kinds of part with a life, by their key in a summary, as they are dated. */
const livedKinds = {
  fuser: 'fuserBelt',
  drum: 'drum',
  secondTransfer: 'secondTransfer',
  developer: 'developer',
} as const satisfies Partial<Record<keyof DeviceSummary, DatedKind>>;

function livesByFamily(
  summaries: readonly DeviceSummary[],
  key: keyof typeof livedKinds,
): readonly (readonly LifeSummary[])[] {
  const families = new Map<string | null, LifeSummary[]>();
  for (const summary of summaries) {
    const own = families.get(summary.family) ?? [];
    families.set(summary.family, own);
    own.push(...(summary[key]?.lives ?? []));
  }
  return [...families.values()];
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what is undefined: JSON has no such value. */
function present<T extends object>(values: T): Present<T> {
  const result: Present<T> = {};
  for (const key in values) {
    const value = values[key];
    if (isDefined(value)) result[key] = value;
  }
  return result;
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
