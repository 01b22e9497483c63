/** The locales that have a catalogue (IX-01). */
export const locales = ['en-us', 'ja-jp'] as const;
export type Locale = (typeof locales)[number];

/** Used when the browser asks for no language that has a catalogue (IX-03, OQ-87). */
export const fallbackLocale: Locale = 'en-us';

const byLanguage: Readonly<Record<string, Locale>> = { en: 'en-us', ja: 'ja-jp' };

/**
 * The catalogue that a language tag asks for, whatever its region (`en`, `en-GB`, `ja_JP`), in any case.
 * Undefined for every other language: the not-found outcome of a request for an unknown catalogue (IX-06).
 */
export function toLocale(tag: string): Locale | undefined {
  const language = /^[a-z]+(?=$|[-_])/.exec(tag.trim().toLowerCase())?.[0];
  return language !== undefined && Object.hasOwn(byLanguage, language) ? byLanguage[language] : undefined;
}

/** The first of the browser's languages that has a catalogue, else English (OQ-87). */
export function chooseLocale(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const locale = toLocale(tag);
    if (locale !== undefined) return locale;
  }
  return fallbackLocale;
}

/** The locale as `Intl` and the `lang` attribute want it (OQ-88). */
export function intlTag(locale: Locale): 'en-US' | 'ja-JP' {
  return locale === 'en-us' ? 'en-US' : 'ja-JP';
}

/** English by the order of the parts of a date; all three write numbers alike. */
const englishByFirst: Readonly<Record<string, string>> = { month: 'en-US', day: 'en-GB', year: 'en-CA' };

/**
 * The tag by which dates are written: year first in Japanese; in English in the order of the browser's first
 * language and its region, 11/09/2026, 09/11/2026 or 2026-11-09. English without a region counts as European
 * at the stage `eu`.
 */
export function datesTag(locale: Locale, [first = 'en']: readonly string[], stage: string): string {
  if (locale === 'ja-jp') return intlTag(locale);
  try {
    const parts = new Intl.DateTimeFormat(first === 'en' && stage === 'eu' ? 'en-GB' : first).formatToParts();
    return parts.flatMap(({ type }) => englishByFirst[type] ?? [])[0] ?? 'en-US';
  } catch {
    return 'en-US'; // no language tag
  }
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const figures = {
  integer: { maximumFractionDigits: 0 },
  oneDecimal: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
} as const;

/**
 * Date and number formats of each locale (IX-07, IX-08, OQ-86), by the names that both have, in the form of
 * `Intl` and use-intl. Numeric year, two-digit month and day; the order of the parts is that of `datesTag`.
 * Times are local, 24 hours.
 */
export const formats = {
  'en-us': {
    dateTime: {
      date: day,
      dateTime: { ...day, ...clock },
      time: clock,
      monthDay: { month: '2-digit', day: '2-digit' },
      month: { year: 'numeric', month: 'short' },
    },
    number: figures,
  },
  'ja-jp': {
    dateTime: {
      date: day,
      dateTime: { ...day, ...clock },
      time: clock,
      monthDay: { month: '2-digit', day: '2-digit' },
      month: { year: 'numeric', month: 'long' },
    },
    number: figures,
  },
} as const satisfies Record<
  Locale,
  {
    dateTime: Record<'date' | 'dateTime' | 'time' | 'monthDay' | 'month', Intl.DateTimeFormatOptions>;
    number: Record<'integer' | 'oneDecimal', Intl.NumberFormatOptions>;
  }
>;
