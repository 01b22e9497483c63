import { decodeConditions } from '@platen/catalogue/families/settings';
import { errorHistoryDays } from '@platen/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { errorKinds, readKind } from '../../device/error-kinds.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { useNamedRead } from '../../device/use-series.ts';
import { useDeviceMessages } from '../../device-codes/code-queries.ts';
import { TableActions } from '../../downloads/table-actions.tsx';
import { environment } from '../../platform/environment.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { Select } from '../../ui/text-field.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { codesOf, type LogRow, toDailyCounts, toLogRows } from './error-rows.ts';
import styles from './errors.module.css';
import { HistoryTable } from './history-table.tsx';

/**
 * The errors of the latest 30 days, newest first; the kind that is shown stands in the address (ER-04,
 * ER-06).
 */
export function HistoryPanel({ deviceId }: { deviceId: string }) {
  const t = useTranslations('errorHistory.history');
  const texts = useTranslations('errorHistory');
  const { read, series } = useNamedRead(deviceId, useQuery(historyQueries.logs(deviceId)));
  const jams = useQuery(historyQueries.jams(deviceId)).data;
  const kind = readKind(useSearch({ strict: false, select: (search) => search.kind }));
  const all = read.data?.errorLogs ?? [];
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
      state={useHistoryState(read, all.length, rows.length, isSilent)}
    >
      <HistoryTable rows={rows} series={series} />
    </Panel>
  );
}

/** Three empty states: no errors, none of this kind, and a device without any report about errors. */
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

/** The rows that are shown as a file, the settings of each in one column. */
function HistoryActions({ rows, series }: { rows: readonly LogRow[]; series: string | null }) {
  const t = useTranslations('errorHistory');
  const names = useTranslations('profile.errors');
  const notReported = useTranslations('common')('notReported');
  const messageOf = useDeviceMessages(codesOf(rows));
  const dates = useDates();
  const settingsOf = ({ conditions }: LogRow) =>
    decodeConditions(series, conditions, environment().locale)
      .map(({ category, code, text }) => `${t(`conditions.${category}`)}: ${text ?? t('settingsRaw', { code })}`)
      .join('; ');
  return (
    <TableActions
      name={t('history.title')}
      columns={[
        t('columns.time'),
        t('columns.kind'),
        t('columns.code'),
        t('columns.message'),
        t('columns.counter'),
        t('columns.settings'),
      ]}
      toRows={() =>
        rows.map((row) => [
          dates.dateTime(row.at),
          names(row.category),
          row.errorCode,
          messageOf(row.errorCode) ?? null,
          row.counter ?? notReported,
          settingsOf(row),
        ])
      }
    />
  );
}
