/** Days since 1970-01-01, UTC. */
export type Day = number;

export const dayMs = 86_400_000;

export const toDay = (time: number): Day => Math.floor(time / dayMs);

const dates = new Map<Day, string>();
/** `YYYY-MM-DD`. */
export function toDate(day: Day): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

/** 0 Monday to 6 Sunday; 1970-01-01 was a Thursday. */
export const toWeekday = (day: Day): number => (((day + 3) % 7) + 7) % 7;

export type Country = 'eu' | 'jp';

export interface CalendarDay {
  readonly day: Day;
  readonly weekday: number;
  /** 1 to 12, and 1 to 31. */
  readonly month: number;
  readonly date: number;
  readonly holiday: Readonly<Record<Country, boolean>>;
}

const fixed: Readonly<Record<Country, ReadonlySet<string>>> = {
  eu: new Set(['1-1', '5-1', '11-1', '12-24', '12-25', '12-26', '12-31']),
  jp: new Set('1-1 1-2 1-3 2-11 2-23 3-20 4-29 5-3 5-4 5-5 8-11 8-13 8-14 8-15 9-23 11-3 11-23 12-30 12-31'.split(' ')),
};

const known = new Map<Day, CalendarDay>();

/** What a day is to an office. The same object for the same day. */
export function toCalendarDay(day: Day): CalendarDay {
  const found = known.get(day);
  if (found !== undefined) return found;
  const time = new Date(day * dayMs);
  const month = time.getUTCMonth() + 1;
  const date = time.getUTCDate();
  const fromEaster = day - toEaster(time.getUTCFullYear());
  const name = `${month}-${date}`;
  const made: CalendarDay = {
    day,
    weekday: toWeekday(day),
    month,
    date,
    holiday: { eu: fixed.eu.has(name) || [-2, 0, 1, 39, 50].includes(fromEaster), jp: fixed.jp.has(name) },
  };
  known.set(day, made);
  return made;
}

/** Easter Sunday by the Gregorian rule (Meeus, Astronomical Algorithms, chapter 8). */
function toEaster(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return toDay(Date.UTC(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1));
}
