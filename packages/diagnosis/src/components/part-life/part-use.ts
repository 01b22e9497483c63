import { Increment } from '../../history/increment.ts';
import { remembered } from '../../history/remembered.ts';
import { toDailyUse } from '../../usage/daily-use.ts';
import type { DeviceYear } from '../../usage/fleet-year.ts';
import { type DailyForecast, forecastDaily, horizon } from '../../usage/forecast-daily.ts';
import { toShares } from '../../usage/weekday-profile.ts';
import type { WearReading } from './part-lives.ts';
import { usageRate } from './usage-rate.ts';

/**
 * Days whose use is asked for at each of the days that a sign is replayed over, and days before it that it is
 * made of: few enough that a day is judged alike when it is replayed 60 days later with the 400 days that are
 * then loaded (0252). The rest of the year is forecast where it is needed.
 */
const soonDays = 60;
const soonMemory = 300;

/** How much a part will be used, in its measure of wear. */
export interface PartUse {
  /** Standard deviation of the logarithm of the use of the weeks ahead. */
  readonly logSd: number;
  /** Use of the next days. */
  readonly within: (days: number) => number;
  /** Days until this amount is used; infinite where the part is not used. */
  readonly daysFor: (amount: number) => number;
}

/** The use to come after a reading, by its index; `years` as the fleet has them for pages (0880). */
export type UseForecast = (at: number, years?: readonly DeviceYear[]) => PartUse | undefined;

/**
 * The use to come after a reading, by that and the earlier ones: level, weekday and season of the part's own
 * counter, as pages are forecast (`usage/forecast-daily`), beyond a year as in that year. How sure it is
 * follows from how steady the last 13 weeks were. Undefined without a week between two readings.
 * @param all readings over all pieces, ascending, never falling
 */
export const partUse = remembered((all: readonly WearReading[]): UseForecast => {
  const first = all[0]?.day ?? 0;
  const use = toDailyUse(toIncrements(all), all.at(-1)?.day ?? 0);
  const shares = toShares(use);
  return (at, years) => {
    const reading = all[at];
    const rate = usageRate(all, at);
    if (reading === undefined || rate === undefined || reading.day <= first) return undefined;
    const end = reading.day - use.first + 1;
    const from = Math.max(0, end - soonMemory);
    const recent = { first: use.first + from, values: use.values.subarray(from, end) };
    const ofFleet = years && { years };
    const soon = forecastDaily(recent, soonDays, { end: end - from, shares: shares.subarray(from, end), ...ofFleet });
    if (soon === undefined) return undefined;
    const origin = { end, shares, ...ofFleet };
    let known: ReturnType<typeof toWhole> | undefined;
    const whole = () => (known ??= toWhole(forecastDaily(use, horizon, origin) ?? soon));
    return {
      logSd: rate.logSd,
      within: (days) => (days <= soonDays ? soon.within(days) : whole().within(days)),
      daysFor: (amount) => whole().daysFor(amount),
    };
  };
});

function toWhole(forecast: DailyForecast): Pick<PartUse, 'within' | 'daysFor'> {
  // All of the year is worked out only where it is asked for.
  const year = () => (forecast.days < horizon ? 0 : forecast.within(horizon));
  return {
    within: (days) => (days <= horizon ? forecast.within(days) : (year() * days) / horizon),
    daysFor: (amount) => forecast.daysToReach(amount) ?? (year() > 0 ? (amount * horizon) / year() : Infinity),
  };
}

const toIncrements = (all: readonly WearReading[]): readonly Increment[] =>
  all.flatMap(({ day, wear }, at) => {
    const before = all[at - 1];
    return before === undefined || day <= before.day
      ? []
      : [new Increment(day, day - before.day, Math.max(0, wear - before.wear))];
  });
