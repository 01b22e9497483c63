import type { QueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, use, useState } from 'react';
import { deviceQueries } from '../device/device-query.ts';
import { FramedDeviceContext } from '../device/framed-device.ts';
import { GridSkeleton } from '../device/panel-grid.tsx';
import { environment } from '../platform/environment.ts';
import { loadDeviceTexts, loadResource } from '../platform/load-texts.ts';
import type { DeviceScreen } from '../platform/screens.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { EvidenceAfterPaint } from '../ui/after-paint.tsx';

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
  machine: () => import('../features/machine/tab.tsx'),
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
const findTabContent = (name: ModuleName): ReturnType<LazyTab['readContent']> => find(name).readContent();

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

/**
 * Shows the tab, or the screen opened from one, that the address names (RT-18..RT-21); the profile is a
 * screen of its own.
 */
export function TabHost() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.deviceScreen });
  const deviceId = use(FramedDeviceContext);
  if (name === undefined || name === 'profile' || deviceId === undefined) return null;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <AddedTexts load={loadDeviceTexts}>
        <TabContent key={name} name={name} deviceId={deviceId} />
      </AddedTexts>
    </Suspense>
  );
}

interface TabContentProps {
  readonly name: Parameters<typeof findTabContent>[0];
  readonly deviceId: string;
}

/**
 * Code that is there is drawn at once: a lazy component would show its placeholder first, which React leaves
 * for 300 ms.
 */
function TabContent({ name, deviceId }: TabContentProps) {
  const [Content] = useState(() => findTabContent(name));
  return (
    <EvidenceAfterPaint>
      <Content deviceId={deviceId} />
    </EvidenceAfterPaint>
  );
}
