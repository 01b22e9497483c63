import { toFleetIndex, type WeeksOfYear } from './fleet-year.ts';
import { toLevel } from './level.ts';
import { type DailyUse, toWeekdayProfile, weekdayOf } from './weekday-profile.ts';
import { toYearIndex, unknownYear } from './year-index.ts';

/** Days looked ahead at most. */
export const horizon = 365;

/**
 * The days that were forecast. Both lists start with 0 for 'now' and have one entry more than the days looked
 * ahead.
 */
export interface DailyForecast {
  /** Sum of the use of the first n days; never falls. */
  readonly cumulative: Float64Array;
  /** How eventful the same n days were last year: mean of the swings, 0 to 1. */
  readonly swing: Float64Array;
}

/**
 * From where a forecast is made: what was used from the index `end` on is not looked at. `shares` as
 * `toShares` makes them.
 */
interface Origin {
  readonly end: number;
  readonly shares?: Float64Array;
  /** The year of the fleet, for a device whose own last year is not known. */
  readonly year?: WeeksOfYear;
}

/**
 * Days after which the present level has gone back to the mean of all known days by 63 %, where last year is
 * not known: seasons pass and busy months end. Of 30, 60, 120 and 240 days 60 was off least on simulated
 * devices 28 to 180 days ahead (0250).
 */
const returnsWithin = 60;

/**
 * Level x weekday x last year's index, for each of the `days` days from `end` on; without last year the level
 * goes back to the mean of all known days. Undefined where the 112 days before are all unknown.
 */
export function forecastDaily(
  use: DailyUse,
  days = horizon,
  { end, shares, year: fleet }: Origin = { end: use.values.length },
): DailyForecast | undefined {
  const profile = toWeekdayProfile(use, end, shares);
  const level = toLevel(use, profile, end);
  if (level === undefined) return undefined;
  const own = toYearIndex(use, profile, end, days);
  const years = own ?? (fleet && toFleetIndex(fleet, use, end, days));
  const usual = years === undefined && level > 0 ? Math.log(meanLevel(use, profile, end) / level) : 0;
  const cumulative = new Float64Array(days + 1);
  const swing = new Float64Array(days + 1);
  let sum = 0;
  let swings = 0;
  for (let ahead = 0; ahead < days; ahead++) {
    const year = years?.[ahead] ?? unknownYear;
    const returned = usual === 0 ? 1 : Math.exp(usual * (1 - Math.exp(-ahead / returnsWithin)));
    sum += level * returned * (profile[weekdayOf(use.first + end + ahead)] ?? 1) * year.factor;
    swings += year.swing;
    cumulative[ahead + 1] = sum;
    swing[ahead + 1] = swings / (ahead + 1);
  }
  return { cumulative, swing };
}

/** The use of a mean day, over all known days before the index `end`. */
function meanLevel({ first, values }: DailyUse, profile: readonly number[], end: number): number {
  let [sum, known] = [0, 0];
  for (let at = 0; at < end; at++) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    known += profile[weekdayOf(first + at)] ?? 1;
  }
  return sum / known;
}

/** Use of the next `days` days, linear inside a day; beyond the horizon that of the horizon, before now 0. */
export function amountWithin({ cumulative }: DailyForecast, days: number): number {
  const within = Math.min(horizon, Math.max(0, days));
  const whole = Math.floor(within);
  const before = cumulative[whole] ?? 0;
  return before + (within - whole) * ((cumulative[whole + 1] ?? before) - before);
}

/**
 * Days until the use reaches `amount`, linear inside the day; undefined where it does not within the horizon.
 */
export function daysToReach({ cumulative }: DailyForecast, amount: number): number | undefined {
  if (amount <= 0) return 0;
  let [day, last] = [1, cumulative.length - 1];
  if (!((cumulative[last] ?? 0) >= amount)) return undefined;
  while (day < last) {
    const middle = (day + last) >> 1;
    if ((cumulative[middle] ?? 0) >= amount) last = middle;
    else day = middle + 1;
  }
  const before = cumulative[day - 1] ?? 0;
  return day - 1 + (amount - before) / ((cumulative[day] ?? before) - before);
}

/** The swing that goes with a forecast over `days` days. */
export const swingWithin = ({ swing }: DailyForecast, days: number): number =>
  swing[Math.min(horizon, Math.max(1, Math.ceil(days)))] ?? 0;
