import type { Locale } from '@platen/catalogue/locale';
import type { WorklistTexts } from '@platen/catalogue/texts/types';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { render } from 'vitest-browser-react';
import { configureApi } from '../../src/api/client.ts';
import { decideBrand } from '../../src/brand/brands.ts';
import { lazyTexts } from '../../src/platform/load-once.ts';
import { loadTexts } from '../../src/platform/load-texts.ts';
import type { createPortalRouter } from '../../src/shell/router.tsx';
import { Portal, prepare } from '../../src/shell/start.tsx';
import { AddedTexts } from '../../src/ui/added-texts.tsx';
import { type FakeRoutes, fakeServer } from '../fake-server.ts';
import { testConfig, wipe } from '../render-portal.tsx';

const loadWorklistTexts = lazyTexts<WorklistTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/worklist-ja-jp')
    : import('@platen/catalogue/texts/worklist-en-us'),
);

interface PartOptions {
  readonly locale?: Locale;
  readonly routes?: FakeRoutes;
}

/** A part of the worklist by itself, with its texts, a router without screens and a made-up network. */
export async function renderPart(part: ReactNode, { locale = 'en-us', routes = {} }: PartOptions = {}) {
  await wipe();
  const server = fakeServer(routes);
  const leave = () => undefined;
  prepare({ config: testConfig, brand: decideBrand(testConfig.brands, '/'), locale, leave });
  configureApi({ base: '', language: locale, readToken: async () => 'token-1' });
  const root = createRootRoute();
  const screen = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => (
      <main>
        <h1 className="vh">Worklist</h1>
        <Suspense>
          <AddedTexts load={loadWorklistTexts}>{part}</AddedTexts>
        </Suspense>
      </main>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([screen]),
    history: createMemoryHistory({ initialEntries: ['/worklist'] }),
  });
  // The parts need a router for their links only, not the portal's routes.
  const view = await render(
    <Portal texts={await loadTexts(locale)} router={router as unknown as ReturnType<typeof createPortalRouter>} />,
  );
  return { screen: view, server };
}
