import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import type { Brand } from '../brand/brands.ts';
import { parseAddressSearch, stringifyAddressSearch, toInnerPath, toOuterPath } from '../platform/address.ts';
import { logError } from '../platform/log.ts';
import { closePopup, popupArea } from '../platform/state.ts';
import { closeError } from '../session/session.ts';
import styles from './root-layout.module.css';
import { ScreenFailure } from './root-layout.tsx';
import { createRoutes } from './routes.tsx';

export function createPortalRouter(brand: Brand, history?: RouterHistory) {
  const router = createRouter({
    routeTree: createRoutes(brand),
    ...(history === undefined ? {} : { history }),
    rewrite: {
      input: ({ url }) => {
        url.pathname = toInnerPath(brand, url.pathname);
        return url;
      },
      output: ({ url }) => {
        url.pathname = toOuterPath(brand, url.pathname);
        return url;
      },
    },
    caseSensitive: false,
    parseSearch: parseAddressSearch,
    stringifySearch: stringifyAddressSearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Pending,
    defaultErrorComponent: ScreenFailure,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) closePopupOnNavigation();
  });
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) scrollToTop();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}

/** Back to the top on every navigation, smoothly, unless the user prefers less motion (RT-25, OQ-129). */
function scrollToTop(): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}

/** A screen's code is loading; shown after 0.3 s. */
function Pending() {
  const t = useTranslations('common');
  return <output className={styles.pending}>{t('loading')}</output>;
}

/**
 * Going to a page that needs no sign-in, or passing the check of one that does, closes any popup (PO-21,
 * PO-22). An error is closed as its Close button would.
 */
function closePopupOnNavigation(): void {
  if (popupArea.get() !== 'errorInformation') {
    closePopup();
    return;
  }
  closeError().catch((thrown: unknown) => logError('closing the popup failed', thrown));
}
