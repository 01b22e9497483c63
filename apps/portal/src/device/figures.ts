import { useTranslations } from 'use-intl/react';

/**
 * How a figure of each kind is rounded, on every screen and in every file. Answers carry more digits;
 * verdicts are decided on what the answer says.
 */

/**
 * Percent of a life: whole, rounded down, so that a part shows 100 % exactly where its threshold of 100 % is
 * reached.
 */
export const toLifePercent = (value: number): number => Math.floor(value);

/** Percent left of a toner or another supply: whole. */
export const toLevelPercent = (value: number): number => Math.round(value);

/** Days until something happens, and the bounds of their range: whole. */
export const toWholeDays = (value: number): number => Math.round(value);

/** Percent of color among all pages: one decimal. */
export const toColorPercent = (value: number): number => Math.round(value * 10) / 10;

/**
 * What a `YYYY-MM-DD` of the profile means: a day, nothing ('0000-00-00', PR-07), or a text that is no day.
 */
export type CalendarDay = { kind: 'day'; at: Date } | { kind: 'none' } | { kind: 'other'; text: string };

/** A day has no time zone: noon here keeps it the same day wherever it is formatted. */
export function toCalendarDay(text: string): CalendarDay {
  if (text === '' || text === '0000-00-00') return { kind: 'none' };
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return { kind: 'other', text };
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const at = new Date(year, month - 1, day, 12);
  const isReal = at.getFullYear() === year && at.getMonth() === month - 1 && at.getDate() === day;
  return isReal ? { kind: 'day', at } : { kind: 'other', text };
}

/** A local day as `YYYY-MM-DD`. */
export const toIsoDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

interface Counted {
  readonly countedTime?: { readonly timeZone: string } | undefined;
}

/** Names the time zone of the days or months in an answer; undefined while there is none. */
export function useZoneNote(answer: Counted | undefined): string | undefined {
  const t = useTranslations('charts');
  return answer === undefined ? undefined : (answer.countedTime?.timeZone ?? t('unknownZone', { zone: 'UTC' }));
}
