import type { Locale } from '@platen/catalogue/locale';
import type { Texts } from '@platen/catalogue/texts/types';
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
