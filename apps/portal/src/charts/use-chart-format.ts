import { useFormatter } from 'use-intl/react';
import { type TimeTick, toDate, toDay } from './time-axis.ts';

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
