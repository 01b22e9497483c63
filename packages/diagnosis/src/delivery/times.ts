import type { DeliveryTimes, QuietHours } from '@platen/contract/channels';
import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import { toLocalDay } from '../conditions/calendar.ts';
import type { Instant, LocalDay } from '../conditions/model.ts';
import { zoneClock } from '../conditions/zone-offsets.ts';

// When messages may go (DE-10 to DE-13), by the clock of the channel's zone. A time that a change of clocks
// skips is that of the change, one that comes twice the first (DE-12): `zoneClock` gives both.

/** Days without work, `YYYY-MM-DD`, and whether a weekday (0 is Monday) is worked on at all. */
export interface DaysOff {
  readonly holidays: readonly string[];
  readonly isWorkingWeekday: (weekday: number) => boolean;
}

const weekdayOf = (day: LocalDay): number => (((day + 3) % 7) + 7) % 7;
const toMs = (clock: string): number => Number(clock.slice(0, 2)) * hourMs + Number(clock.slice(3)) * minuteMs;

/**
 * Spans that touch are one: the number looked through in a row. Two weeks without a gap are always quiet.
 */
const mostSpans = 40;

/** Until when it is quiet; null: it is not quiet at this instant. Infinity: it never ends. */
export function quietUntil(quiet: QuietHours | null, zone: string, off: DaysOff, at: Instant): Instant | null {
  if (quiet === null) return null;
  const clock = zoneClock(zone);
  const holidays = new Set(quiet.onHolidays ? off.holidays.map(toLocalDay) : []);
  const endAt = (instant: Instant): Instant | null => {
    const wall = clock.toWall(instant);
    const today = Math.floor(wall / dayMs);
    const ends = [today - 1, today].flatMap((day) =>
      spansOf(quiet, holidays, day).flatMap(({ from, to }) => {
        const [start, end] = [clock.toInstant(day * dayMs + from), clock.toInstant(day * dayMs + to)];
        return start <= instant && instant < end ? [end] : [];
      }),
    );
    return ends.length === 0 ? null : Math.max(...ends);
  };
  let until = endAt(at);
  for (let n = 0; until !== null && n < mostSpans; n++) {
    const further = endAt(until);
    if (further === null) return until;
    until = further;
  }
  return until === null ? null : Infinity;
}

/** Spans that begin on this day, in ms since its midnight; a holiday is one from midnight to midnight. */
function spansOf(quiet: QuietHours, holidays: ReadonlySet<LocalDay>, day: LocalDay): { from: number; to: number }[] {
  const spans = quiet.spans
    .filter(({ days }) => days.includes(weekdayOf(day)))
    .map(({ from, to }) => {
      const [start, end] = [toMs(from), toMs(to)];
      return { from: start, to: end > start ? end : end + dayMs };
    });
  return holidays.has(day) ? [{ from: 0, to: dayMs }, ...spans] : spans;
}

/** Days looked through for the next digest: longer than any holidays. */
const mostDays = 400;

/** When the next digest goes, after this instant; null: never, as no day is a working day. */
export function nextDigest(
  { times, days }: Extract<DeliveryTimes, { at: 'digest' }>,
  zone: string,
  off: DaysOff,
  after: Instant,
): Instant | null {
  const clock = zoneClock(zone);
  const holidays = new Set(off.holidays.map(toLocalDay));
  const today = Math.floor(clock.toWall(after) / dayMs);
  const walls = times.map(toMs).toSorted((a, b) => a - b);
  for (let day = today; day < today + mostDays; day++) {
    if (days === 'working' && (holidays.has(day) || !off.isWorkingWeekday(weekdayOf(day)))) continue;
    for (const wall of walls) {
      const at = clock.toInstant(day * dayMs + wall);
      if (at > after) return at;
    }
  }
  return null;
}

/** The next full hour, and the next midnight of the zone: until when the limits of DE-13 hold. */
export const nextHour = (at: Instant): Instant => (Math.floor(at / hourMs) + 1) * hourMs;
export function nextMidnight(zone: string, at: Instant): Instant {
  const clock = zoneClock(zone);
  return clock.toInstant((Math.floor(clock.toWall(at) / dayMs) + 1) * dayMs);
}
/** When the day of this instant began in the zone. */
export function startOfDay(zone: string, at: Instant): Instant {
  const clock = zoneClock(zone);
  return clock.toInstant(Math.floor(clock.toWall(at) / dayMs) * dayMs);
}
