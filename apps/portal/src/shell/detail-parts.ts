import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { environment } from '../platform/environment.ts';
import { loadResource } from '../platform/lazy-resource.ts';
import { loadDeviceTexts } from '../platform/load-texts.ts';
import type { DetailTab, SecondScreenName } from '../platform/screens.ts';

/** What each screen about one device is: its sheet, and the fetching of what it shows. */
interface DetailPart {
  readonly Sheet: ComponentType<{ readonly deviceId: string }>;
  readonly prefetch: (client: QueryClient, deviceId: string) => Promise<unknown>;
}
type PartName = DetailTab | SecondScreenName;

const loaders: Readonly<Record<PartName, () => Promise<DetailPart>>> = {
  counter: () => import('../features/counter/part.tsx'),
  failuresign: () => import('../features/failure-sign/part.tsx'),
  code05: async () => (await import('../features/codes/part.tsx')).code05,
  code08: async () => (await import('../features/codes/part.tsx')).code08,
  code13: async () => (await import('../features/codes/part.tsx')).code13,
  code05setting: async () => (await import('../features/code-settings/part.tsx')).code05Setting,
  code08setting: async () => (await import('../features/code-settings/part.tsx')).code08Setting,
  firmware: () => import('../features/firmware/part.tsx'),
  error: () => import('../features/errors/part.tsx'),
  errortrend: () => import('../features/error-trend/part.tsx'),
  pmparts: () => import('../features/pm-parts/part.tsx'),
  toner: () => import('../features/toner/part.tsx'),
  networkInformation: () => import('../features/network/part.tsx'),
};

interface LazyPart {
  readonly load: () => Promise<DetailPart>;
  /** The sheet itself once its code is there; before that one that waits for it. */
  readonly readSheet: () => DetailPart['Sheet'] | LazyExoticComponent<DetailPart['Sheet']>;
}

/** Code of a part is fetched once, with the texts; given up after 120 s (CN-19). */
function toLazy(loader: () => Promise<DetailPart>): LazyPart {
  let loaded: DetailPart | undefined;
  const load = async () => (loaded ??= await loadResource(loader));
  const Waiting = lazy(async () => ({ default: (await load()).Sheet }));
  return { load, readSheet: () => loaded?.Sheet ?? Waiting };
}

const parts = new Map<PartName, LazyPart>();
function find(name: PartName): LazyPart {
  const part = parts.get(name) ?? toLazy(loaders[name]);
  parts.set(name, part);
  return part;
}

/** The sheet of a screen, to be asked for once each time it opens: another component comes when its code has. */
export const findSheet = (name: PartName): ReturnType<LazyPart['readSheet']> => find(name).readSheet();

/** Fetches code, texts and data of a screen before it is opened. What fails is said when it is. */
export function prefetchPart(name: PartName, client: QueryClient, deviceId: string): void {
  const texts = loadDeviceTexts(environment().locale);
  const data = find(name)
    .load()
    .then(({ prefetch }) => prefetch(client, deviceId));
  void Promise.allSettled([texts, data]);
}
