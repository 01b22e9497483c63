import { datesTag, formats, type Locale } from '@platen/catalogue/locale';
import type { Texts } from '@platen/catalogue/texts/types';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl/react';
import { environment } from '../platform/environment.ts';
import { logError } from '../platform/log.ts';
import { queryClient } from '../platform/query-client.ts';
import { viewerTimeZone } from '../platform/time-zone.ts';
import type { createPortalRouter } from './router.tsx';

interface PortalProps {
  readonly texts: Texts;
  readonly router: ReturnType<typeof createPortalRouter>;
}

/** The whole application. */
export function Portal({ texts, router }: PortalProps) {
  const { locale, config } = environment();
  return (
    <TextsProvider locale={locale} stage={config.stage} texts={texts}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TextsProvider>
  );
}

interface TextsProviderProps {
  readonly locale: Locale;
  readonly texts: Texts;
  /** Of the site; decides how English dates without a region are written. */
  readonly stage?: string;
  readonly children: ReactNode;
}

/** Texts, date and number formats for all screens (IX-02, IX-07). Times are those of the browser (OQ-86). */
export function TextsProvider({ locale, texts, stage = '', children }: TextsProviderProps) {
  return (
    <IntlProvider
      locale={datesTag(locale, navigator.languages, stage)}
      messages={texts}
      formats={formats[locale]}
      timeZone={viewerTimeZone()}
      onError={(error) => logError(error.message)}
      getMessageFallback={({ key }) => key}
    >
      {children}
    </IntlProvider>
  );
}
