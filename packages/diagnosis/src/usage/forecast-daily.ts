import { type DeviceYear, toFleetIndex } from './fleet-year.ts';
import { toLevel } from './level.ts';
import { type DailyUse, toWeekdayProfile, weekdayOf } from './weekday-profile.ts';
import { toYearIndex, unknownYear, type YearOfDays } from './year-index.ts';

/** Days looked ahead at most. */
export const horizon = 365;

/**
 * From where a forecast is made: what was used from the index `end` on is not looked at. `shares` as
 * `toShares` makes them.
 */
interface Origin {
  readonly end: number;
  readonly shares?: Float64Array;
  /** Years of devices of the fleet, for a device whose own last year is not known. */
  readonly years?: readonly DeviceYear[];
}

/**
 * Days after which the present level has gone back to the mean of all known days by 63 %, where last year is
 * not known: seasons pass and busy months end. Of 30, 60, 120 and 240 days 60 was off least on simulated
 * devices 28 to 180 days ahead (0250).
 */
const returnsWithin = 60;

/** How far the level has gone back to the mean on a day ahead, 0 to 1. */
const wayBack = Float64Array.from({ length: horizon }, (_, ahead) => 1 - Math.exp(-ahead / returnsWithin));

/**
 * Level x weekday x last year's index, for each of the `days` days (at most 365) from `end` on; without last
 * year the level goes back to the mean of all known days. Undefined where the 112 days before are all
 * unknown.
 */
export function forecastDaily(
  use: DailyUse,
  days = horizon,
  { end, shares, years }: Origin = { end: use.values.length },
): DailyForecast | undefined {
  const profile = toWeekdayProfile(use, end, shares);
  const level = toLevel(use, profile, end);
  if (level === undefined) return undefined;
  const year = toYearIndex(use, profile, end) ?? (years && toFleetIndex(years, use, profile, end));
  const usual = year === undefined && level > 0 ? Math.log(meanLevel(use, profile, end) / level) : 0;
  return new DailyForecast(days, { level, usual, profile, weekday: weekdayOf(use.first + end), year });
}

/** The use of a mean day, over all known days before the index `end`. */
function meanLevel({ first, values }: DailyUse, profile: readonly number[], end: number): number {
  let sum = 0;
  let known = 0;
  for (let at = 0; at < end; at++) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    known += profile[weekdayOf(first + at)] ?? 1;
  }
  return sum / known;
}

/** What the use of a day ahead is made of. */
interface Rhythm {
  readonly level: number;
  /** Logarithm of the mean of all known days over the level; 0: the level stays. */
  readonly usual: number;
  readonly profile: readonly number[];
  /** Of the first day ahead. */
  readonly weekday: number;
  readonly year: YearOfDays | undefined;
}

/** Mean swing of the first n days of a year not known; of none it is 0. */
const unknownSwings: number[] = [0];
for (let [days, sum] = [1, 0]; days <= horizon; days++) {
  sum += unknownYear.swing;
  unknownSwings.push(sum / days);
}

/**
 * The days that were forecast. They are worked out in order, as far as they are asked for: most questions end
 * after some weeks.
 */
export class DailyForecast {
  /** Days looked ahead. */
  readonly days: number;
  readonly #rhythm: Rhythm;
  /** Sum of the use of the first n days, as far as they are worked out. Never falls. */
  readonly #sums: number[] = [0];
  /** Mean swing of the first n days. */
  readonly #swings: number[];
  #swingSum = 0;

  constructor(days: number, rhythm: Rhythm) {
    this.days = days;
    this.#rhythm = rhythm;
    this.#swings = rhythm.year === undefined ? unknownSwings : [0];
  }

  /** Use of the next `days` days, linear inside a day; beyond the days looked ahead 0, before now 0. */
  within(days: number): number {
    const within = Math.min(horizon, Math.max(0, days));
    const whole = Math.floor(within);
    this.#makeUntil(whole + 1);
    const before = this.#sums[whole] ?? 0;
    return before + (within - whole) * ((this.#sums[whole + 1] ?? before) - before);
  }

  /**
   * Days until the use reaches `amount`, linear inside the day; undefined where it does not within the days
   * looked ahead.
   */
  daysToReach(amount: number): number | undefined {
    if (amount <= 0) return 0;
    let last = this.#sums.length - 1;
    while (!((this.#sums[last] ?? 0) >= amount)) {
      if (last === this.days) return undefined;
      this.#makeUntil(last + stride);
      last = this.#sums.length - 1;
    }
    let day = 1;
    while (day < last) {
      const middle = (day + last) >> 1;
      if ((this.#sums[middle] ?? 0) >= amount) last = middle;
      else day = middle + 1;
    }
    const before = this.#sums[day - 1] ?? 0;
    return day - 1 + (amount - before) / ((this.#sums[day] ?? before) - before);
  }

  /** How eventful the same `days` days were last year: mean of the swings, 0 to 1. */
  swingWithin(days: number): number {
    const within = Math.min(horizon, Math.max(1, Math.ceil(days)));
    this.#makeUntil(within);
    return within > this.days ? 0 : (this.#swings[within] ?? 0);
  }

  #makeUntil(day: number): void {
    const { level, usual, profile, weekday, year } = this.#rhythm;
    const last = Math.min(day, this.days);
    let sum = this.#sums.at(-1) ?? 0;
    for (let ahead = this.#sums.length - 1; ahead < last; ahead++) {
      const returned = usual === 0 ? 1 : Math.exp(usual * (wayBack[ahead] ?? 0));
      const expected = level * returned * (profile[(weekday + ahead) % 7] ?? 1);
      if (year === undefined) sum += expected;
      else {
        const { factor, swing } = year(ahead);
        sum += expected * factor;
        this.#swingSum += swing;
        this.#swings.push(this.#swingSum / (ahead + 1));
      }
      this.#sums.push(sum);
    }
  }
}

/** Days that are worked out at a time while a sum is looked for. */
const stride = 28;
