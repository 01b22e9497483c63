import { type DeviceHistory, keysOf, type Series, seriesOf } from '../history/day-reading.ts';
import { pageLimits, type SeriesBreak, toIncrements, toSegments } from '../history/segments.ts';
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
      const { breaks } = toSegments(series, pageLimits);
      const healed = breaks.flatMap((one) => (one.kind === 'fell' ? (findHealing(series, one) ?? []) : []));
      return breaks.map((found): CounterBreak => {
        const isHealed = healed.some(({ from, to }) => found.day >= from && found.day <= to);
        return { key, ...found, ...(isHealed && { isHealed }) };
      });
    })
    .toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));
}

/** Within this a counter is back at its value from before the fall (LG-11). */
const healing = { readings: 10, days: 7 };
/** A rise is plausible up to this much above the usual one, or this number of pages (LG-13). */
const plausible = { share: 0.6, pages: 500 };
/** Days whose pages count as usual, and how few of them tell nothing. */
const usual = { days: 60, least: 7 };

/** The days from a fall to the reading that shows it as a misread; undefined: it did not heal. */
function findHealing(series: Series, { day, before }: SeriesBreak): { from: number; to: number } | undefined {
  const sound = series.findLast((reading) => reading.day < day);
  if (sound === undefined) return undefined;
  const back = series
    .filter((reading) => reading.day >= day)
    .slice(0, healing.readings)
    .find((reading) => reading.value >= before);
  if (back === undefined || back.day - sound.day > healing.days) return undefined;
  return isPlausible(series, sound.day, { rise: back.value - before, days: back.day - sound.day })
    ? { from: day, to: back.day }
    : undefined;
}

/** Whether the device prints that much in these days, by its own pages up to the day of the fall. */
function isPlausible(series: Series, until: number, { rise, days }: { rise: number; days: number }): boolean {
  const printed = toIncrements(series, pageLimits).filter((one) => one.day <= until && one.day > until - usual.days);
  const over = printed.reduce((sum, { span }) => sum + span, 0);
  if (over < usual.least) return rise <= plausible.pages;
  const expected = (printed.reduce((sum, { value }) => sum + value, 0) / over) * days;
  return rise - expected <= Math.max(plausible.pages, plausible.share * expected);
}
