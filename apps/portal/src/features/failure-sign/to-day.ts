import { toCalendarDay } from '../../device/calendar-day.ts';

const ofMonth = /^(\d{4})-(\d{2})$/;

/** A predicted day or month with its 80 % range; a month is its first day, the end of a range its last. */
export interface Span {
  readonly grain: 'day' | 'month';
  readonly lower: Date | undefined;
  readonly middle: Date;
  readonly upper: Date | undefined;
}

/** Noon of a `YYYY-MM-DD`, or undefined. */
export function toDay(text: string | null): Date | undefined {
  const day = text === null ? undefined : toCalendarDay(text);
  return day?.kind === 'day' ? day.at : undefined;
}

/** Noon of the first (0), middle (0.5) or last day (1) of a `YYYY-MM`. */
function toMonthDay(text: string | null | undefined, part: 0 | 0.5 | 1): Date | undefined {
  const parts = ofMonth.exec(text ?? '');
  if (parts === null) return undefined;
  const [year, month] = [Number(parts[1]), Number(parts[2])];
  if (month < 1 || month > 12) return undefined;
  if (part === 1) return new Date(year, month, 0, 12);
  return new Date(year, month - 1, part === 0 ? 1 : 15, 12);
}

type Range = { readonly lower: string; readonly upper: string } | null | undefined;

/** A predicted day with its range; undefined where none is predicted. */
export function toDaySpan(date: string | null, range: Range): Span | undefined {
  const middle = toDay(date);
  if (middle === undefined) return undefined;
  return { grain: 'day', middle, lower: toDay(range?.lower ?? null), upper: toDay(range?.upper ?? null) };
}

/** The same of a predicted month. */
export function toMonthSpan(month: string | null, range: Range): Span | undefined {
  const middle = toMonthDay(month, 0.5);
  if (middle === undefined) return undefined;
  return { grain: 'month', middle, lower: toMonthDay(range?.lower, 0), upper: toMonthDay(range?.upper, 1) };
}
