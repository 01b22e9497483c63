import { type ComponentType, lazy, Suspense } from 'react';
import { environment } from '../../../platform/environment.ts';
import { loadResource } from '../../../platform/lazy-resource.ts';
import { loadDeviceTexts } from '../../../platform/load-texts.ts';
import { logError } from '../../../platform/log.ts';
import { useArea } from '../../../platform/state.ts';
import styles from '../list-bar.module.css';
import { devicesArea } from '../load-list.ts';
import type { ListQuery } from '../model.ts';

const Loaded = lazy(async (): Promise<{ default: ComponentType<{ query: ListQuery }> }> => {
  try {
    const [{ ExportControl }] = await Promise.all([
      loadResource(() => import('./export-control.tsx')),
      loadDeviceTexts(environment().locale),
    ]);
    return { default: ExportControl };
  } catch (thrown) {
    logError('the export could not be loaded', thrown); // the list does not fail with it
    return { default: () => null };
  }
});

/** The place of the export; its code and texts come once the first rows are there. */
export function ExportButton({ query }: { query: ListQuery }) {
  const isLoaded = useArea(devicesArea, ({ loadedAt }) => loadedAt !== undefined);
  return <span className={styles.export}>{isLoaded && <Suspense>{<Loaded query={query} />}</Suspense>}</span>;
}
