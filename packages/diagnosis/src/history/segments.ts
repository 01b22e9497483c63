import { runOf } from '../meters/page-series.ts';
import type { Day, Series } from './day-reading.ts';
import { Increment } from './increment.ts';
import { remembered } from './remembered.ts';

/** What a counter can do at most: units a minute, for every minute between two readings. */
export interface CounterLimits {
  readonly perMinute: number;
}

/** Faster than any office printer: 200 impressions a minute around the clock. */
export const pageLimits: CounterLimits = { perMinute: 200 };

const minutesADay = 1440;

/** A place where a counter did not go on: its key is the caller's to add. */
export interface SeriesBreak {
  readonly day: Day;
  readonly kind: 'fell' | 'leapt';
  readonly before: number;
  readonly after: number;
}

export interface Segments {
  /** Never empty ones; in each the values never fall. */
  readonly segments: readonly Series[];
  /** One between any two segments. */
  readonly breaks: readonly SeriesBreak[];
}

/**
 * Cuts a cumulative counter where it does not go on: where it runs backwards, and where it rises by more than
 * the machine can do (memory or board exchanged). A counter that is back at its old height right after a fall
 * was misread: that rise is a leap too, so that nothing is counted twice. Values below 0 or not finite are
 * left out; of several on one day the greatest stands; the order of the input does not matter.
 */
export const toSegments = rememberedOf(findSegments);

function findSegments(series: Series, limits: CounterLimits): Segments {
  const segments: { day: Day; value: number }[][] = [];
  const breaks: SeriesBreak[] = [];
  let current: { day: Day; value: number }[] = [];
  let fellFrom: number | undefined;
  for (const point of inOrder(series)) {
    const last = current.at(-1);
    const kind = last && decideBreak(last, point, limits, current.length === 1 ? fellFrom : undefined);
    if (last === undefined || kind !== undefined) {
      if (last !== undefined && kind !== undefined)
        breaks.push({ day: point.day, kind, before: last.value, after: point.value });
      fellFrom = kind === 'fell' ? last?.value : undefined;
      current = [];
      segments.push(current);
    }
    current.push(point);
  }
  return { segments, breaks };
}

/**
 * What was added between readings: never below 0, and nothing across a break. The first reading of a segment
 * adds nothing. Page counters of a history follow the continuity of the ledger instead (`continueMeter`) and
 * what people stated of their breaks: the pages between the two sides of a misread count.
 */
export const toIncrements = rememberedOf(findIncrements);

function findIncrements(series: Series, limits: CounterLimits): readonly Increment[] {
  const run = runOf(series);
  if (run !== undefined) return run.daily;
  const increments: Increment[] = [];
  for (const segment of toSegments(series, limits).segments) {
    let last: Series[number] | undefined;
    for (const point of segment) {
      if (last !== undefined) increments.push(new Increment(point.day, point.day - last.day, point.value - last.value));
      last = point;
    }
  }
  return increments;
}

function decideBreak(
  last: Series[number],
  next: Series[number],
  limits: CounterLimits,
  fellFrom: number | undefined,
): SeriesBreak['kind'] | undefined {
  if (next.value < last.value) return 'fell';
  const most = limits.perMinute * minutesADay * (next.day - last.day);
  return next.value - last.value > most || (fellFrom !== undefined && next.value >= fellFrom) ? 'leapt' : undefined;
}

function inOrder(series: Series): Series {
  if (isInOrder(series)) return series;
  const sorted = series
    .filter(({ day, value }) => Number.isFinite(day) && Number.isFinite(value) && value >= 0)
    .sort((a, b) => a.day - b.day || a.value - b.value);
  return sorted.filter(({ day }, at) => sorted[at + 1]?.day !== day);
}

/** As nearly every series is: one sound value a day, ascending. */
function isInOrder(series: Series): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const { day, value } of series) {
    if (!(day > before && day < Infinity && value >= 0 && value < Infinity)) return false;
    before = day;
  }
  return true;
}

/**
 * What was made of a series is kept as long as the series: nearly every component asks for the pages of the
 * device.
 */
/* @__NO_SIDE_EFFECTS__ */
function rememberedOf<T>(make: (series: Series, limits: CounterLimits) => T): typeof make {
  const madeOf = remembered<Series, Map<number, T>>(() => new Map());
  return (series, limits) => {
    const made = madeOf(series);
    const found = made.get(limits.perMinute);
    if (found !== undefined) return found;
    const value = make(series, limits);
    made.set(limits.perMinute, value);
    return value;
  };
}
