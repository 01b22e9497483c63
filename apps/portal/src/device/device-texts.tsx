import type { DeviceTexts as Texts } from '@platen/catalogue/texts/types';
import { type ReactNode, use, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl/react';
import { environment } from '../platform/environment.ts';
import { loadDeviceTexts } from '../platform/load-texts.ts';

/**
 * Adds the texts of the device screens to those of the application; formats and the rest stay. Suspends until
 * they are there.
 */
export function DeviceTexts({ children }: { children: ReactNode }) {
  const { locale } = environment();
  return <AddedTexts texts={use(loadDeviceTexts(locale))}>{children}</AddedTexts>;
}

/** The same messages at each drawing: with new ones all below would be drawn again. */
function AddedTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  const common = useMessages();
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  );
}
