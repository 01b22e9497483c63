import { levelHalfLife, levelWindow } from './level.ts';
import { type DailyUse, weekdayOf } from './weekday-profile.ts';
import type { YearOfDays } from './year-index.ts';

/** Use by week of the year over the mean of the year, in natural logarithms; null: not known. JSON. */
export type WeeksOfYear = readonly (number | null)[];

const daysOfYear = 365.2425;
const weeks = 52;
/** Days that a device must have reported: part of a year has another mean than the whole. */
const leastDays = 330;
/** Devices of which a week must be known. */
const leastDevices = 5;
/** Devices that 'every week is alike' is worth. */
const worth = 2;
/** No week is taken to lie farther from the mean than this factor. */
const most = Math.log(2.5);
/** Devices differ from their fleet also in calm weeks. */
const leastSwing = 0.1;
/** Of an index of this size half is followed. */
const half = 0.1;

const weekOf = (day: number): number =>
  Math.min(weeks - 1, Math.floor(((((day % daysOfYear) + daysOfYear) % daysOfYear) / daysOfYear) * weeks));

/**
 * What a device says of the year of its fleet: the use of each week of the year over its own mean, weekdays
 * taken off. Undefined where fewer than 330 days are known.
 */
export function summariseYear({ first, values }: DailyUse, profile: readonly number[]): WeeksOfYear | undefined {
  const used = new Float64Array(weeks);
  const known = new Float64Array(weeks);
  let days = 0;
  for (const [at, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const week = weekOf(first + at);
    used[week] = (used[week] ?? 0) + value;
    known[week] = (known[week] ?? 0) + (profile[weekdayOf(first + at)] ?? 1);
    days++;
  }
  if (days < leastDays) return undefined;
  const rates = Array.from(used, (sum, week) => ((known[week] ?? 0) > 0 ? sum / (known[week] ?? 1) : null));
  const mean = meanOf(rates.filter((rate) => rate !== null));
  return rates.map((rate) => {
    if (rate === null || !(mean > 0)) return null;
    return Math.round(1000 * Math.max(-most, Math.min(most, Math.log(Math.max(rate / mean, 1e-9))))) / 1000;
  });
}

/**
 * The year that the devices of a fleet share, drawn towards a year without seasons by how few they are;
 * undefined with fewer than 5 devices.
 */
export function fitYear(years: readonly WeeksOfYear[]): WeeksOfYear | undefined {
  if (years.length < leastDevices) return undefined;
  return Array.from({ length: weeks }, (_, week) => {
    const known = years.flatMap((one) => one[week] ?? []).filter(Number.isFinite);
    if (known.length < leastDevices) return null;
    return Math.round((1000 * known.reduce((sum, one) => sum + one, 0)) / (known.length + worth)) / 1000;
  });
}

/** The mean of several years of one device. */
export const mergeYears = (years: readonly WeeksOfYear[]): WeeksOfYear =>
  Array.from({ length: weeks }, (_, week) => {
    const known = years.flatMap((one) => one[week] ?? []);
    return known.length === 0 ? null : meanOf(known);
  });

/**
 * What the fleet's year says of the days from the index `end` on, against the weeks that the present level
 * was learned from. For a device whose own last year is not known.
 */
export function toFleetIndex(year: WeeksOfYear, { first, values }: DailyUse, end: number): YearOfDays {
  let [sum, weights] = [0, 0];
  for (let at = Math.max(0, end - levelWindow); at < end; at++) {
    if (Number.isNaN(values[at] ?? Number.NaN)) continue;
    const weight = 0.5 ** ((end - at) / levelHalfLife);
    sum += weight * Math.exp(indexOf(year, first + at));
    weights += weight;
  }
  const base = weights > 0 ? sum / weights : 1;
  return (ahead) => {
    const ratio = Math.exp(indexOf(year, first + end + ahead)) / base;
    return { factor: ratio, swing: Math.min(1, leastSwing + Math.abs(Math.log(ratio))) };
  };
}

/**
 * Logarithm of a day's index: that of its week, small ones followed in part only; 0 where it is not known.
 * The small ups and downs of one year seldom come back, its holidays do.
 */
function indexOf(year: WeeksOfYear, day: number): number {
  const index = year[weekOf(day)] ?? 0;
  return (index * Math.abs(index)) / (Math.abs(index) + half);
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
