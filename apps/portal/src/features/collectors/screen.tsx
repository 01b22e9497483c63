import type { ReportingTexts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { lazyTexts } from '../../platform/load-once.ts';
import { ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Link, TabStrip } from '../../ui/link.tsx';
import styles from './collectors.module.css';
import { CollectorsPanel } from './collectors-panel.tsx';
import { collectorsQuery, readAddress, stoppedQuery, toAddressSearch, type View, views } from './model.ts';
import { StoppedPanel } from './stopped-panel.tsx';

export const loadTexts = lazyTexts<ReportingTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/reporting-ja-jp')
    : import('@platen/catalogue/texts/reporting-en-us'),
);

/** '/reporting': the state of the collectors, and the devices that have stopped reporting. */
export function ReportingScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      <Reporting />
    </ScreenWithTexts>
  );
}

/** Collectors are not requested for users who may not see them: the refusal would end the session. */
function Reporting() {
  const search = useSearch({ from: '/signed-in/reporting' });
  const me = useQuery(meQuery);
  const maySeeCollectors = can(me.data, 'seeCollectors');
  const address = readAddress(search, maySeeCollectors);
  if (me.isPending) return <ScreenLoading rows={8} />;
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
