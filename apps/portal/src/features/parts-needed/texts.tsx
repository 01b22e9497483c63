import type { Locale } from '@platen/catalogue/locale';
import type { PartsNeededTexts as Texts } from '@platen/catalogue/texts/types';
import { type ReactNode, use, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { loadResource } from '../../platform/lazy-resource.ts';

const loaded = new Map<Locale, Promise<Texts>>();

/** The texts of this screen alone; asked again after a failure. */
function loadPartsNeededTexts(locale: Locale): Promise<Texts> {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const loading = loadResource<{ readonly texts: Texts }>(() =>
    locale === 'ja-jp'
      ? import('@platen/catalogue/texts/parts-needed-ja-jp')
      : import('@platen/catalogue/texts/parts-needed-en-us'),
  ).then(({ texts }) => texts);
  loaded.set(locale, loading);
  loading.catch(() => loaded.delete(locale));
  return loading;
}

/** Adds the texts of this screen to those of the application. Suspends until they are there. */
export function PartsNeededTexts({ children }: { children: ReactNode }) {
  const { locale } = environment();
  const common = useMessages();
  const texts = use(loadPartsNeededTexts(locale));
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  );
}
