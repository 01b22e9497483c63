import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { Brand } from '../brand/brands.ts';
import { parseAddressSearch, stringifyAddressSearch } from '../platform/address-search.ts';
import { toInnerPath, toOuterPath } from '../platform/brand-address.ts';
import { ScreenFailure } from './lazy-failure.tsx';
import { Pending } from './pending.tsx';
import { closePopupOnNavigation } from './popup-navigation.ts';
import { createRoutes } from './routes.tsx';
import { scrollToTop } from './scroll.ts';

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
