import { mostSevere, severityOf } from '@platen/contract/advice';
import { useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { screens, tabNames } from '../platform/screens.ts';
import { Link, TabStrip } from '../ui/link.tsx';
import styles from './device-tabs.module.css';
import { prefetchScreen } from './tab-modules.tsx';

/**
 * Colour of the count by the most severe advice: red and amber ask for a visit, 'watch' is neutral (OQ-82).
 */
function toTone(signs: readonly Sign[]): 'error' | 'warning' | undefined {
  const severity = severityOf(mostSevere(signs.map(({ messageId }) => messageId)) ?? '');
  return severity === 'now' ? 'error' : severity === 'nextVisit' ? 'warning' : undefined;
}

interface Sign {
  readonly messageId: string;
}

/** Links to the screens of one device; the current one is brought into view, at each width of the window. */
export function DeviceTabs({ deviceId, signs }: { deviceId: string; signs: readonly Sign[] }) {
  const t = useTranslations('detail');
  const client = useQueryClient();
  const nav = useRef<HTMLElement>(null);
  const shown = useMatches({ select: (matches) => matches.at(-1)?.staticData.deviceScreen });
  const shownIndex = tabNames.findIndex((name) => shown !== undefined && name === screens[shown].tab);
  useEffect(() => {
    const strip = nav.current;
    const current = shownIndex < 0 ? undefined : strip?.children[shownIndex];
    if (!strip || !(current instanceof HTMLElement)) return undefined;
    const show = () => {
      strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [shownIndex]);
  return (
    <TabStrip ref={nav} className={styles.tabs} aria-label={t('nav')}>
      {tabNames.map((name, index) => (
        <Link
          key={name}
          to={`/${name}`}
          replace // one step back leads to the list, after any number of tabs
          search={{ device: deviceId }}
          activeOptions={{ includeSearch: false }}
          aria-current={index === shownIndex ? 'true' : undefined}
          onPointerEnter={() => prefetchScreen(name, client, deviceId)}
          onFocus={() => prefetchScreen(name, client, deviceId)}
        >
          <span className={styles.label} data-label={t(`tabs.${screens[name].title}`)}>
            <span className={styles.name}>
              {t(`tabs.${screens[name].title}`)}
              {name === 'failuresign' && signs.length > 0 ? (
                <>
                  {' '}
                  <span className={styles.count} data-tone={toTone(signs)}>
                    {signs.length}
                  </span>
                </>
              ) : null}
            </span>
          </span>
        </Link>
      ))}
    </TabStrip>
  );
}
