import { toDay } from './time-axis.ts';

/** One entry of a series of the device calls; `value: null` is a day without a report. */
interface SeriesPoint {
  readonly date: string;
  readonly value: number | null;
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
}

export interface TrendInput {
  /** Oldest first or in any order. */
  readonly actual: readonly SeriesPoint[];
  /** Drawn only as far as its entries have both bounds, and at most 12 months past the last reading. */
  readonly forecast?: readonly SeriesPoint[];
  readonly threshold?: { readonly value: number } | undefined;
  /** Day on which the forecast reaches the threshold, with its 80 % range; drawn only with the range. */
  readonly crossing?: { readonly date: string; readonly lower: string; readonly upper: string } | undefined;
  readonly today: string;
  /** Day on which the part was replaced: its readings begin a line of their own. */
  readonly replaced?: string | undefined;
}

/** Days since 1970, values in the unit of the series. */
export interface DayValue {
  readonly day: number;
  readonly value: number;
}
export interface DayRange extends DayValue {
  readonly lower: number;
  readonly upper: number;
}
export interface TrendModel {
  readonly days: readonly [number, number];
  readonly values: readonly [number, number];
  readonly today: number | undefined;
  /** Runs of readings without a gap in them. */
  readonly runs: readonly (readonly DayValue[])[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly forecast: readonly DayRange[];
  readonly last: DayValue | undefined;
  /** First reading after the replacement. */
  readonly replaced: DayValue | undefined;
  readonly crossing: { readonly day: number; readonly from: number; readonly to: number } | undefined;
}

const longestForecastDays = 366;
/**
 * A step between readings counts as a gap from 8 days on, or from three usual steps (of a month at most)
 * where those are longer.
 */
const shortestGapDays = 8;
const slowestStepDays = 31;

/** What a trend chart draws; undefined when there is no reading and no forecast to draw. */
export function toTrend({
  actual,
  forecast = [],
  threshold,
  crossing,
  today,
  replaced,
}: TrendInput): TrendModel | undefined {
  const entries = actual
    .flatMap(({ date, value }) => {
      const day = toDay(date);
      return day === undefined ? [] : [{ day, value: value !== null && Number.isFinite(value) ? value : null }];
    })
    .sort((a, b) => a.day - b.day);
  const readings = entries.flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]));
  const last = readings.at(-1);
  const ahead = toAhead(forecast, last);
  const first = entries[0]?.day ?? ahead[0]?.day;
  if (first === undefined || (last === undefined && ahead.length === 0)) return undefined;
  const now = toDay(today);
  const known = Math.max(entries.at(-1)?.day ?? first, ahead.at(-1)?.day ?? first, now ?? first);
  // A crossing may lie beyond the last day forecast: its whole range is shown, within the horizon of a
  // forecast.
  const horizon = (last?.day ?? known) + longestForecastDays;
  const end = Math.max(known, Math.min(horizon, toDay(crossing?.upper ?? '') ?? known));
  const firstOfPiece = toFirstOfPiece(readings, toDay(replaced ?? ''));
  const { runs, gaps } = toRuns(entries, readings, Math.max(now ?? 0, entries.at(-1)?.day ?? 0), firstOfPiece);
  return {
    days: [first, Math.max(end, first + 1)],
    values: toExtent([
      ...readings.map(({ value }) => value),
      ...ahead.flatMap(({ value, lower, upper }) => [value, lower, upper]),
      ...(threshold === undefined ? [] : [threshold.value]),
    ]),
    today: now,
    runs,
    gaps,
    forecast: ahead,
    last,
    replaced: firstOfPiece,
    crossing: toCrossing(crossing, first, end),
  };
}

function toAhead(forecast: readonly SeriesPoint[], last: DayValue | undefined): DayRange[] {
  const ahead = forecast
    .flatMap(({ date, value, lower, upper }) => {
      const day = toDay(date);
      const isWhole = day !== undefined && value !== null && lower !== undefined && upper !== undefined;
      return isWhole ? [{ day, value, lower: Math.min(lower, value), upper: Math.max(upper, value) }] : [];
    })
    .filter(({ day }) => last === undefined || (day > last.day && day <= last.day + longestForecastDays))
    .sort((a, b) => a.day - b.day);
  if (last === undefined || ahead.length === 0) return ahead;
  return [{ ...last, lower: last.value, upper: last.value }, ...ahead];
}

/**
 * The reading that the new part begins with: of the steps at the day of the replacement, give or take one,
 * the largest.
 */
function toFirstOfPiece(readings: readonly DayValue[], replaced: number | undefined): DayValue | undefined {
  if (replaced === undefined) return undefined;
  const steps = readings.slice(1).flatMap((reading, n) => {
    const before = readings[n];
    const isNear = before !== undefined && before.day <= replaced + 1 && reading.day >= replaced;
    return isNear ? [{ reading, size: Math.abs(reading.value - before.value) }] : [];
  });
  return steps.toSorted((a, b) => b.size - a.size)[0]?.reading;
}

function toRuns(
  entries: readonly { day: number }[],
  readings: readonly DayValue[],
  end: number,
  firstOfPiece: DayValue | undefined,
) {
  const steps = readings.slice(1).map(({ day }, n) => day - (readings[n]?.day ?? day));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 1;
  const gapDays = Math.max(shortestGapDays, Math.min(usual, slowestStepDays) * 3);
  const silent = new Set(entries.map(({ day }) => day));
  for (const { day } of readings) silent.delete(day);
  const isGap = (from: number, to: number) => to - from >= gapDays || [...silent].some((day) => day > from && day < to);
  const runs: DayValue[][] = [];
  const gaps: { from: number; to: number }[] = [];
  let before: DayValue | undefined;
  for (const reading of readings) {
    const isAfterGap = before !== undefined && isGap(before.day, reading.day);
    if (before !== undefined && isAfterGap) gaps.push({ from: before.day, to: reading.day });
    if (before === undefined || isAfterGap || reading === firstOfPiece) runs.push([reading]);
    else runs.at(-1)?.push(reading);
    before = reading;
  }
  const [firstEntry, firstReading] = [entries[0], readings[0]];
  if (firstEntry !== undefined && firstReading !== undefined && firstEntry.day < firstReading.day)
    gaps.unshift({ from: firstEntry.day, to: firstReading.day });
  if (before !== undefined && (end - before.day >= gapDays || isGap(before.day, end + 1)) && end > before.day)
    gaps.push({ from: before.day, to: end });
  return { runs, gaps };
}

function toCrossing(crossing: TrendInput['crossing'], first: number, end: number): TrendModel['crossing'] {
  if (crossing === undefined) return undefined;
  const [day, from, to] = [toDay(crossing.date), toDay(crossing.lower), toDay(crossing.upper)];
  if (day === undefined || from === undefined || to === undefined || day < first || day > end) return undefined;
  return { day, from: Math.max(first, Math.min(from, day)), to: Math.min(end, Math.max(to, day)) };
}

function toExtent(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = high > low ? (high - low) * 0.08 : Math.max(1, Math.abs(high) * 0.1);
  // What is never below zero gets no axis below zero.
  return [low >= 0 ? Math.max(0, low - pad) : low - pad, high + pad];
}
