import type { Locale } from '@platen/catalogue/locale';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { configureApi } from '../../src/api/client.ts';
import { type BrandId, brands } from '../../src/brand/brands.ts';
import { setEnvironment } from '../../src/platform/environment.ts';
import { queryClient } from '../../src/platform/query-client.ts';
import { deviceArea, type SelectedDevice } from '../../src/platform/selected-device.ts';
import { resetAreas } from '../../src/platform/state.ts';
import { storeSession } from '../../src/session/stored-session.ts';
import { createPortalRouter } from '../../src/shell/router.tsx';
import { TextsProvider } from '../../src/shell/start.tsx';
import '../../src/styles/base.css';
import '../../src/styles/tokens.css';
import { deviceId, evidence, firmware, nic, richProfile } from './device-data.ts';
import { richMachine } from './machine-data.ts';

/** What a call answers: a body, a refusal, or nothing yet. */
type Answer = { body: unknown } | { status: number; body: unknown } | 'never';
export type Answers = Record<string, Answer>;

export const richAnswers = (): Answers => ({
  profile: { body: richProfile() },
  evidence: { body: evidence() },
  firmware: { body: firmware() },
  networkInformation: { body: { nic_1st: nic(61), nic_2nd: null } },
  machine: { body: richMachine() },
  devices: { body: { devices: [] } },
  me: { body: { groups: [] } },
  notifications: { body: { notifications: [] } },
});

/** The whole portal on one address; only `fetch` is stubbed. `answers` may be changed while it runs. */
export async function renderDevice({
  path,
  answers = richAnswers(),
  locale = 'en-us',
  brand = 'platen',
  selected = null,
}: {
  path: string;
  answers?: Answers;
  locale?: Locale;
  brand?: BrandId;
  selected?: SelectedDevice | null;
}) {
  queryClient.clear();
  resetAreas();
  sessionStorage.clear();
  deviceArea.set(selected);
  storeSession({
    accessToken: 'token',
    refreshToken: null,
    idToken: null,
    scope: null,
    subject: 'dealer',
    expiresAt: Date.now() + 3_600_000,
  });
  const config = {
    stage: 'eu',
    brands: ['platen', 'rdt'] as const,
    apiBase: '',
    authority: 'https://identity.example/tenant',
    clientId: 'portal',
    scope: 'openid',
    logoutHint: 'client_id' as const,
    version: '0.0.0',
  };
  setEnvironment({ config, brand: brands[brand], locale, leave: () => undefined });
  configureApi({ base: '', language: locale, readToken: async () => 'token' });
  const requests: string[] = [];
  // A test that renders twice answers by the second one alone: a spy on a spy would call itself.
  if (vi.isMockFunction(window.fetch)) window.fetch.mockRestore();
  const original = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), window.location.href);
    if (!pathname.startsWith('/v1/')) return original(input, init);
    requests.push(pathname);
    const answer = answers[pathname.split('/').at(-1) ?? ''] ?? { status: 404, body: {} };
    if (answer === 'never') return new Promise<Response>(() => undefined);
    return Response.json(answer.body, { status: 'status' in answer ? answer.status : 200 });
  });
  const router = createPortalRouter(brands[brand], createMemoryHistory({ initialEntries: [path] }));
  const texts = locale === 'ja-jp' ? japanese : english;
  const screen = await render(
    <TextsProvider locale={locale} texts={texts}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TextsProvider>,
  );
  return { screen, router, requests, answers };
}

export const profilePath = `/profile?device=${deviceId}`;
export const withProfile = (profile: unknown) => ({ ...richAnswers(), profile: { body: profile } });

/** The panel under a heading, once its values are there. */
export async function panel(name: string) {
  await expect.poll(() => document.querySelector('main [role=region], main section h2')).not.toBeNull();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  const region = page.getByRole('region', { name, exact: true });
  await expect.element(region).toBeVisible();
  return region;
}

/** Catches what a press hands to the browser's downloads: names and contents, in their order. */
export function catchDownloads(): { name: string; content: Blob }[] {
  const made = new Map<string, Blob>();
  const saved: { name: string; content: Blob }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:${made.size}`;
    made.set(address, content as Blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    const content = made.get(this.href);
    if (content !== undefined) saved.push({ name: this.download, content });
  });
  return saved;
}
