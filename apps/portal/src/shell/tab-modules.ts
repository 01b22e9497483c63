import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { deviceQueries } from '../device/queries.ts';
import { environment } from '../platform/environment.ts';
import { loadResource } from '../platform/lazy-resource.ts';
import { loadDeviceTexts } from '../platform/load-texts.ts';
import type { DeviceScreen } from '../platform/screens.ts';

/**
 * What the module of a tab, or of a screen opened from one, exports: its content, and the fetching of what it
 * shows.
 */
interface TabModule {
  readonly Content: ComponentType<{ readonly deviceId: string }>;
  readonly prefetch: (client: QueryClient, deviceId: string) => Promise<unknown>;
}
type ModuleName = Exclude<DeviceScreen, 'profile'>;

const modules: Readonly<Record<ModuleName, () => Promise<TabModule>>> = {
  counter: () => import('../features/counter/tab.tsx'),
  failuresign: () => import('../features/failure-sign/tab.tsx'),
  code05: async () => (await import('../features/codes/tab.tsx')).code05,
  code08: async () => (await import('../features/codes/tab.tsx')).code08,
  code13: async () => (await import('../features/codes/tab.tsx')).code13,
  code05setting: async () => (await import('../features/code-settings/tab.tsx')).code05Setting,
  code08setting: async () => (await import('../features/code-settings/tab.tsx')).code08Setting,
  firmware: () => import('../features/firmware/tab.tsx'),
  error: () => import('../features/errors/tab.tsx'),
  errortrend: () => import('../features/error-trend/tab.tsx'),
  pmparts: () => import('../features/pm-parts/tab.tsx'),
  toner: () => import('../features/toner/tab.tsx'),
  networkInformation: () => import('../features/network/tab.tsx'),
};

interface LazyTab {
  readonly load: () => Promise<TabModule>;
  /** The content itself once its code is there; before that one that waits for it. */
  readonly readContent: () => TabModule['Content'] | LazyExoticComponent<TabModule['Content']>;
}

/** Code is fetched once; given up after 120 s (CN-19). */
function toLazy(loader: () => Promise<TabModule>): LazyTab {
  let loaded: TabModule | undefined;
  const load = async () => (loaded ??= await loadResource(loader));
  const Waiting = lazy(async () => ({ default: (await load()).Content }));
  return { load, readContent: () => loaded?.Content ?? Waiting };
}

const tabs = new Map<ModuleName, LazyTab>();
function find(name: ModuleName): LazyTab {
  const tab = tabs.get(name) ?? toLazy(modules[name]);
  tabs.set(name, tab);
  return tab;
}

/**
 * The content of a tab, to be asked for once each time it opens: another component comes when its code has.
 */
export const findTabContent = (name: ModuleName): ReturnType<LazyTab['readContent']> => find(name).readContent();

/**
 * Fetches code, texts and data of a screen about a device before it is opened. Failures surface when it is
 * opened.
 */
export function prefetchScreen(name: DeviceScreen, client: QueryClient, deviceId: string): void {
  if (name === 'profile') {
    void client.prefetchQuery(deviceQueries.profile(deviceId));
    return;
  }
  const texts = loadDeviceTexts(environment().locale);
  const data = find(name)
    .load()
    .then(({ prefetch }) => prefetch(client, deviceId));
  void Promise.allSettled([texts, data]);
}
