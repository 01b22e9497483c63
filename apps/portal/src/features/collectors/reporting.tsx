import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody } from '../../ui/panel.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { toPlace, toSearch, type View, views } from './address.ts';
import styles from './collectors.module.css';
import { CollectorsPanel } from './collectors-panel.tsx';
import { collectorsQuery, stoppedQuery } from './queries.ts';
import { StoppedPanel } from './stopped-panel.tsx';

/** Who may not see the collectors is never asked about them: the refusal would end the session. */
export function Reporting() {
  const search = useSearch({ from: '/signed-in/reporting' });
  const me = useQuery(meQuery);
  const maySeeCollectors = can(me.data?.role, 'seeCollectors');
  const place = toPlace(search, maySeeCollectors);
  if (me.isPending)
    return (
      <div className={styles.waiting}>
        <PanelBody state={{ kind: 'loading', rows: 8 }} />
      </div>
    );
  return (
    <>
      {maySeeCollectors && <Views current={place.view} />}
      <div className="page">
        <PanelGrid>
          {place.view === 'collectors' ? (
            <CollectorsPanel from={place.from} openId={place.collectorId} />
          ) : (
            <StoppedPanel from={place.from} />
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
            search={toSearch({ view })}
            // Else the router would call the view without search words the current one in the other view too.
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
