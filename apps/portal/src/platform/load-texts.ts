import type { Locale } from '@platen/catalogue/locale';
import type { DeviceTexts, Texts } from '@platen/catalogue/texts/types';
import { lazyResourceTimeoutMs } from '@platen/contract/constants';

/** A part of the portal did not arrive in time (CN-19). */
export class LazyTimeout extends Error {
  override readonly name = 'LazyTimeout';
}

/** Loads a part of the portal and gives up after 120 s (CN-19, OQ-122). */
export async function loadResource<T>(load: () => Promise<T>, timeoutMs = lazyResourceTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new LazyTimeout(`a part of the portal did not arrive in ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([load(), expiry]);
  } finally {
    clearTimeout(timer);
  }
}

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
