import { datesTag, formats, intlTag, type Locale } from '@platen/catalogue/locale';
import type { Texts } from '@platen/catalogue/texts/types';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl/react';
import { configureApi } from '../api/client.ts';
import { type Brand, decideBrand } from '../brand/brands.ts';
import { type Environment, environment, readConfig, setEnvironment, viewerTimeZone } from '../platform/environment.ts';
import { logError } from '../platform/log.ts';
import { queryClient } from '../platform/query-client.ts';
import { followPrintKeys } from '../print/print-steps.ts';
import { followOtherTabs, resumeSession } from '../session/session.ts';
import { readToken } from '../session/tokens.ts';
import { prefetchErrorPopup } from './root-layout.tsx';
import { createPortalRouter } from './router.tsx';

/** The first screen has the line to itself for so long. */
const errorPopupDelayMs = 1500;

/** Marks the page with brand and language: colours, title, pronunciation (BR-04, BR-06, BR-08, OQ-88). */
function dressPage(brand: Brand, locale: Locale): void {
  const root = document.documentElement;
  root.dataset['brand'] = brand.id;
  root.lang = intlTag(locale);
  document.title = brand.title;
}

/** Makes the portal ready in this page, up to the first drawing. */
export function prepare(environment: Environment): void {
  dressPage(environment.brand, environment.locale);
  setEnvironment(environment);
  configureApi({ base: environment.config.apiBase, language: intlTag(environment.locale), readToken });
  resumeSession();
  followOtherTabs();
}

/**
 * Starts the portal in this page. The screen of the address is fetched while the texts may still be on their
 * way.
 */
export async function start(locale: Locale, texts: Promise<Texts>): Promise<void> {
  // A page taken back from the browser's memory could show what a logout has wiped.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
  const config = await readConfig(document);
  const brand = decideBrand(config.brands, window.location.pathname);
  prepare({ config, brand, locale, leave: (address) => window.location.assign(address) });
  const container = document.getElementById('root');
  if (container === null) throw new Error('the page has no root element');
  const router = createPortalRouter(brand);
  const [loaded] = await Promise.all([texts, router.load()]);
  createRoot(container).render(<Portal texts={loaded} router={router} />);
  followPrintKeys(() => {
    import('../print/print-when-ready.ts')
      .then(({ printWhenReady }) => printWhenReady())
      .catch((thrown: unknown) => logError('the screen could not be printed', thrown));
  });
  setTimeout(() => {
    prefetchErrorPopup().catch((thrown: unknown) => logError('the error popup could not be fetched', thrown));
    import('../print/prepare-print.ts')
      .then(({ preparePrint }) => preparePrint())
      .catch((thrown: unknown) => logError('the print styles could not be fetched', thrown));
    import('../offline/start-offline.ts')
      .then(({ startOffline }) => startOffline())
      .catch((thrown: unknown) => logError('the portal could not be made ready for use offline', thrown));
  }, errorPopupDelayMs);
}

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
