import { predictionComponents } from '@platen/contract/prediction-components';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { TimeLanes } from '../../charts/time-lanes.tsx';
import { toIsoDay } from '../../device/calendar-day.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-age.ts';
import { useDates } from '../../ui/use-dates.ts';
import styles from './failure-sign.module.css';
import { type Lane, toLanes, toVisit } from './to-lanes.ts';
import { useLaneWords } from './use-lane-words.ts';
import { type PredictionQueries, toData, toFailed } from './use-predictions.ts';

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
  const words = useLaneWords();
  const lanes = toLanes(toData(queries), toFailed(queries));
  const drawn = lanes.map((lane) => ({ ...words.toTimeLane(lane), verdict: words.verdict(lane) }));
  const parts = useQuery(historyQueries.pmParts(deviceId));
  const visit = toVisit(lanes, now, parts.data);
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
        {visit === undefined ? null : <Visit by={visit.by} parts={words.visit(visit)} />}{' '}
        <Known lanes={lanes} hasVisit={visit !== undefined} isWaiting={parts.isPending} />
      </p>
      {isEmpty ? (
        <Reasons />
      ) : (
        <TimeLanes
          title={t('title')}
          summary={t('summary', { count: lanes.filter(({ span }) => span !== undefined).length })}
          from={toIsoDay(now)}
          to={toIsoDay(end)}
          today={toIsoDay(now)}
          endTitle={t('reaches')}
          columns={12}
          lanes={drawn}
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
function Known({ lanes, hasVisit, isWaiting }: { lanes: readonly Lane[]; hasVisit: boolean; isWaiting: boolean }) {
  const t = useTranslations('failureSign.horizon');
  const common = useTranslations('common');
  const count = (sign: Lane['sign']) => lanes.filter((lane) => lane.sign === sign).length;
  const failed = count('failed');
  if (failed > 0) return t('notLoaded', { count: failed });
  if (isWaiting || count('loading') > 0) return hasVisit ? null : common('loading');
  if (hasVisit) return null;
  return count('noData') + count('withheld') === lanes.length ? t('notJudged') : t('noVisit');
}

function Visit({ by, parts }: { by: Date | 'now' | undefined; parts: string }) {
  const t = useTranslations('failureSign.horizon');
  const dates = useDates();
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  if (by === 'now') return t.rich('coversNow', { parts, b });
  return by === undefined ? t.rich('coversAnyDay', { parts, b }) : t.rich('covers', { date: dates.date(by), parts, b });
}
