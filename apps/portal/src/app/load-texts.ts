import type { Locale } from '@platen/catalogue/locale';
import type { Texts } from '@platen/catalogue/texts/types';
import { loadResource } from './lazy-resource.ts';

/** Only the texts of the chosen locale are loaded. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const module = await loadResource<{ readonly texts: Texts }>(() =>
    locale === 'ja-jp' ? import('@platen/catalogue/texts/ja-jp') : import('@platen/catalogue/texts/en-us'),
  );
  return module.texts;
}
