import { chooseLocale, intlTag, type Locale } from '@platen/catalogue/locale';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { configureApi } from '../api/client.ts';
import { type Brand, decideBrand } from '../brand/brands.ts';
import { resumeSession } from '../session/session.ts';
import { readToken } from '../session/tokens.ts';
import { readConfig } from './config.ts';
import { setEnvironment } from './environment.ts';
import { loadTexts, TextsProvider } from './i18n.tsx';
import { logError } from './log.ts';
import { prefetchErrorPopup } from './popup-host.tsx';
import { queryClient } from './query-client.ts';
import { createPortalRouter } from './router.tsx';
import { showStartFailure } from './start-failure.ts';

/** Marks the page with brand and language: colours, title, pronunciation (BR-04, BR-06, BR-08, OQ-88). */
function dressPage(brand: Brand, locale: Locale): void {
  const root = document.documentElement;
  root.dataset['brand'] = brand.id;
  root.lang = intlTag(locale);
  document.title = brand.title;
}

async function run(): Promise<void> {
  const locale = chooseLocale(navigator.languages);
  const [config, texts] = await Promise.all([readConfig(document), loadTexts(locale)]);
  const brand = decideBrand(config.brands, window.location.pathname);
  dressPage(brand, locale);
  setEnvironment({ config, brand, locale, leave: (address) => window.location.assign(address) });
  configureApi({ base: config.apiBase, language: intlTag(locale), readToken });
  resumeSession();
  const container = document.getElementById('root');
  if (container === null) throw new Error('the page has no root element');
  createRoot(container).render(
    <TextsProvider locale={locale} texts={texts}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createPortalRouter(brand)} />
      </QueryClientProvider>
    </TextsProvider>,
  );
  requestIdleCallback(() => {
    prefetchErrorPopup().catch((thrown: unknown) => logError('the error popup could not be fetched', thrown));
  });
}

/** Starts the portal in this page. */
export function start(): void {
  // A page taken back from the browser's memory could show what a logout has wiped.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
  run().catch((thrown: unknown) => {
    logError('the portal could not start', thrown);
    showStartFailure(document);
  });
}
