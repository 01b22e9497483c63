import type { Locale } from '@platen/catalogue/locale';
import axe from 'axe-core';
import { type Mock, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { forgetAnswers } from '../src/api/client.ts';
import { type BrandId, brands, decideBrand } from '../src/brand/brands.ts';
import type { PortalConfig } from '../src/platform/environment.ts';
import { loadTexts } from '../src/platform/load-texts.ts';
import { queryClient } from '../src/platform/query-client.ts';
import { deviceArea, type SelectedDevice } from '../src/platform/selected-device.ts';
import { resetAreas } from '../src/platform/state.ts';
import { type StoredSession, storeSession } from '../src/session/stored-session.ts';
import { createPortalRouter } from '../src/shell/router.tsx';
import { Portal, prepare } from '../src/shell/start.tsx';
import { authority, endRequests, type FakeRoutes, fakeServer } from './fake-server.ts';

export const signedInUser: StoredSession = {
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  idToken: 'id-1',
  scope: 'openid offline_access',
  subject: 'user-1',
  expiresAt: Date.now() + 3_600_000,
};

export const testDevice: SelectedDevice = {
  deviceId: '0190a0b0-0000-7000-8000-000000000001',
  serial: 'CKL248117',
  model: 'MFP 4525C',
};

export const testConfig: PortalConfig = {
  stage: 'eu',
  brands: ['platen', 'rdt'],
  apiBase: '',
  authority,
  clientId: 'portal',
  scope: 'openid offline_access',
  logoutHint: 'client_id',
  version: '0.1.0-test',
};

export interface PortalOptions {
  /** Address to open, as in the address bar. */
  readonly path: string;
  readonly locale?: Locale;
  /** Settings of the site that differ from the usual ones. */
  readonly config?: Partial<PortalConfig>;
  /** Undefined: no user is signed in. */
  readonly session?: StoredSession | undefined;
  readonly routes?: FakeRoutes;
  readonly served?: readonly BrandId[];
  /** Called in place of leaving the page. */
  readonly leave?: Mock<(address: string) => void>;
  /** Leaves the session storage as it is: a page reloaded in the same tab. */
  readonly keepStorage?: boolean;
  /** The selected device. */
  readonly device?: SelectedDevice;
}

/** Forgets what an earlier test left in the page. */
export async function wipe(): Promise<void> {
  await cleanup();
  await endRequests();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  forgetAnswers();
  resetAreas();
}

/**
 * The whole portal at an address, with its own router in the real browser, and a stand-in for the network.
 */
export async function renderPortal(options: PortalOptions) {
  const { path, locale = 'en-us', session, routes = {}, served = testConfig.brands, keepStorage = false } = options;
  if (!keepStorage) await wipe();
  const server = fakeServer(routes);
  if (session !== undefined) storeSession(session);
  if (options.device !== undefined) deviceArea.set(options.device);
  window.history.replaceState(null, '', path);
  const leave = options.leave ?? vi.fn<(address: string) => void>();
  const brand = decideBrand(served, window.location.pathname);
  prepare({ config: { ...testConfig, brands: served, ...options.config }, brand, locale, leave });
  const router = createPortalRouter(brand);
  const screen = await render(<Portal texts={await loadTexts(locale)} router={router} />);
  return { screen, router, server, leave, brand: brands[brand.id] };
}

/**
 * What axe finds on the page, as lines that a failing test can be read by. Running transitions end first,
 * because a color between two states has another contrast.
 */
export async function findProblems(): Promise<string[]> {
  const ending = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // No report of what is in order, and no selectors, which take a fifth of the time.
    resultTypes: ['violations'],
    selectors: false,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
