import type { Series } from '../../history/day-reading.ts';
import { noiseOf, spreadOf } from '../../statistics/robust.ts';
import { median } from '../../statistics/theil-sen.ts';

/** What one sensor contributes to the model of its family; JSON. */
export interface SensorSummary {
  /** Middle of the last 30 readings. */
  readonly level: number;
  /** Standard deviation of single readings. */
  readonly noise: number;
  /** Change a day between cleanings; below 0 where dirt gathers. */
  readonly slope: number;
}

/** What is known of the sensors of one colour in a family; JSON. */
export interface SensorFamily {
  readonly devices: number;
  readonly level: number;
  /** Standard deviation between devices. */
  readonly deviation: number;
  readonly noise: number;
  readonly slope: number;
}

const devicesNeeded = 10;
const leastReadings = 14;
/** Readings apart between which the slope is taken: dirt shows, cleanings are few. */
const apart = 10;
/** Readings are whole numbers: noise below this says nothing. */
export const leastNoise = 1;

export function summariseSensor(series: Series): SensorSummary | undefined {
  if (series.length < leastReadings) return undefined;
  const values = series.map(({ value }) => value);
  const slopes = series.slice(apart).map(({ day, value }, at) => {
    const earlier = series[at];
    return earlier === undefined ? 0 : (value - earlier.value) / (day - earlier.day);
  });
  return {
    level: median(values.slice(-30)) ?? 0,
    noise: Math.max(leastNoise, noiseOf(values) ?? leastNoise),
    slope: median(slopes) ?? 0,
  };
}

/** Undefined with fewer than 10 devices. */
export function fitSensor(summaries: readonly SensorSummary[]): SensorFamily | undefined {
  const levels = spreadOf(summaries.map(({ level }) => level));
  if (summaries.length < devicesNeeded || levels === undefined) return undefined;
  const noise = median(summaries.map((one) => one.noise)) ?? leastNoise;
  return {
    devices: summaries.length,
    level: levels.middle,
    deviation: Math.max(levels.deviation, noise),
    noise,
    slope: Math.min(0, median(summaries.map(({ slope }) => slope)) ?? 0),
  };
}
