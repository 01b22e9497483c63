import type { Day } from '../history/day-reading.ts';
import type { Increment } from '../history/increment.ts';
import type { Estimate } from '../judge/judgement.ts';
import { defaultCalibration, toFactors, type UsageCalibration } from './calibration.ts';
import { toDailyUse } from './daily-use.ts';
import { forecastDaily, horizon } from './forecast-daily.ts';

/** Readings on different days below which no forecast is made (OQ-85). */
export const neededReadings = 14;
/** Days after which a last reading says too little of the present for a forecast. */
export const oldestReading = 14;

/** What a device is going to use, in the unit of its increments, counted from the end of `today`. */
export interface UsageForecast {
  /** Days with a reading that it rests on. */
  readonly readings: number;
  /**
   * Use of the next `days` days with its 80 % range; never falls with more days. Beyond 365 days that of 365.
   */
  readonly cumulative: (days: number) => Estimate;
  /** Days until `amount` is used, with their 80 % interval; undefined where it lasts longer than 365 days. */
  readonly daysUntil: (amount: number) => Estimate | undefined;
}

/**
 * Forecast of a daily use with weekly and yearly rhythm: its present level, times the weekday, times last
 * year's index once 378 days are known. Intervals are empirical: `calibration` holds how far such forecasts
 * were off. Undefined with fewer than 14 readings, or none in the last 112 days. `readings` says how many
 * there are where the increments are not one a reading. Increments after `today` are not looked at.
 */
export function forecastUsage(
  increments: readonly Increment[],
  today: Day,
  calibration: UsageCalibration = defaultCalibration,
  readings = increments.filter(({ day }) => day <= today).length + 1,
): UsageForecast | undefined {
  if (readings < neededReadings) return undefined;
  const use = toDailyUse(increments, today);
  const { years } = calibration;
  const forecast = forecastDaily(use, horizon, { end: use.values.length, ...(years && { years }) });
  if (forecast === undefined) return undefined;
  const factorsAt = (days: number) => toFactors(calibration, days, forecast.swingWithin(days));
  let known: Bounds | undefined;
  const toKnown = () => {
    known ??= toBounds((days) => {
      const [low, high] = factorsAt(days);
      return [forecast.within(days / high), forecast.within(days / low)];
    });
    return known;
  };
  return {
    readings,
    cumulative: (days) => {
      const value = forecast.within(days);
      const [lower, upper] = boundsWithin(toKnown(), days);
      return { value, lower: Math.min(value, lower), upper: Math.max(value, upper) };
    },
    daysUntil: (amount) => {
      const value = forecast.daysToReach(amount);
      if (value === undefined) return undefined;
      const [low, high] = factorsAt(value);
      return { value, lower: value * low, upper: value * high };
    },
  };
}

type Bounds = readonly (readonly [lower: number, upper: number])[];

/**
 * The range of the use within n days, from the interval of days: n days lie inside the interval of those uses
 * whose predicted days lie between n / upper factor and n / lower factor. Made to never fall where the
 * calibration steps.
 */
function toBounds(boundsAt: (days: number) => readonly [number, number]): Bounds {
  let last: readonly [number, number] = [0, 0];
  return Array.from({ length: horizon + 1 }, (_, days) => {
    const [lower, upper] = boundsAt(days);
    last = [Math.max(last[0], lower), Math.max(last[1], upper)];
    return last;
  });
}

function boundsWithin(bounds: Bounds, days: number): readonly [number, number] {
  const within = Math.min(horizon, Math.max(0, days));
  const [lower, upper] = bounds[Math.floor(within)] ?? [0, 0];
  const [nextLower, nextUpper] = bounds[Math.ceil(within)] ?? [lower, upper];
  const part = within - Math.floor(within);
  return [lower + part * (nextLower - lower), upper + part * (nextUpper - upper)];
}
