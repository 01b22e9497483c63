import { mostSevere } from '@platen/contract/advice';
import { adviceId } from '@platen/contract/advice-ids';
import type { predictImageQualitySensor } from '@platen/contract/predictions';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { sensorNames } from '@platen/contract/telemetry';
import type * as z from 'zod/mini';
import { type Day, type DeviceHistory, type Series, seriesOf } from '../history/day-reading.ts';
import { judgeSensor, limitInputs, lowerLimit } from './image-quality-sensor/judge-sensor.ts';
import {
  fitSensor,
  type SensorFamily,
  type SensorSummary,
  summariseSensor,
} from './image-quality-sensor/sensor-model.ts';
import { toDate } from './part-life/dates.ts';

type ImageQuality = NonNullable<z.infer<(typeof predictImageQualitySensor)['answer']>>;

export type ImageSensorSummary = Partial<Record<TonerColor, SensorSummary>>;
export type ImageSensorModel = Partial<Record<TonerColor, SensorFamily>>;

const neededReadings = 14;
/** Days that are judged from and shown. */
const shown = 90;

const levelsOf = (history: DeviceHistory, color: TonerColor): Series =>
  seriesOf(history, `sensor.${sensorNames.imageQualitySensor}.${color}`).filter(({ value }) => Number.isFinite(value));

/**
 * What the device's sensors add to the model of the family; undefined with fewer than 14 readings of each.
 */
export function summariseImageSensors(history: DeviceHistory): ImageSensorSummary | undefined {
  const summary: ImageSensorSummary = {};
  for (const color of tonerColors) {
    const one = summariseSensor(levelsOf(history, color));
    if (one !== undefined) summary[color] = one;
  }
  return Object.keys(summary).length === 0 ? undefined : summary;
}

/**
 * Usual level, noise and dirt of a family's sensors; a colour with fewer than 10 devices has what is common
 * to all.
 */
export function fitImageSensors(summaries: readonly ImageSensorSummary[], common?: ImageSensorModel): ImageSensorModel {
  const model: ImageSensorModel = {};
  for (const color of tonerColors) {
    const family = fitSensor(summaries.flatMap((one) => one[color] ?? [])) ?? common?.[color];
    if (family !== undefined) model[color] = family;
  }
  return model;
}

/**
 * Image quality sensors by colour (FS-06): a sensor fails where its smoothed level (EWMA) leaves what its own
 * past and the family's dirt let expect, lies far from the family's levels, or scatters. `threshold`: level
 * below which it is judged failing, null before the family is known. `actual`: readings of the last 90 days.
 * Withheld with fewer than 14 readings. Null: the device has no such sensor.
 */
export function judgeImageSensors(
  history: DeviceHistory,
  {
    today,
    model,
    opened,
  }: {
    readonly today: Day;
    readonly model: ImageSensorModel | undefined;
    /** What was known of the families of the colours whose sign was open after the last judgement. */
    readonly opened?: Readonly<Partial<Record<string, SensorFamily>>> | undefined;
  },
): ImageQuality | null {
  const sensors = tonerColors.flatMap((color) => {
    const series = levelsOf(history, color);
    return series.length === 0
      ? []
      : [toSensor(color, series, today, { family: model?.[color], before: opened?.[color] })];
  });
  if (sensors.length === 0) return null;
  return { messageId: mostSevere(sensors.map(({ messageId }) => messageId)), predictionSensors: sensors };
}

function toSensor(
  color: TonerColor,
  series: Series,
  today: Day,
  { family, before }: { readonly family: SensorFamily | undefined; readonly before: SensorFamily | undefined },
): ImageQuality['predictionSensors'][number] {
  const known = series.filter(({ day }) => day > today - shown && day <= today);
  const severity = known.length < neededReadings ? undefined : toSeverity(series, family, before);
  const [first, last] = [known[0], known.at(-1)];
  return {
    color,
    actual: known.map(({ day, value }) => ({ date: toDate(day), value })),
    threshold: lowerLimit(family),
    messageId: severity === undefined ? null : adviceId({ component: 'imageQualitySensor', variant: color, severity }),
    basis: {
      rule: 'imageSensorLevel',
      readings: known.length,
      neededReadings,
      from: first === undefined ? null : toDate(first.day),
      to: last === undefined ? null : toDate(last.day),
      inputs: { kind: 'sensorLimit', ...limitInputs(family), last: last?.value ?? null },
    },
  };
}

/**
 * By the family of today; where that would close a sign that is open, by the one that it began with (0294).
 */
const toSeverity = (series: Series, family: SensorFamily | undefined, before: SensorFamily | undefined) =>
  judgeSensor(series, family) ?? (before === undefined ? undefined : judgeSensor(series, before, 'nextVisit'));
