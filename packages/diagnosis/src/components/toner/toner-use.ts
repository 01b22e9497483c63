import type { TonerColor } from '@platen/contract/report-sections';
import { type Day, type DeviceHistory, type Series, seriesOf } from '../../history/day-reading.ts';
import { Increment } from '../../history/increment.ts';
import { pageLimits, toIncrements } from '../../history/segments.ts';
import { toDailyUse } from '../../usage/daily-use.ts';
import { forecastUsage } from '../../usage/forecast-usage.ts';
import { type Cartridge, type Fall, stepOf, toCartridges, toFalls } from './cartridges.ts';

/** What a device uses of one colour, in percent of a cartridge. */
export interface TonerUse {
  readonly increments: readonly Increment[];
  /** Days with a level; first and last of them. */
  readonly readings: number;
  readonly from: Day;
  readonly to: Day;
  /** Percent left at the last reading at a guess, and how far that may be off for rounding. */
  readonly left: number;
  readonly rounding: number;
  readonly cartridge: Cartridge;
  /** Enough was seen to fall for a forecast. */
  readonly isMeasured: boolean;
}

/** Days back over which percent a page is measured. */
const recent = 112;
const memory = 1000;

/**
 * Toner used day by day. A level is reported in whole percents, often one in several days: what was used
 * between two falls is spread over the days between by the pages printed times their mean pixel count, where
 * these are measured, so that rounding looks neither like rest nor like haste. What was used since the last
 * fall is estimated from the percent a page, and is less than the step that has not fallen yet. Undefined
 * without a level.
 */
export function toTonerUse(history: DeviceHistory, color: TonerColor, replaced: readonly Day[]): TonerUse | undefined {
  const readings = seriesOf(history, `toner.${color}`);
  const cartridges = toCartridges(readings, replaced);
  const cartridge = cartridges.at(-1);
  const [first, last] = [readings[0], readings.at(-1)];
  if (cartridge === undefined || first === undefined || last === undefined) return undefined;
  const isCoarse = seriesOf(history, `coarse.${color}`).findLast(({ day }) => day <= last.day)?.value === 1;
  const step = stepOf(cartridges, isCoarse);
  const each = cartridges.map((one) => toFalls(one, step));
  const falls = each.flatMap((one) => one.falls);
  const standing = each.at(-1)?.standing;
  if (standing === undefined) return undefined;
  const work = toWork(history, color, last.day);
  const fallen = falls.flatMap((fall) => spread(fall, work));
  const since = Math.min(0.98 * standing.within, percentSince(standing.day, last.day, falls, fallen, work));
  // The first fall of a cartridge does not measure a whole step.
  const whole = each.some((one) => one.falls.length > 1);
  return {
    // An empty cartridge uses nothing: its days are not known rather than quiet.
    increments:
      last.value === 0 ? fallen : [...fallen, ...spread({ from: standing.day, to: last.day, amount: since }, work)],
    readings: readings.length,
    from: first.day,
    to: last.day,
    left: last.value === 0 ? 0 : standing.left - since,
    rounding: step / 4,
    cartridge,
    isMeasured: isCoarse ? whole && sumOfWork(standing.day - 1, last.day, work) !== undefined : falls.length > 1,
  };
}

/**
 * Pages of a day times the mean pixel count of their cartridge, where measured; only ratios count. Undefined:
 * not known of that day.
 */
type Work = (day: Day) => number | undefined;

function toWork(history: DeviceHistory, color: TonerColor, to: Day): Work {
  const total = seriesOf(history, 'pages.total');
  const colored = color === 'black' || color === 'eBlue' ? [] : seriesOf(history, 'pages.color');
  const use = toDailyUse(toIncrements(colored.length > 0 ? colored : total, pageLimits), to, memory);
  const pixels = lastKnown(seriesOf(history, `sensor.pixelCount.${color}`), use.first, use.values.length);
  return (day) => {
    const pages = use.values[day - use.first] ?? Number.NaN;
    return Number.isNaN(pages) ? undefined : pages * (pixels[day - use.first] ?? 1);
  };
}

/** The value in force on each of `length` days; before the first reading the first. */
function lastKnown(series: Series, first: Day, length: number): readonly (number | undefined)[] {
  const above = series.filter(({ value }) => value > 0);
  let next = 0;
  let value = above[0]?.value;
  return Array.from({ length }, (_, at) => {
    for (; (above[next]?.day ?? Number.POSITIVE_INFINITY) <= first + at; next++) value = above[next]?.value;
    return value;
  });
}

/** Work of the days after `from` up to `to`; undefined where a day of them is not known. */
function sumOfWork(from: Day, to: Day, work: Work): number | undefined {
  let sum = 0;
  for (let day = from + 1; day <= to; day++) {
    const one = work(day);
    if (one === undefined) return undefined;
    sum += one;
  }
  return sum;
}

function spread({ from, to, amount }: Fall, work: Work): readonly Increment[] {
  if (to <= from) return [];
  const sum = sumOfWork(from, to, work);
  if (sum === undefined || sum === 0) return [new Increment(to, to - from, amount)];
  return Array.from({ length: to - from }, (_, at) => {
    const day = from + 1 + at;
    return new Increment(day, 1, (amount * (work(day) ?? 0)) / sum);
  });
}

/** Percent used since the last fall: by the work done since, else by the days gone since. */
function percentSince(
  from: Day,
  to: Day,
  falls: readonly Fall[],
  increments: readonly Increment[],
  work: Work,
): number {
  const done = sumOfWork(from, to, work);
  const measured = falls
    .filter((fall) => fall.to > to - recent)
    .map((fall) => ({ amount: fall.amount, work: sumOfWork(fall.from, fall.to, work) ?? 0 }))
    .filter((one) => one.work > 0);
  const sum = measured.reduce((all, one) => all + one.work, 0);
  if (done !== undefined && sum > 0) return (done * measured.reduce((all, one) => all + one.amount, 0)) / sum;
  const byDays = forecastUsage(increments, from, undefined, Number.POSITIVE_INFINITY);
  return byDays?.cumulative(to - from).value ?? 0;
}
