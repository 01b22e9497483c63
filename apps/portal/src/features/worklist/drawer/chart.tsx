import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { useTranslations } from 'use-intl/react';
import { toLevelPercent, toLifePercent } from '../../../device/figures.ts';
import { useMinute } from '../../../ui/use-dates.ts';
import styles from './drawer.module.css';
import { toErrorDays } from './history-model.ts';

/** Days of the chart of errors. */
const chartDays = 30;

interface ChartProps {
  readonly condition: Condition;
  readonly errors: WorklistDetail['errors'];
}

/** The evidence of a condition in small: errors of 30 days, a life against its threshold, or a level. */
export function Chart({ condition, errors }: ChartProps) {
  const { kind, facts } = condition;
  if ((kind === 'down' || kind === 'errorRepeat') && facts.code !== undefined)
    return <ErrorDays code={facts.code} errors={errors} />;
  if (facts.percent === undefined) return null;
  return kind === 'supply' ? (
    <Level subject={condition.subject} percent={facts.percent} />
  ) : (
    <Life condition={condition} percent={facts.percent} />
  );
}

function ErrorDays({ code, errors }: { readonly code: string; readonly errors: WorklistDetail['errors'] }) {
  const t = useTranslations('drawer');
  const days = toErrorDays(errors, { code, days: chartDays, now: useMinute() });
  const total = days.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const most = Math.max(...days.map(({ count }) => count));
  return (
    <div className={styles.chart}>
      <svg viewBox={`0 0 ${chartDays * 4} 24`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, count }, index) =>
          count === 0 ? null : (
            <rect key={day} x={index * 4} width={3} y={24 - (24 * count) / most} height={(24 * count) / most} />
          ),
        )}
      </svg>
      <small>{t('conditions.errors', { count: total })}</small>
    </div>
  );
}

/** Solid where the device reports it, banded where it is judged. */
function Gauge({ fill, isJudged, mark, label }: { fill: number; isJudged: boolean; mark?: number; label: string }) {
  const share = (value: number) => `${Math.min(100, Math.max(0, value))}%`;
  return (
    <div className={styles.chart}>
      <div className={styles.gauge} aria-hidden="true">
        <i className={isJudged ? styles.judged : undefined} style={{ inlineSize: share(fill) }} />
        {mark === undefined ? null : <u style={{ insetInlineStart: share(mark) }} />}
      </div>
      <small>{label}</small>
    </div>
  );
}

function Life({ condition: { facts }, percent }: { readonly condition: Condition; readonly percent: number }) {
  const t = useTranslations('drawer');
  const { threshold, ratedOnly } = facts;
  const full = Math.max(100, percent, threshold ?? 0);
  const shown = toLifePercent(percent);
  return (
    <Gauge
      fill={(100 * percent) / full}
      isJudged={ratedOnly !== true}
      {...(threshold !== undefined && { mark: (100 * threshold) / full })}
      label={
        threshold === undefined
          ? t('conditions.life', { percent: shown })
          : t('conditions.percent', { percent: shown, threshold })
      }
    />
  );
}

/** Of a waste box the room that is left is reported: its gauge shows how full it is. */
function Level({ subject, percent }: { readonly subject: string; readonly percent: number }) {
  const t = useTranslations('drawer');
  const shown = toLevelPercent(percent);
  return subject.startsWith('waste') ? (
    <Gauge fill={100 - percent} isJudged={false} label={t('conditions.room', { percent: shown })} />
  ) : (
    <Gauge fill={percent} isJudged={false} label={t('conditions.level', { percent: shown })} />
  );
}
