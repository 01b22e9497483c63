import { useFormatter } from 'use-intl/react';
import { toDate, toDay } from '../charts/time-axis.ts';

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
