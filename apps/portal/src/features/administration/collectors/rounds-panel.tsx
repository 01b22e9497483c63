import type { CollectorHour, CollectorItem } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { Panel } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { toRoundBars } from './model.ts';
import styles from './rounds.module.css';

interface PanelProps {
  readonly status: NonNullable<CollectorItem['status']>;
  readonly hours: readonly CollectorHour[];
}

/** The devices read in each hour of the last day, and the hours in which some did not answer (CF-32). */
export function RoundsPanel({ status: { everyMs }, hours }: PanelProps) {
  const t = useTranslations('collectorFleet.rounds');
  const dates = useDates();
  const now = useMinute();
  const { bars, missing, lastShort } = toRoundBars(hours, { everyMs, now: now.getTime() });
  const time = (at: number) => dates.time(new Date(at));
  const short = lastShort && t('short', { time: time(lastShort.from), ...lastShort.figures });
  return (
    <Panel title={t('title')} note={t('note')} className={styles.panel}>
      {hours.length === 0 ? (
        <p className="quiet">{t('none')}</p>
      ) : (
        <>
          <p className="vh">{t('summary', { hours: hours.length, missing })}</p>
          <div className={styles.hours} aria-hidden="true">
            {bars.map(({ from, kind, share, figures }) => (
              <i
                key={from}
                data-kind={kind}
                style={{ blockSize: `${share * 100}%` }}
                title={figures ? t('hour', { time: time(from), ...figures }) : t('noRound', { time: time(from) })}
              />
            ))}
          </div>
          <p className={styles.hourLabels}>
            <span>{bars[0] && dates.moment(new Date(bars[0].from), now)}</span>
            {short === undefined ? null : <span>{short}</span>}
            <span>{t('now')}</span>
          </p>
        </>
      )}
    </Panel>
  );
}
