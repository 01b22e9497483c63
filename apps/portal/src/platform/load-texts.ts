import type { Locale } from '@platen/catalogue/locale';
import type { DeviceTexts, Texts } from '@platen/catalogue/texts/types';
import { loadResource } from './lazy-resource.ts';

/** Only the texts of the chosen locale are loaded. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const module = await loadResource<{ readonly texts: Texts }>(() =>
    locale === 'ja-jp' ? import('@platen/catalogue/texts/ja-jp') : import('@platen/catalogue/texts/en-us'),
  );
  return module.texts;
}

/** Texts that some screens load for themselves: one request a language, asked again after a failure. */
export function lazyTexts<T extends object>(load: (locale: Locale) => Promise<{ readonly texts: T }>) {
  const loaded = new Map<Locale, Promise<T>>();
  return (locale: Locale): Promise<T> => {
    const known = loaded.get(locale);
    if (known !== undefined) return known;
    const loading = loadResource(() => load(locale)).then(({ texts }) => {
      // Marked as React marks a settled promise, which is read at once. Else it may show a placeholder first,
      // which it leaves for 300 ms.
      void Object.assign(loading, { status: 'fulfilled', value: texts });
      return texts;
    });
    loaded.set(locale, loading);
    loading.catch(() => loaded.delete(locale));
    return loading;
  };
}

/** The texts of the device screens. */
export const loadDeviceTexts = lazyTexts<DeviceTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/device-ja-jp') : import('@platen/catalogue/texts/device-en-us'),
);
