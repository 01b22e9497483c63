import { errorCountDays } from '@platen/contract/constants';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { DayStrip } from '../../charts/day-strip.tsx';
import { useZoneNote } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import { type DailyCounts, toDailyCounts } from './error-rows.ts';
import styles from './errors.module.css';
import { HistoryPanel } from './history-panel.tsx';

/** Errors of a device: 14 days of counts by kind, and the history of 30 days (ER-01..ER-06, ER-10). */
function ErrorsTab({ deviceId }: { deviceId: string }) {
  return (
    <PanelGrid>
      <CountsPanel deviceId={deviceId} />
      <AfterPaint>
        <HistoryPanel deviceId={deviceId} />
      </AfterPaint>
    </PanelGrid>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(historyQueries.jams(deviceId)),
    client.prefetchQuery(historyQueries.logs(deviceId)),
  ]);

export { ErrorsTab as Content };

/** Errors a day over 14 days: five strips on one scale (ER-01, ER-05, ER-06, OQ-67). */
function CountsPanel({ deviceId }: { deviceId: string }) {
  const t = useTranslations('errorHistory.counts');
  const noHistory = useTranslations('profile.errors')('noHistory');
  const query = useQuery(historyQueries.jams(deviceId));
  const { data } = query;
  const zone = useZoneNote(data);
  const counts = data === undefined ? undefined : toDailyCounts(data.dailyJam);
  const isSilent = data !== undefined && counts === undefined;
  return (
    <Panel
      className={styles.counts}
      title={t('title')}
      note={[t('window', { days: errorCountDays }), ...(zone === undefined ? [] : [zone])].join(' · ')}
      state={isSilent ? { kind: 'empty', hint: noHistory } : toPanelState(query, 6)}
    >
      {counts === undefined ? null : <Counts counts={counts} />}
    </Panel>
  );
}

function Counts({ counts: { kinds, missing } }: { counts: DailyCounts }) {
  const t = useTranslations('errorHistory.counts');
  const names = useTranslations('profile.errors');
  const notReported = useTranslations('common')('notReported');
  const rows = kinds.map(({ kind, days, total }) => ({
    key: kind,
    label: names(kind),
    total,
    tone: kind === 'serviceCall' ? ('error' as const) : undefined,
    days,
  }));
  const all = kinds.reduce((sum, { total }) => sum + (total ?? 0), 0);
  const sums = rows.map(({ label, total }) =>
    total === null ? `${label}: ${notReported}` : t('sum', { name: label, total }),
  );
  return (
    <>
      <DayStrip
        title={t('title')}
        summary={[...sums, ...(missing > 0 ? [t('noReport', { count: missing })] : [])].join('; ')}
        rows={rows}
        columns={4}
        today={kinds[0]?.days.at(-1)?.date ?? ''}
      />
      <p className={styles.countsFoot}>
        <Evidence title={t('title')} path="errors.daily">
          {t('all', { count: all })}
        </Evidence>
        {missing > 0 ? <span className={styles.missing}>{t('noReport', { count: missing })}</span> : null}
      </p>
    </>
  );
}
