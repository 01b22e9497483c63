import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';

/**
 * Dates and times in the reader's form (OQ-86): `11/20/2025`, `14:02`, `11/20/2025 14:02`; in the reader's
 * zone, or in that of an organisation where they stand next to its hours (GE-08).
 */
export function useDates(timeZone?: string) {
  const format = useFormatter();
  const inZone = timeZone === undefined ? {} : { timeZone };
  const date = (at: Date) => format.dateTime(at, 'date', inZone);
  const time = (at: Date) => format.dateTime(at, 'time', inZone);
  return {
    date,
    time,
    /** Both with a blank between, alike in every locale: `Intl` would put a comma into some. */
    dateTime: (at: Date) => `${date(at)} ${time(at)}`,
    /** The time alone for today, else date and time. */
    moment: (at: Date, now: Date) => (date(at) === date(now) ? time(at) : `${date(at)} ${time(at)}`),
  };
}

/** The time now, renewed each minute, so that ages on a screen left open stay true. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Texts of durations (`23 d`) and ages (`18 min ago`) in the language in use. */
export function useAgeText() {
  const t = useTranslations('common');
  return {
    duration: (milliseconds: number): string => {
      const { unit, count } = toDuration(milliseconds);
      return t(`duration.${unit}`, { count });
    },
    ago: (at: Date, now: Date): string => {
      const age = toAge(at, now);
      return 'count' in age ? t(`age.${age.unit}`, { count: age.count }) : t(`age.${age.unit}`);
    },
  };
}

/** A duration in the coarsest unit that is still informative (`18 min`, `8 h`, `23 d`). */
export type Duration = { unit: 'minutes' | 'hours' | 'days'; count: number };
/** How long ago: `justNow` under a minute, `future` when the reporting clock runs ahead of ours. */
export type Age = Duration | { unit: 'justNow' | 'future' };

const minute = 60_000;
const hour = 60 * minute;
/** Clocks of printers, collectors and browsers differ by seconds without meaning anything. */
const tolerance = 2 * minute;

/** Hours up to two days, then whole days: the limit of 'offline' (48 h) still reads in hours. */
export function toDuration(milliseconds: number): Duration {
  if (milliseconds < hour) return { unit: 'minutes', count: Math.floor(milliseconds / minute) };
  if (milliseconds < 48 * hour) return { unit: 'hours', count: Math.floor(milliseconds / hour) };
  return { unit: 'days', count: Math.floor(milliseconds / (24 * hour)) };
}

/** Age of a point in time. A time in the future is shown as such, never as 'just now'. */
export function toAge(at: Date, now: Date): Age {
  const passed = now.getTime() - at.getTime();
  if (passed < -tolerance) return { unit: 'future' };
  return passed < minute ? { unit: 'justNow' } : toDuration(passed);
}

/** Data older than this is marked as stale (OQ-30: the limit of 'offline'). */
const staleAfterHours = 48;

export const isStale = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > staleAfterHours * hour;
