import { type DeviceHistory, keysOf, type Series, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toSegments } from '../history/segments.ts';
import { runOf } from '../meters/page-series.ts';
import { dayOf } from '../meters/suspicious-rise.ts';
import type { CounterBreak } from './judgement.ts';

/**
 * Counters of the whole device; those of parts restart with each part, which is a replacement and no break.
 */
const isPageCounter = (key: string): boolean => /^(pages|source|scan)\./.test(key);

/**
 * Where a page counter ran backwards or leapt, by day and key: their cause is asked for, unless the counter
 * was misread and healed by itself.
 */
export function toCounterBreaks(history: DeviceHistory): CounterBreak[] {
  return [...keysOf(history)]
    .filter(isPageCounter)
    .flatMap((key) => {
      const series = seriesOf(history, key);
      return (toMeterBreaks(series) ?? toSegments(series, pageLimits).breaks).map((found) => ({ key, ...found }));
    })
    .toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));
}

/** Breaks of a series that is a meter (LG-08 to LG-13), by the day of the reading that shows them. */
const toMeterBreaks = (series: Series): Omit<CounterBreak, 'key'>[] | undefined =>
  runOf(series)?.breaks.map(({ kind, before, after, healed }) => ({
    day: dayOf(after.at),
    kind,
    before: before.value,
    after: after.value,
    ...(healed && { isHealed: true as const }),
  }));
