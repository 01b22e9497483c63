import { fillMessage } from './fill-message.ts';
import type { HeadlineLanguage } from './headline.ts';
import type { Locale } from './locale.ts';
import { common as commonEnglish } from './texts/en-us/common.ts';
import { headlines as headlinesEnglish } from './texts/en-us/headlines.ts';
import { status as statusEnglish } from './texts/en-us/status.ts';
import { common as commonJapanese } from './texts/ja-jp/common.ts';
import { headlines as headlinesJapanese } from './texts/ja-jp/headlines.ts';
import { status as statusJapanese } from './texts/ja-jp/status.ts';

const areas = {
  'en-us': { headlines: headlinesEnglish, status: statusEnglish, common: commonEnglish },
  'ja-jp': { headlines: headlinesJapanese, status: statusJapanese, common: commonJapanese },
} as const;

/**
 * The texts of headlines in a language, for files that the server makes; the portal has them from its own
 * library. `date` writes an instant or a day.
 */
export function toHeadlineLanguage(locale: Locale, date: (iso: string) => string): HeadlineLanguage {
  const { headlines, status, common } = areas[locale];
  const sayFrom =
    (area: object) =>
    (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
      fillMessage(textAt(area, path), values, locale);
  return {
    locale,
    headlines: sayFrom(headlines),
    status: sayFrom(status),
    common: sayFrom(common),
    known: { status, common },
    date,
  };
}

/** The text of a path (`calls.paperJam`) in a tree of texts; throws for a path that leads to none. */
function textAt(area: object, path: string): string {
  let found: unknown = area;
  for (const key of path.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  if (typeof found !== 'string') throw new Error(`no text at ${path}`);
  return found;
}
