import { type DeviceHistory, keysOf, seriesOf } from '../history/day-reading.ts';
import { pageLimits, toSegments } from '../history/segments.ts';
import type { CounterBreak } from './judgement.ts';

/**
 * Counters of the whole device; those of parts restart with each part, which is a replacement and no break.
 */
const isPageCounter = (key: string): boolean => /^(pages|source|scan)\./.test(key);

/** Where a page counter ran backwards or leapt, by day and key: their cause is asked for. */
export function toCounterBreaks(history: DeviceHistory): CounterBreak[] {
  return [...keysOf(history)]
    .filter(isPageCounter)
    .flatMap((key) => toSegments(seriesOf(history, key), pageLimits).breaks.map((found) => ({ key, ...found })))
    .toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));
}
