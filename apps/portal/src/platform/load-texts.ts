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

const deviceTexts = new Map<Locale, Promise<DeviceTexts>>();

/** The texts of the device screens: one request for all of them, asked again after a failure. */
export function loadDeviceTexts(locale: Locale): Promise<DeviceTexts> {
  const known = deviceTexts.get(locale);
  if (known !== undefined) return known;
  const loading = loadResource<{ readonly texts: DeviceTexts }>(() =>
    locale === 'ja-jp'
      ? import('@platen/catalogue/texts/device-ja-jp')
      : import('@platen/catalogue/texts/device-en-us'),
  ).then(({ texts }) => {
    // Marked as React marks a settled promise, which is read at once. Else it may show a placeholder first,
    // which it leaves for 300 ms.
    void Object.assign(loading, { status: 'fulfilled', value: texts });
    return texts;
  });
  deviceTexts.set(locale, loading);
  loading.catch(() => deviceTexts.delete(locale));
  return loading;
}
