import type { Locale } from '@platen/catalogue/locale';
import type { DeviceTexts } from '@platen/catalogue/texts/types';
import { loadResource } from './load-texts.ts';

/** What is on its way; `value` once it is there, so that it can be drawn without waiting for a promise. */
export interface Loading<T> extends Promise<T> {
  readonly value?: T;
}

/** Loads a part of the portal once, given up after 120 s (CN-19); loads it again after a failure. */
export function loadOnce<T>(load: () => Promise<T>): () => Loading<T> {
  let known: Loading<T> | undefined;
  return () => {
    if (known !== undefined) return known;
    const loading: Loading<T> = loadResource(load).then((value) => {
      // Marked as React marks a settled promise: `use` reads it without a placeholder.
      void Object.assign(loading, { status: 'fulfilled', value });
      return value;
    });
    known = loading;
    loading.catch(() => {
      known = undefined;
    });
    return loading;
  };
}

/** Texts that some screens load for themselves: one request a language. */
export function lazyTexts<T extends object>(load: (locale: Locale) => Promise<{ readonly texts: T }>) {
  const languages = new Map<Locale, () => Loading<T>>();
  return (locale: Locale): Loading<T> => {
    const start = languages.get(locale) ?? loadOnce(async () => (await load(locale)).texts);
    languages.set(locale, start);
    return start();
  };
}

/** The texts of the device screens. */
export const loadDeviceTexts = lazyTexts<DeviceTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/device-ja-jp') : import('@platen/catalogue/texts/device-en-us'),
);
