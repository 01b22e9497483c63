import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import type { Instant, LocalDay } from './model.ts';
import { zoneClock } from './zone-offsets.ts';

/** Hours of work within a day, `08:00` to `17:00`; `24:00` is the end of the day. */
export interface WorkHours {
  readonly from: string;
  readonly to: string;
}

/** The calendar of an organisation (GE-09). */
export interface WorkCalendar {
  /** IANA name. */
  readonly zone: string;
  /** Hours of each day of the week, Monday first; none: no working day. */
  readonly week: readonly (readonly WorkHours[])[];
  /** Days off, `YYYY-MM-DD` in the zone. */
  readonly holidays: readonly string[];
  /** Minutes of each working day that do not count where its hours are counted (WL-48). */
  readonly lunchMinutes: number;
}

const office: readonly WorkHours[] = [{ from: '08:00', to: '17:00' }];
/** Monday to Friday 08:00 to 17:00, of which 8 hours count. */
export const defaultCalendar: WorkCalendar = {
  zone: 'UTC',
  week: [office, office, office, office, office, [], []],
  holidays: [],
  lunchMinutes: 60,
};

/**
 * Working time of a calendar. In the night in which the clock changes, an hour that does not exist counts as
 * passed, and one that comes twice counts once (GE-09).
 */
export interface WorkTime {
  readonly zone: string;
  /** The day that the zone's clock shows. */
  readonly dayOf: (at: Instant) => LocalDay;
  /** First instant of a day. */
  readonly startOf: (day: LocalDay) => Instant;
  readonly isWorkingDay: (day: LocalDay) => boolean;
  /** The first working day after this one. */
  readonly nextWorkingDay: (day: LocalDay) => LocalDay;
  /** The working day that many working days later; of 0 the day itself. */
  readonly addWorkingDays: (day: LocalDay, days: number) => LocalDay;
  /** End of work on the working day that many working days after the day of an instant. */
  readonly afterWorkingDays: (day: LocalDay, days: number) => Instant;
  /** Working hours of a day without lunch; 0 on a day off. */
  readonly hoursOf: (day: LocalDay) => number;
  /** Whole and broken minutes of work between two instants; 0 where the second is not later. */
  readonly minutesBetween: (from: Instant, to: Instant) => number;
  /** The instant at which that many minutes of work have passed; Infinity without any working day. */
  readonly addMinutes: (from: Instant, minutes: number) => Instant;
}

/** A calendar without a working day within this many days has none. */
const mostIdleDays = 800;

const made = new WeakMap<WorkCalendar, WorkTime>();

/**
 * Working time by a calendar; made once for each calendar object. Throws a RangeError for an unknown zone,
 * and for hours that are none or overlap.
 */
export function toWorkTime(calendar: WorkCalendar): WorkTime {
  const known = made.get(calendar);
  if (known !== undefined) return known;
  const time = makeWorkTime(calendar);
  made.set(calendar, time);
  return time;
}

function makeWorkTime({ zone, week, holidays, lunchMinutes }: WorkCalendar): WorkTime {
  const clock = zoneClock(zone);
  const stretches = Array.from({ length: 7 }, (_, weekday) => toStretches(week[weekday] ?? []));
  const off = new Set(holidays.map(toLocalDay));
  const stretchesOf = (day: LocalDay) => (off.has(day) ? [] : (stretches[weekdayOf(day)] ?? []));
  const isWorkingDay = (day: LocalDay) => stretchesOf(day).length > 0;
  const dayOf = (at: Instant) => Math.floor(clock.toWall(at) / dayMs);
  const startOf = (day: LocalDay) => clock.toInstant(day * dayMs);

  const nextWorkingDay = (day: LocalDay): LocalDay => {
    for (let next = day + 1; next <= day + mostIdleDays; next++) if (isWorkingDay(next)) return next;
    return day + 1;
  };
  const addWorkingDays = (day: LocalDay, days: number): LocalDay => {
    let found = day;
    for (let count = 0; count < days; count++) found = nextWorkingDay(found);
    return found;
  };
  const endOfWork = (day: LocalDay): Instant => clock.toInstant(day * dayMs + (stretchesOf(day).at(-1)?.to ?? dayMs));

  const hoursOf = (day: LocalDay): number => {
    const worked = stretchesOf(day).reduce((sum, { from, to }) => sum + to - from, 0);
    return worked === 0 ? 0 : Math.max(0, worked - lunchMinutes * minuteMs) / hourMs;
  };

  const minutesBetween = (from: Instant, to: Instant): number => {
    if (!(to > from)) return 0;
    const [first, last] = [clock.toWall(from), clock.toWall(to)];
    let worked = 0;
    for (let day = Math.floor(first / dayMs); day * dayMs < last; day++)
      for (const one of stretchesOf(day)) {
        const start = Math.max(first, day * dayMs + one.from);
        worked += Math.max(0, Math.min(last, day * dayMs + one.to) - start);
      }
    return worked / minuteMs;
  };

  const addMinutes = (from: Instant, minutes: number): Instant => {
    const first = clock.toWall(from);
    let left = minutes * minuteMs;
    let idle = 0;
    for (let day = Math.floor(first / dayMs); idle < mostIdleDays; day++) {
      idle = isWorkingDay(day) ? 0 : idle + 1;
      for (const one of stretchesOf(day)) {
        const start = Math.max(first, day * dayMs + one.from);
        const length = Math.max(0, day * dayMs + one.to - start);
        if (length > 0 && left <= length) return Math.max(from, clock.toInstant(start + left));
        left -= length;
      }
    }
    return Infinity;
  };

  return {
    zone,
    dayOf,
    startOf,
    isWorkingDay,
    nextWorkingDay,
    addWorkingDays,
    afterWorkingDays: (day, days) => endOfWork(addWorkingDays(day, days)),
    hoursOf,
    minutesBetween,
    addMinutes,
  };
}

/** Days since 1970 of `YYYY-MM-DD`. */
export const toLocalDay = (date: string): LocalDay => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);

/** 0 is Monday: 1970-01-01 was a Thursday. */
const weekdayOf = (day: LocalDay): number => (((day + 3) % 7) + 7) % 7;

/** Of each stretch the ms since midnight, ascending. */
function toStretches(hours: readonly WorkHours[]): { readonly from: number; readonly to: number }[] {
  const stretches = hours
    .map(({ from, to }) => ({ from: toMs(from), to: toMs(to) }))
    .toSorted((a, b) => a.from - b.from);
  for (const [at, { from, to }] of stretches.entries()) {
    const before = stretches[at - 1]?.to ?? 0;
    if (!(to > from && from >= before && to <= dayMs))
      throw new RangeError('working hours end before they begin, or overlap');
  }
  return stretches;
}

function toMs(time: string): number {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) throw new RangeError(`'${time}' is no time of day`);
  return Number(hours) * hourMs + Number(minutes) * minuteMs;
}
