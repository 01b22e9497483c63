import { errorHistoryDays } from '@platen/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { errorKinds, readKind } from '../../device/error-kinds.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './errors.module.css';
import { HistoryActions } from './history-actions.tsx';
import { HistoryTable } from './history-table.tsx';
import { toDailyCounts } from './to-daily-counts.ts';
import { toLogRows } from './to-log-rows.ts';

/** The errors of the latest 30 days, newest first; the kind that is shown stands in the address (ER-04, ER-06). */
export function HistoryPanel({ deviceId }: { deviceId: string }) {
  const t = useTranslations('errorHistory.history');
  const texts = useTranslations('errorHistory');
  const query = useQuery(historyQueries.logs(deviceId));
  const jams = useQuery(historyQueries.jams(deviceId)).data;
  const series = useQuery(deviceQueries.profile(deviceId)).data?.series ?? null;
  const kind = readKind(useSearch({ strict: false, select: (search) => search.kind }));
  const all = query.data?.errorLogs ?? [];
  const rows = toLogRows(all, kind);
  const isSilent = jams !== undefined && toDailyCounts(jams.dailyJam) === undefined;
  return (
    <Panel
      className={styles.historyPanel}
      title={t('title')}
      note={
        <>
          {t('window', { days: errorHistoryDays })}
          {all.length === 0 ? null : (
            <>
              {' · '}
              <Evidence title={t('title')} path="errors.logs">
                {kind === undefined
                  ? t('count', { count: all.length })
                  : t('countOf', { count: rows.length, total: all.length })}
              </Evidence>
            </>
          )}
        </>
      }
      aside={
        <span className={styles.tools}>
          <KindFilter />
          <Link to="/errortrend" search={{ device: deviceId }}>
            {texts('trend')}
          </Link>
          {rows.length === 0 ? null : <HistoryActions rows={rows} series={series} />}
        </span>
      }
      state={useHistoryState(query, all.length, rows.length, isSilent)}
    >
      <HistoryTable rows={rows} series={series} />
    </Panel>
  );
}

/** Nothing at all, nothing of this kind, and a device that never says anything are three things. */
function useHistoryState(
  query: Parameters<typeof toPanelState>[0],
  total: number,
  shown: number,
  isSilent: boolean,
): PanelState {
  const t = useTranslations('errorHistory.history');
  const common = useTranslations('common');
  const noHistory = useTranslations('profile.errors')('noHistory');
  if (query.data === undefined || shown > 0) return toPanelState(query, 10);
  const days = { days: errorHistoryDays };
  const hint = total > 0 ? t('noneOfKind', days) : isSilent ? noHistory : t('noneReported', days);
  return { kind: 'empty', text: common('nothingToDisplay'), hint };
}

function KindFilter() {
  const t = useTranslations('errorHistory');
  const names = useTranslations('profile.errors');
  const navigate = useNavigate();
  const kind = readKind(useSearch({ strict: false, select: (search) => search.kind }));
  const choose = (value: string) => {
    const chosen = readKind(value);
    void navigate({
      to: '.',
      search: ({ kind: _before, ...rest }) => (chosen === undefined ? rest : { ...rest, kind: chosen }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Select
      label={t('filter')}
      value={kind ?? ''}
      options={[{ value: '', label: t('filterAll') }, ...errorKinds.map((one) => ({ value: one, label: names(one) }))]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
