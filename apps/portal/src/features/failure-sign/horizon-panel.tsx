import { predictionComponents } from '@platen/contract/prediction-components';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { TimeTracks } from '../../charts/time-tracks.tsx';
import { toIsoDay } from '../../device/calendar-day.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-age.ts';
import { useDates } from '../../ui/use-dates.ts';
import styles from './failure-sign.module.css';
import { type HorizonRow, toHorizonRows, toVisit } from './horizon-rows.ts';
import { useHorizonTexts } from './use-horizon-texts.ts';
import { type PredictionQueries, toData, toFailed } from './predictions.ts';

const months = 12;

/** When which part will fail, most severe first, and what one visit would see to (FS-17). */
export function HorizonPanel({
  deviceId,
  queries,
  predictedAt,
  isEmpty,
}: {
  deviceId: string;
  queries: PredictionQueries;
  predictedAt: string | null;
  /** No component has data: the reasons stand here in place of a chart of nothing. */
  isEmpty: boolean;
}) {
  const t = useTranslations('failureSign.horizon');
  const now = useMinute();
  const texts = useHorizonTexts();
  const rows = toHorizonRows(toData(queries), toFailed(queries));
  const drawn = rows.map((row) => ({ ...texts.toTrack(row), verdict: texts.verdict(row) }));
  const parts = useQuery(historyQueries.pmParts(deviceId));
  const visit = toVisit(rows, now, parts.data);
  const end = new Date(now.getFullYear(), now.getMonth() + months, now.getDate(), 12);
  return (
    <Panel
      className={classNames(styles.whole, !isEmpty && styles.horizon)}
      title={t('title')}
      note={
        <>
          {t('months', { count: months })}
          {predictedAt === null ? null : <Run at={predictedAt} />}
        </>
      }
    >
      <p className={styles.visit}>
        {visit === undefined ? null : <Visit by={visit.by} parts={texts.visit(visit)} />}{' '}
        <Known rows={rows} hasVisit={visit !== undefined} isWaiting={parts.isPending} />
      </p>
      {isEmpty ? (
        <Reasons />
      ) : (
        <TimeTracks
          title={t('title')}
          summary={t('summary', { count: rows.filter(({ span }) => span !== undefined).length })}
          from={toIsoDay(now)}
          to={toIsoDay(end)}
          today={toIsoDay(now)}
          endTitle={t('reaches')}
          columns={12}
          tracks={drawn}
          table={{
            columns: [{ label: t('part') }, { label: t('state') }, { label: t('reaches') }],
            rows: drawn.map(({ label, verdict, end: when }) => [label, verdict, when ?? null]),
          }}
        />
      )}
    </Panel>
  );
}

/** What the device would have to report for each component, in as many columns as fit. */
function Reasons() {
  const t = useTranslations('failureSign.noData');
  return (
    <ul className={styles.reasons}>
      {predictionComponents.map((name) => (
        <li key={name}>{t(name)}</li>
      ))}
    </ul>
  );
}

/** When the signs were judged. */
function Run({ at }: { at: string }) {
  const t = useTranslations('failureSign');
  const dates = useDates();
  return (
    <>
      {' · '}
      <Evidence title={t('horizon.runTitle')} path="predictedAt" note={t('made.run')}>
        {t('horizon.run', { date: dates.dateTime(new Date(at)) })}
      </Evidence>
    </>
  );
}

/** States that no visit is needed only for known components; for the others, why there is no statement. */
function Known({ rows, hasVisit, isWaiting }: { rows: readonly HorizonRow[]; hasVisit: boolean; isWaiting: boolean }) {
  const t = useTranslations('failureSign.horizon');
  const common = useTranslations('common');
  const count = (sign: HorizonRow['sign']) => rows.filter((row) => row.sign === sign).length;
  const failed = count('failed');
  if (failed > 0) return t('notLoaded', { count: failed });
  if (isWaiting || count('loading') > 0) return hasVisit ? null : common('loading');
  if (hasVisit) return null;
  return count('noData') + count('withheld') === rows.length ? t('notJudged') : t('noVisit');
}

function Visit({ by, parts }: { by: Date | 'now' | undefined; parts: string }) {
  const t = useTranslations('failureSign.horizon');
  const dates = useDates();
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  if (by === 'now') return t.rich('coversNow', { parts, b });
  return by === undefined ? t.rich('coversAnyDay', { parts, b }) : t.rich('covers', { date: dates.date(by), parts, b });
}
