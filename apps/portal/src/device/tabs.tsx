import { useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { prefetchPart } from '../app/detail-parts.ts';
import { Link } from '../ui/link.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';
import { type DeviceTabPath, deviceTabs } from './device-tabs.ts';
import { deviceQueries } from './queries.ts';
import styles from './tabs.module.css';

/** Fetches what a tab will show, its code and its texts, as soon as the pointer or the focus comes near. */
function usePrefetch(deviceId: string) {
  const client = useQueryClient();
  return (path: DeviceTabPath) => {
    if (path === 'profile') void client.prefetchQuery(deviceQueries.profile(deviceId));
    else prefetchPart(path, client, deviceId);
  };
}

/** Links to the screens of one device; the current one is brought into view. */
export function Tabs({ deviceId, signs }: { deviceId: string; signs: number }) {
  const t = useTranslations('detail');
  const prefetch = usePrefetch(deviceId);
  const nav = useRef<HTMLElement>(null);
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const place = deviceTabs.findIndex(({ path }) => `/${path}` === route);
  useEffect(() => {
    const strip = nav.current;
    const current = place < 0 ? undefined : strip?.children[place];
    if (!strip || !(current instanceof HTMLElement)) return;
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }, [place]);
  return (
    <TabStrip ref={nav} className={styles.tabs} aria-label={t('nav')}>
      {deviceTabs.map(({ path, label }) => (
        <Link
          key={path}
          to={`/${path}`}
          replace // one step back leads to the list, after any number of tabs
          search={{ device: deviceId }}
          activeOptions={{ includeSearch: false }}
          onPointerEnter={() => prefetch(path)}
          onFocus={() => prefetch(path)}
        >
          <span className={styles.label} data-label={t(`tabs.${label}`)}>
            {t(`tabs.${label}`)}
          </span>
          {path === 'failuresign' ? <span className={styles.count}>{signs > 0 ? signs : ''}</span> : null}
        </Link>
      ))}
    </TabStrip>
  );
}
