import { fitDeveloper, summariseDeveloper } from '../components/developer.ts';
import { fitDrum, summariseDrum } from '../components/drum.ts';
import { fitFeedRollers, summariseFeedRollers } from '../components/feed-roller.ts';
import { fitFuser, summariseFuser } from '../components/fuser.ts';
import { fitImageControl, summariseImageControl } from '../components/image-control-error.ts';
import { fitImageSensors, summariseImageSensors } from '../components/image-quality-sensor.ts';
import { fitPolygonal, summarisePolygonal } from '../components/polygonal-motor.ts';
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
  return {
    devices: summaries.length,
    ...present({
      usage: fitUsage(of('usage'), common?.usage),
      toner: fitToner(of('toner'), common?.toner),
      fuser: fitFuser(of('fuser'), common?.fuser),
      drum: fitDrum(of('drum'), common?.drum),
      secondTransfer: fitSecondTransfer(of('secondTransfer'), common?.secondTransfer),
      developer: fitDeveloper(of('developer'), common?.developer),
      feedRoller: fitFeedRollers(of('feedRoller'), common?.feedRoller),
      imageQualitySensor: fitImageSensors(of('imageQualitySensor'), common?.imageQualitySensor),
      imageControlError: fitImageControl(of('imageControlError'), common?.imageControlError),
      polygonalMotor: fitPolygonal(of('polygonalMotor'), common?.polygonalMotor),
      storage: fitStorage(of('storage'), common?.storage),
    }),
  };
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
