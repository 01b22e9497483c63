import type { ApiToken } from '@platen/contract/tokens';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useDates, useMinute } from '../ui/use-dates.ts';
import { toHourBars } from './token-model.ts';
import styles from './tokens.module.css';

/** The calls of one token in the last 24 hours, hour by hour (OA-30). */
export function CallsPanel({ token: { name, calls } }: { readonly token: ApiToken }) {
  const t = useTranslations('tokens.calls');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const { bars, total, busiest } = toHourBars(calls);
  const time = (at: number) => dates.time(new Date(at));
  const most = calls.most === null ? undefined : { count: calls.most.calls, time: time(Date.parse(calls.most.minute)) };
  return (
    <section className={styles.calls} aria-label={t('title', { name })} data-print="none">
      <h2>
        {t('title', { name })} <span>{t('note')}</span>
      </h2>
      {busiest === undefined ? (
        <p className="quiet">{t('none')}</p>
      ) : (
        <>
          <p className="vh">{t('summary', { count: total, most: busiest.calls, time: time(busiest.from) })}</p>
          <div className={styles.hours} aria-hidden="true">
            {bars.map(({ from, to, calls: count, share }) => (
              <i
                key={from}
                data-most={from === busiest.from ? '' : undefined}
                style={{ blockSize: `${share * 100}%` }}
                title={t('hour', { from: time(from), to: time(to), count: format.number(count) })}
              />
            ))}
          </div>
          <p className={styles.hourLabels}>
            <span>{dates.moment(new Date(calls.from), now)}</span>
            {most === undefined ? null : <span>{t('most', most)}</span>}
            <span>{t('now')}</span>
          </p>
        </>
      )}
    </section>
  );
}
