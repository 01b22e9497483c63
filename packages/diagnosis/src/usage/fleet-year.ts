import { levelHalfLife, levelWindow } from './level.ts';
import { type DailyUse, weekdayOf } from './weekday-profile.ts';
import type { YearOfDays } from './year-index.ts';

/** Use by week of the year over the mean of the year, in natural logarithms; null: not known. JSON. */
export type WeeksOfYear = readonly (number | null)[];

/** The year of one device, and by which week it is known: devices with alike weeks have alike years. JSON. */
export interface DeviceYear {
  readonly weeks: WeeksOfYear;
  /** Use by weekday over that of the mean day, by `weekdayOf`. */
  readonly weekdays: readonly number[];
}

const daysOfYear = 365.2425;
const weeks = 52;
/** Days that a device must have reported: part of a year has another mean than the whole. */
const leastDays = 330;
/** Devices of which a week must be known. */
const leastDevices = 5;
/** Devices whose years are kept of a fleet: more say little else, and are read with each judgement. */
const mostDevices = 32;
/** Distance of two weeks (root of the summed squares over the weekdays) at which a year counts 0.6 times. */
const alike = 0.2;
/** No week is taken to lie farther from the mean than this factor. */
const most = Math.log(2.5);
/** Devices differ from their fleet also in calm weeks. */
const leastSwing = 0.05;
/** Of an index of this size half is followed. */
const half = 0.1;

const weekOf = (day: number): number =>
  Math.min(weeks - 1, Math.floor(((((day % daysOfYear) + daysOfYear) % daysOfYear) / daysOfYear) * weeks));

/**
 * What a device says of the year of its fleet: the use of each week of the year over its own mean, weekdays
 * taken off. Undefined where fewer than 330 days are known.
 */
export function summariseYear({ first, values }: DailyUse, profile: readonly number[]): DeviceYear | undefined {
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
  const logs = rates.map((rate) => {
    if (rate === null || !(mean > 0)) return null;
    return thousandths(Math.max(-most, Math.min(most, Math.log(Math.max(rate / mean, 1e-9)))));
  });
  return { weeks: logs, weekdays: profile.map(thousandths) };
}

/**
 * The years of a fleet that its new devices are compared with: at most 32, evenly over the weeks that the
 * devices have; undefined with fewer than 5. The order of the devices does not matter.
 */
export function fitYears(years: readonly DeviceYear[]): readonly DeviceYear[] | undefined {
  if (years.length < leastDevices) return undefined;
  const sorted = years.toSorted(
    (one, other) => compare(one.weekdays, other.weekdays) || compare(one.weeks, other.weeks),
  );
  const step = Math.max(1, sorted.length / mostDevices);
  return sorted.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

function compare(one: WeeksOfYear, other: WeeksOfYear): number {
  for (const [at, value] of one.entries()) {
    const difference = (value ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The mean of several years of one device. */
export const mergeYears = (years: readonly DeviceYear[]): DeviceYear => ({
  weeks: Array.from({ length: weeks }, (_, week) => meanOrNull(years.flatMap((one) => one.weeks[week] ?? []))),
  weekdays: Array.from({ length: 7 }, (_, day) => meanOrNull(years.flatMap((one) => one.weekdays[day] ?? [])) ?? 1),
});

/**
 * What the years of a fleet say of a week of the year to a device with these weekdays: the median, as a mean
 * is moved by the few devices that stood still or were busy then; years of devices with alike weekdays count
 * more, as an office's year is not a school's (0880). 0 where fewer than 5 devices know the week.
 */
function toWeeks(years: readonly DeviceYear[], weekdays: readonly number[]): (week: number) => number {
  const squares = years.map((year) =>
    weekdays.reduce((sum, share, day) => sum + (share - (year.weekdays[day] ?? 1)) ** 2, 0),
  );
  const nearest = Math.min(...squares);
  const weights = squares.map((square) => Math.exp((nearest - square) / (2 * alike ** 2)));
  const known = new Map<number, number>();
  return (week) => {
    const before = known.get(week);
    if (before !== undefined) return before;
    const values = years.flatMap(({ weeks: one }, at) => {
      const value = one[week] ?? Number.NaN;
      return Number.isFinite(value) ? [{ value, weight: weights[at] ?? 0 }] : [];
    });
    const median = values.length < leastDevices ? 0 : weightedMedian(values);
    known.set(week, median);
    return median;
  };
}

function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  let left = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  return sorted.find(({ weight }) => (left -= weight) <= 0)?.value ?? 0;
}

/**
 * What the fleet's years say of the days from the index `end` on, against the weeks that the present level
 * was learned from. For a device whose own last year is not known.
 * @param profile weekdays of the device
 */
export function toFleetIndex(
  years: readonly DeviceYear[],
  { first, values }: DailyUse,
  profile: readonly number[],
  end: number,
): YearOfDays {
  const weekAt = toWeeks(years, profile);
  const indexOf = (day: number) => followed(weekAt(weekOf(day)));
  let [sum, weights] = [0, 0];
  for (let at = Math.max(0, end - levelWindow); at < end; at++) {
    if (Number.isNaN(values[at] ?? Number.NaN)) continue;
    const weight = 0.5 ** ((end - at) / levelHalfLife);
    sum += weight * Math.exp(indexOf(first + at));
    weights += weight;
  }
  const base = weights > 0 ? sum / weights : 1;
  return (ahead) => {
    const ratio = Math.exp(indexOf(first + end + ahead)) / base;
    return { factor: ratio, swing: Math.min(1, leastSwing + Math.abs(Math.log(ratio))) };
  };
}

/**
 * What is followed of the logarithm of a week's index: of small ones a part only. The small ups and downs of
 * one year seldom come back, its holidays do.
 */
const followed = (index: number): number => (index * Math.abs(index)) / (Math.abs(index) + half);

const thousandths = (value: number): number => Math.round(1000 * value) / 1000;
const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const meanOrNull = (values: readonly number[]): number | null => (values.length === 0 ? null : meanOf(values));
