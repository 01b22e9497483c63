import { dayMs, minuteMs } from '@platen/contract/constants';
import type { Instant } from './model.ts';

/** The clock of a time zone. Wall times are ms since 1970 as if the zone's clock showed UTC. */
export interface ZoneClock {
  /**
   * What the zone's clock shows. It never runs backwards: while an hour comes a second time it stands
   * still.
   */
  readonly toWall: (at: Instant) => number;
  /**
   * First instant at which the clock shows this or later; a time that does not exist is that of the change.
   */
  readonly toInstant: (wall: number) => Instant;
}

const clocks = new Map<string, ZoneClock>();

/**
 * The clock of an IANA zone. Throws a RangeError for a name that this runtime does not know. Offsets are
 * looked up once for each day of UTC and kept: asking Intl takes longer than everything else of an
 * evaluation.
 */
export function zoneClock(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = makeClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** Offsets of a day of UTC in ms; `change`: the instant from which `after` holds, where they differ. */
interface DayOffsets {
  readonly before: number;
  readonly after: number;
  readonly change: Instant;
}

/** Some three years of days. */
const mostDays = 1000;

function makeClock(zone: string): ZoneClock {
  const readOffset = offsetReader(zone);
  const days = new Map<number, DayOffsets>();
  const offsetsOf = (day: number): DayOffsets => {
    const known = days.get(day);
    if (known !== undefined) return known;
    if (days.size >= mostDays) days.clear();
    const found = findOffsets(readOffset, day * dayMs);
    days.set(day, found);
    return found;
  };
  const offsetAt = (at: Instant): number => {
    const { before, after, change } = offsetsOf(Math.floor(at / dayMs));
    return at < change ? before : after;
  };
  const toWall = (at: Instant): number => {
    const day = Math.floor(at / dayMs);
    const wall = at + offsetAt(at);
    // The clock was put back today or on the day before, by less than a day.
    for (const { before, after, change } of [offsetsOf(day), offsetsOf(day - 1)])
      if (after < before && at >= change && wall < change + before) return change + before;
    return wall;
  };
  const toInstant = (wall: number): Instant => {
    // Offsets lie within a day of UTC; the first of the candidates that the clock confirms is the earliest.
    const [early, late] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
    const candidates = [wall - Math.max(early, late), wall - Math.min(early, late), ...offsetsNear(wall, offsetsOf)];
    const found = candidates.toSorted((a, b) => a - b).find((at) => toWall(at) >= wall);
    return found ?? wall - late;
  };
  return { toWall, toInstant };
}

/** Changes of the clock near a wall time: where a time does not exist, the answer is one of them. */
const offsetsNear = (wall: number, offsetsOf: (day: number) => DayOffsets): Instant[] =>
  [-1, 0, 1].flatMap((away) => {
    const { before, after, change } = offsetsOf(Math.floor(wall / dayMs) + away);
    return before === after ? [] : [change];
  });

/** Zones change at most once within a day of UTC. */
function findOffsets(readOffset: (at: Instant) => number, start: Instant): DayOffsets {
  const [before, after] = [readOffset(start), readOffset(start + dayMs)];
  if (before === after) return { before, after, change: start };
  let [low, high] = [start, start + dayMs];
  while (high - low > minuteMs) {
    const middle = low + Math.round((high - low) / 2 / minuteMs) * minuteMs;
    if (readOffset(middle) === before) low = middle;
    else high = middle;
  }
  return { before, after, change: high };
}

function offsetReader(zone: string): (at: Instant) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const whole = Math.floor(at / 1000) * 1000;
    const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(whole)) shown[type] = Number(value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
  };
}
