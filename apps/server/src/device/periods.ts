import type { Day } from '@platen/diagnosis/history/day-reading';
import { dayMs, minuteMs, toDayText } from '../base/time.ts';
import { addMonths, toMonth } from '../store/partitions.ts';

/** Days since 1970 of a `YYYY-MM-DD`. */
export const toDayNumber = (day: string): Day => Math.floor(Date.parse(day) / dayMs);

/** The day `count` days later; earlier if `count` is negative. */
export const addDays = (day: string, count: number): string => toDayText(toDayNumber(day) + count);

/** The last `count` months (`YYYY-MM`), oldest first, the current one last (UTC). */
export const lastUtcMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addMonths(toMonth(now), n - count + 1));

/** A calendar day (`YYYY-MM-DD`) or month (`YYYY-MM`) of a time zone, from `start` to before `end`. */
export interface Period {
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
}

/** No zone is further from UTC than this. */
const furthestMinutes = 16 * 60;

/** `YYYY-MM-DD` of a time in a zone. The zone must be one that the runtime knows, as the contract checks. */
function dayReader(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  };
}

/**
 * First minute of a day: by bisection, so that days of 23 and 25 hours and days that begin at 01:00 need no
 * rules. A day that the zone skipped (Apia, 30 December 2011) begins with the next one.
 */
function toStart(day: string, toDay: (time: number) => string): Date {
  const midnight = Date.parse(day);
  let [before, from] = [-furthestMinutes, furthestMinutes];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (toDay(midnight + middle * minuteMs) < day) before = middle;
    else from = middle;
  }
  return new Date(midnight + from * minuteMs);
}

/** Periods from their names and the first day of each, and of the one after the last. */
function toPeriods(names: readonly string[], firstDays: readonly string[], toDay: (time: number) => string): Period[] {
  const starts = firstDays.map((day) => toStart(day, toDay));
  return names.flatMap((name, index) => {
    const [start, end] = [starts[index], starts[index + 1]];
    return start && end ? [{ name, start, end }] : [];
  });
}

const manyEntries = 1000;
const known = new Map<string, { readonly minute: number; readonly periods: readonly Period[] }>();

/**
 * Periods of a zone, computed once a minute: days begin with a minute, and reading them out of a zone takes
 * more than a millisecond.
 */
function oncePerMinute(
  key: string,
  zone: string,
  now: Date,
  make: (today: string, toDay: (time: number) => string) => Period[],
): readonly Period[] {
  const minute = Math.floor(now.getTime() / minuteMs);
  const found = known.get(`${key} ${zone}`);
  if (found?.minute === minute) return found.periods;
  const toDay = dayReader(zone);
  const periods = make(toDay(now.getTime()), toDay);
  if (known.size >= manyEntries) known.clear();
  known.set(`${key} ${zone}`, { minute, periods });
  return periods;
}

/** The last `count` days of a time zone, oldest first, today last. */
export const lastDays = (now: Date, count: number, zone: string): readonly Period[] =>
  oncePerMinute(`${count} days`, zone, now, (today, toDay) => {
    const days = Array.from({ length: count + 1 }, (_, n) => addDays(today, n - count + 1));
    return toPeriods(days.slice(0, count), days, toDay);
  });

/** The last `count` months of a time zone, oldest first; the last one ends with today. */
export const lastMonths = (now: Date, count: number, zone: string): readonly Period[] =>
  oncePerMinute(`${count} months`, zone, now, (today, toDay) => {
    const months = Array.from({ length: count }, (_, n) => addMonths(today.slice(0, 7), n - count + 1));
    return toPeriods(months, [...months.map((month) => `${month}-01`), addDays(today, 1)], toDay);
  });

/** From the start of the first to before the end of the last; both are `now` if there is no period. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export const toSpan = (periods: readonly Period[], now: Date): Span => ({
  from: periods[0]?.start ?? now,
  to: periods.at(-1)?.end ?? now,
});

/** The time that the counts of an answer cover, if the caller asked for the days or months of a zone. */
export function toCountedTime(
  periods: readonly Period[],
  timeZone: string | undefined,
): { countedTime?: { timeZone: string; from: string; to: string } } {
  const [first, last] = [periods[0], periods.at(-1)];
  if (timeZone === undefined || !first || !last) return {};
  return { countedTime: { timeZone, from: first.start.toISOString(), to: last.end.toISOString() } };
}
