import { dayMs } from '@platen/contract/constants';
import { useFormatter } from 'use-intl/react';

/**
 * Whole days since 1970 of a calendar day `YYYY-MM-DD`, of a month `YYYY-MM` (its first) or of an instant;
 * undefined for other texts.
 */
export function toDay(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:$|T)/.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? '1')];
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.getTime() / dayMs : undefined;
}

/** Noon of a day, to be formatted with the time zone UTC. */
export const toDate = (day: number): Date => new Date((day + 0.5) * dayMs);

interface TimeTick {
  /** Days since 1970. */
  readonly day: number;
  /** What its label says: the day, the month, or month and year. */
  readonly form: 'day' | 'month' | 'year';
}

const monthDays = 30.4;

/**
 * Ticks of a time axis between two days, at most `most` of them or one: firsts of months, every 1, 2, 3, 6 or
 * 12, 24, 60 months counted from January; for less than 50 days every 7, 14 or 28 days up to the last.
 * January names its year; without one in sight the first tick does.
 */
export function toTimeTicks(from: number, to: number, most: number): TimeTick[] {
  if (!(to >= from)) return [];
  if (to - from < 50) return toDayTicks(from, to, most);
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((each) => (to - from) / monthDays / each + 1 <= most) ?? 240;
  const first = toDate(from);
  const start = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth()) / step) * step;
  const months = Array.from({ length: Math.ceil((to - from) / 28 / step) + 2 }, (_, n) => start + n * step);
  const ticks = months
    .map((month) => ({
      day: Date.UTC(Math.floor(month / 12), month % 12, 1) / dayMs,
      isJanuary: month % 12 === 0,
    }))
    .filter(({ day }) => day >= from && day <= to);
  const isNamed = ticks.some(({ isJanuary }) => isJanuary);
  return ticks.map(({ day, isJanuary }, n) => ({ day, form: isJanuary || (!isNamed && n === 0) ? 'year' : 'month' }));
}

function toDayTicks(from: number, to: number, most: number): TimeTick[] {
  const step = [1, 7, 14, 28].find((each) => Math.floor((to - from) / each) + 1 <= most) ?? 56;
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, n) => ({ day: to - (count - 1 - n) * step, form: 'day' as const }));
}

/**
 * Numbers, values with a unit, days and ticks in the reader's form. Days are calendar days: no zone moves
 * them. `toShown` rounds a value as the screens round figures of its kind.
 */
export function useChartFormat(unit = '', toShown: (value: number) => number = (value) => value) {
  const format = useFormatter();
  const day = (at: number) => format.dateTime(toDate(at), 'date', { timeZone: 'UTC' });
  const number = (value: number) => format.number(value, { maximumFractionDigits: 1 }).replace('-', '\u2212');
  return {
    number,
    value: (value: number) => `${number(toShown(value))}${unit === '' || unit === '%' ? unit : ` ${unit}`}`,
    day,
    dayOf: (text: string) => {
      const at = toDay(text);
      return at === undefined ? text : day(at);
    },
    monthDay: (at: number) => format.dateTime(toDate(at), 'monthDay', { timeZone: 'UTC' }),
    tick: ({ day: at, form }: TimeTick) =>
      form === 'day'
        ? format.dateTime(toDate(at), 'monthDay', { timeZone: 'UTC' })
        : format.dateTime(toDate(at), {
            month: 'short',
            timeZone: 'UTC',
            ...(form === 'year' ? { year: 'numeric' } : {}),
          }),
  };
}
export type ChartFormat = ReturnType<typeof useChartFormat>;

/** Months (`YYYY-MM`) in the reader's form, alike on all screens. */
export function useMonthNames() {
  const format = useFormatter();
  const name = (month: string): string => {
    const day = toDay(month);
    return day === undefined ? month : format.dateTime(toDate(day), 'month', { timeZone: 'UTC' });
  };
  return {
    name,
    /** Without the year where it is that of the month before. */
    short: (month: string, before: string | undefined): string => {
      const day = toDay(month);
      if (day === undefined) return month;
      if (before?.slice(0, 4) !== month.slice(0, 4)) return name(month);
      return format.dateTime(toDate(day), { month: 'short', timeZone: 'UTC' });
    },
  };
}
