import english from './data/application-codes/en-us.json' with { type: 'json' };
import japanese from './data/application-codes/ja-jp.json' with { type: 'json' };
import type { Locale } from './locale.ts';

/** Both languages at once: the text of a network fault cannot wait for another load over that network. */
const messages: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'en-us': { ...english.specified, ...english.project },
  'ja-jp': { ...japanese.specified, ...japanese.project },
};

/** Every code that has a message, in ascending order (AC-01 to AC-43). */
export const applicationCodes: readonly number[] = Object.keys(messages['en-us']).map(Number);

/**
 * The message of a code, or undefined where the code is not of this catalogue: then the text of 101000 is
 * shown with the code (OQ-58). The specified English wordings are exact; Japanese adds the catalogue's advice
 * (OQ-106).
 */
export function applicationMessage(code: number, locale: Locale): string | undefined {
  return messages[locale][String(code)];
}
