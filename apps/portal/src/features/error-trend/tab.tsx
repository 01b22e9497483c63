import { errorTrendMonths } from '@platen/contract/constants';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { useZoneNote } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel, PanelBody, toPanelState } from '../../ui/panel.tsx';
import segments from './error-trend.module.css';
import styles from './error-trend.module.css';
import { TrendBars } from './trend-bars.tsx';
import { readView, TrendActions, TrendTable, type TrendView, toTrend } from './trend-table.tsx';

/**
 * Errors a month by kind over 1, 3 or 6 months; the address has the view (ER-03, ER-07..ER-09, OQ-69,
 * IX-10).
 */
function ErrorTrendTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('errorTrend');
  const noHistory = useTranslations('profile.errors')('noHistory');
  const history = useTranslations('errorHistory.history')('title');
  const query = useQuery(historyQueries.trend(deviceId));
  const view = readView(useSearch({ strict: false, select: (search) => search.months }));
  const { data } = query;
  const zone = useZoneNote(data);
  const trend = data === undefined ? undefined : toTrend(data.monthly, view);
  const isSilent = data !== undefined && toTrend(data.monthly, 6) === undefined;
  return (
    <PanelGrid>
      <Panel
        className={span(12)}
        title={t('title')}
        note={[
          trend === undefined || trend.reported === trend.months.length
            ? t('oneScale')
            : t('partly', { reported: trend.reported, total: trend.months.length }),
          ...(zone === undefined ? [] : [zone]),
        ].join(' · ')}
      >
        <div className={styles.bar}>
          <Views view={view} deviceId={deviceId} />
          <Link to="/error" search={{ device: deviceId }}>
            {history}
          </Link>
        </div>
        {trend === undefined ? (
          <PanelBody
            state={
              data === undefined
                ? toPanelState(query, 8)
                : { kind: 'empty', hint: isSilent ? noHistory : t('noneInPeriod') }
            }
          />
        ) : (
          <TrendBars trend={trend} />
        )}
      </Panel>
      {trend === undefined ? null : (
        <Panel className={span(12)} title={t('tableTitle')} aside={<TrendActions trend={trend} />}>
          <TrendTable trend={trend} />
        </Panel>
      )}
    </PanelGrid>
  );
}

/** Links, as each view has its own address. */
function Views({ view, deviceId }: { view: TrendView; deviceId: string }) {
  const t = useTranslations('errorTrend');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for what is sent
    <div role="group" className={segments.segments} aria-label={t('view')}>
      {errorTrendMonths.map((count) => (
        <Link
          key={count}
          to="/errortrend"
          search={{ device: deviceId, months: String(count) }}
          replace
          resetScroll={false}
          aria-current={count === view ? 'page' : undefined}
        >
          {t('months', { count })}
        </Link>
      ))}
    </div>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(historyQueries.trend(deviceId));

export { ErrorTrendTab as Content };
