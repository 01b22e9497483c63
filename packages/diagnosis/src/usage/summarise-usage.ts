import type { Day } from '../history/day-reading.ts';
import type { Increment } from '../history/increment.ts';
import { rangeOf, ranges, thin, toRatio, type UsageSummary } from './calibration.ts';
import { memory, toDailyUse } from './daily-use.ts';
import { summariseYear } from './fleet-year.ts';
import { forecastDaily } from './forecast-daily.ts';
import { type DailyUse, toShares, toWeekdayProfile } from './weekday-profile.ts';

const durations = [1, 2, 3, 5, 10, 17, 24, 31, 38, 60, 100];
const origins = 52;
/** Looked ahead less far than a forecast of today: what lasts longer is none of the durations. */
const ahead = 200;
const leastHistory = 28;

/**
 * The device's own forecasts of the past, made again at up to 52 earlier days for what it then used within 1
 * to 100 days, compared with what became of them. The days have the weekday of today: how a week goes on from
 * here matters in the first days. Undefined where the history is too short for even one.
 */
export function summariseUsage(increments: readonly Increment[], today: Day): UsageSummary | undefined {
  const use = toDailyUse(increments, today, memory + 7 * origins);
  const shares = toShares(use);
  const ratios = Array.from({ length: ranges }, (): number[] => []);
  for (let nth = 1; nth <= origins; nth++) {
    const end = use.values.length - 7 * nth;
    if (end < leastHistory) break;
    addRatios(ratios, use, { end, shares });
  }
  if (ratios.every((list) => list.length === 0)) return undefined;
  const ownYear = summariseYear(use, toWeekdayProfile(use, use.values.length, shares));
  return { ratios: ratios.map(thin), ...(ownYear && { ownYear }) };
}

function addRatios(
  ratios: readonly number[][],
  use: DailyUse,
  origin: { readonly end: number; readonly shares: Float64Array },
): void {
  const { values } = use;
  const { end } = origin;
  const forecast = forecastDaily(use, ahead, origin);
  if (forecast === undefined) return;
  let used = 0;
  let day = end;
  for (const duration of durations) {
    for (; day < end + duration; day++) used += values[day] ?? Number.NaN;
    // Days without a reading leave unknown what was used, and a stock not used on its last day was used up
    // before.
    if (Number.isNaN(used) || values[day - 1] === 0) continue;
    const predicted = forecast.daysToReach(used);
    if (predicted === undefined || predicted <= 0) continue;
    const ratio = toRatio(duration, predicted, forecast.swingWithin(predicted));
    ratios[rangeOf(predicted)]?.push(Math.round(ratio * 1000) / 1000);
  }
}
