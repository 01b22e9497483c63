import type { QueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { type ComponentType, use } from 'react';
import { deviceQueries } from '../device/device-query.ts';
import { FramedDeviceContext } from '../device/framed-device.ts';
import { GridSkeleton } from '../device/panel-grid.tsx';
import { environment } from '../platform/environment.ts';
import { type Loading, loadDeviceTexts, loadOnce } from '../platform/load-once.ts';
import type { DeviceScreen } from '../platform/screens.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { EvidenceAfterPaint } from '../ui/after-paint.tsx';
import { useLoaded } from '../ui/later.tsx';

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

/** Each tab by its name, loaded once. */
const tabs = new Map<ModuleName, () => Loading<TabModule>>();
function loadTab(name: ModuleName): Loading<TabModule> {
  const load = tabs.get(name) ?? loadOnce(modules[name]);
  tabs.set(name, load);
  return load();
}

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
  const data = loadTab(name).then(({ prefetch }) => prefetch(client, deviceId));
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
    <AddedTexts load={loadDeviceTexts} placeholder={<GridSkeleton />}>
      <TabContent key={name} name={name} deviceId={deviceId} />
    </AddedTexts>
  );
}

interface TabContentProps {
  readonly name: ModuleName;
  readonly deviceId: string;
}

function TabContent({ name, deviceId }: TabContentProps) {
  const tab = useLoaded(loadTab(name));
  if (tab === undefined) return <GridSkeleton />;
  return (
    <EvidenceAfterPaint>
      <tab.Content deviceId={deviceId} />
    </EvidenceAfterPaint>
  );
}
