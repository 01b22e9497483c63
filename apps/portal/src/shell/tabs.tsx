import { mostSevere, severityOf } from '@platen/contract/advice';
import { useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { prefetchPart } from './detail-parts.ts';
import { Link } from '../ui/link.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';
import { type DeviceTabPath, deviceTabs } from '../device/device-tabs.ts';
import { deviceQueries } from '../device/queries.ts';
import styles from './tabs.module.css';

/** Fetches what a tab will show, its code and its texts, as soon as the pointer or the focus comes near. */
function usePrefetch(deviceId: string) {
  const client = useQueryClient();
  return (path: DeviceTabPath) => {
    if (path === 'profile') void client.prefetchQuery(deviceQueries.profile(deviceId));
    else prefetchPart(path, client, deviceId);
  };
}

/** Screens below a tab, which stays marked while one of them is shown. */
const tabsOfScreens = new Map<string | undefined, `/${DeviceTabPath}`>([
  ['/errortrend', '/error'],
  ['/code05setting', '/code05'],
  ['/code08setting', '/code08'],
]);

/** Colour of the count by the most severe advice: red and amber ask for a visit, 'watch' is neutral (OQ-82). */
function toTone(signs: readonly Sign[]): 'error' | 'warning' | undefined {
  const severity = severityOf(mostSevere(signs.map(({ messageId }) => messageId)) ?? '');
  return severity === 'now' ? 'error' : severity === 'nextVisit' ? 'warning' : undefined;
}

interface Sign {
  readonly messageId: string;
}

/** Links to the screens of one device; the current one is brought into view. */
export function Tabs({ deviceId, signs }: { deviceId: string; signs: readonly Sign[] }) {
  const t = useTranslations('detail');
  const prefetch = usePrefetch(deviceId);
  const nav = useRef<HTMLElement>(null);
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const shown = tabsOfScreens.get(route) ?? route;
  const place = deviceTabs.findIndex(({ path }) => `/${path}` === shown);
  useEffect(() => {
    const strip = nav.current;
    const current = place < 0 ? undefined : strip?.children[place];
    if (!strip || !(current instanceof HTMLElement)) return;
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }, [place]);
  return (
    <TabStrip ref={nav} className={styles.tabs} aria-label={t('nav')}>
      {deviceTabs.map(({ path, label }, index) => (
        <Link
          key={path}
          to={`/${path}`}
          replace // one step back leads to the list, after any number of tabs
          search={{ device: deviceId }}
          activeOptions={{ includeSearch: false }}
          aria-current={index === place ? 'true' : undefined}
          onPointerEnter={() => prefetch(path)}
          onFocus={() => prefetch(path)}
        >
          <span className={styles.label} data-label={t(`tabs.${label}`)}>
            {t(`tabs.${label}`)}
          </span>
          {path === 'failuresign' && signs.length > 0 ? (
            <span className={styles.count} data-tone={toTone(signs)}>
              {signs.length}
            </span>
          ) : null}
        </Link>
      ))}
    </TabStrip>
  );
}
