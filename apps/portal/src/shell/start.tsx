import { intlTag, type Locale } from '@platen/catalogue/locale';
import type { Texts } from '@platen/catalogue/texts/types';
import { createRoot } from 'react-dom/client';
import { configureApi } from '../api/client.ts';
import { type Brand, decideBrand } from '../brand/brands.ts';
import { followOtherTabs } from '../session/other-tabs.ts';
import { resumeSession } from '../session/session.ts';
import { readToken } from '../session/tokens.ts';
import { readConfig } from '../platform/config.ts';
import { type Environment, setEnvironment } from '../platform/environment.ts';
import { logError } from '../platform/log.ts';
import { Portal } from './portal.tsx';
import { prefetchErrorPopup } from './popup-host.tsx';
import { followPrintKeys } from '../print/print-steps.ts';
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
  }, errorPopupDelayMs);
}
