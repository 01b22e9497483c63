import type { Locale } from '@platen/catalogue/locale';
import type { ReportingTexts as Texts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, use, useMemo } from 'react';
import { IntlProvider, useFormatter, useLocale, useMessages, useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { environment } from '../../platform/environment.ts';
import { loadResource } from '../../platform/lazy-resource.ts';
import { Link } from '../../ui/link.tsx';
import { PanelBody } from '../../ui/panel.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { readAddress, toAddressSearch, type View, views } from './address.ts';
import { CollectorsPanel } from './collectors-panel.tsx';
import styles from './collectors.module.css';
import { collectorsQuery, stoppedQuery } from './queries.ts';
import { StoppedPanel } from './stopped-panel.tsx';

/** '/reporting': the state of the collectors, and the devices that have stopped reporting. */
export function ReportingScreen() {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting}>
          <PanelBody state={{ kind: 'loading', rows: 8 }} />
        </div>
      }
    >
      <ReportingTexts>
        <Reporting />
      </ReportingTexts>
    </Suspense>
  );
}

/** Collectors are not requested for users who may not see them: the refusal would end the session. */
export function Reporting() {
  const search = useSearch({ from: '/signed-in/reporting' });
  const me = useQuery(meQuery);
  const maySeeCollectors = can(me.data?.role, 'seeCollectors');
  const address = readAddress(search, maySeeCollectors);
  if (me.isPending)
    return (
      <div className={styles.waiting}>
        <PanelBody state={{ kind: 'loading', rows: 8 }} />
      </div>
    );
  return (
    <>
      {maySeeCollectors && <Views current={address.view} />}
      <div className="page">
        <PanelGrid>
          {address.view === 'collectors' ? (
            <CollectorsPanel from={address.from} openId={address.collectorId} />
          ) : (
            <StoppedPanel from={address.from} />
          )}
        </PanelGrid>
      </div>
    </>
  );
}

/** Links to the two views, each with how many it holds. */
function Views({ current }: { current: View }) {
  const t = useTranslations('reporting');
  const format = useFormatter();
  const collectors = useQuery(collectorsQuery(0)).data?.totalCount;
  const stopped = useQuery(stoppedQuery(0)).data?.totalCount;
  const counts = { collectors, stopped };
  return (
    <TabStrip className={styles.views} aria-label={t('views')}>
      {views.map((view) => {
        const count = counts[view];
        return (
          <Link
            key={view}
            to="/reporting"
            search={toAddressSearch({ view })}
            // Otherwise the router marks the view without search parameters as current in the other view too.
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={view === current ? 'page' : undefined}
          >
            {t(`view.${view}`)}
            {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
          </Link>
        );
      })}
    </TabStrip>
  );
}

const loaded = new Map<Locale, Promise<Texts>>();

/** The texts of this screen alone; asked again after a failure. */
function loadReportingTexts(locale: Locale): Promise<Texts> {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const loading = loadResource<{ readonly texts: Texts }>(() =>
    locale === 'ja-jp'
      ? import('@platen/catalogue/texts/reporting-ja-jp')
      : import('@platen/catalogue/texts/reporting-en-us'),
  ).then(({ texts }) => texts);
  loaded.set(locale, loading);
  loading.catch(() => loaded.delete(locale));
  return loading;
}

/** Adds the texts of this screen to those of the application. Suspends until they are there. */
export function ReportingTexts({ children }: { children: ReactNode }) {
  const { locale } = environment();
  const common = useMessages();
  const texts = use(loadReportingTexts(locale));
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  );
}
