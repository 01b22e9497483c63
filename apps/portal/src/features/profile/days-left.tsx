import type { TonerColor } from '@platen/contract/report-sections';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toWholeDays } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './later.module.css';
import { LaterState } from './later-state.tsx';

/** Heads of the axis and of the two columns next to it. */
export function DaysLeftHead() {
  const t = useTranslations('failureSign.profile');
  const common = useTranslations('common');
  return (
    <>
      <span className={styles.scale}>
        <span>0</span>
        <span>30</span>
        <span>60</span>
        <span>{common('duration.days', { count: 90 })}</span>
      </span>
      <span className={styles.head}>{t('daysLeft')}</span>
      <span className={styles.head}>{t('range')}</span>
    </>
  );
}

/**
 * Days until a toner is empty with its 80 % range on an axis of 90 days; too few readings are counted, not
 * guessed.
 */
export function DaysLeft({
  deviceId,
  color,
  severity,
  isFirst,
}: {
  deviceId: string;
  color: TonerColor;
  severity: string | undefined;
  /** The first color shows the loading or failed state for all of them. */
  isFirst: boolean;
}) {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const format = useFormatter();
  const query = useQuery(historyQueries.toner(deviceId));
  const { data } = query;
  if (data === undefined) {
    if (!isFirst && query.error !== null) return <dd className={styles.unknown} aria-hidden="true" />;
    return <dd className={styles.daysState}>{isFirst ? <LaterState query={query} rows={1} /> : <Skeleton />}</dd>;
  }
  const range = data.tonerLeftDaysRange?.[color];
  const days = data.tonerLeftDays[color];
  const title = `${t('profile.daysLeft')}, ${common(`color.${color}`)}`;
  const path = `toner.leftDays.${color}`;
  if (days === null) {
    const basis = range?.basis;
    const isShort = basis !== undefined && basis.readings < basis.neededReadings;
    return (
      <>
        <dd className={styles.unknown} aria-hidden="true" />
        <dd className={styles.withheld}>
          <Evidence title={title} path={path}>
            <Unknown>
              {isShort
                ? t('readings', { count: basis.readings, needed: basis.neededReadings })
                : t('profile.notForecast')}
            </Unknown>
          </Evidence>
        </dd>
      </>
    );
  }
  const { lower, upper } = range ?? {};
  const round = (value: number) => format.number(toWholeDays(value));
  return (
    <>
      <dd className={styles.axis} data-severity={severity} aria-hidden="true">
        {lower === undefined || upper === undefined ? null : (
          <i
            data-open={upper > axisDays}
            data-beyond={lower > axisDays}
            style={{ insetInlineStart: `${toOffset(lower)}%`, inlineSize: `${toOffset(upper) - toOffset(lower)}%` }}
          />
        )}
        {days > axisDays ? null : <b style={{ insetInlineStart: `${toOffset(days)}%` }} />}
      </dd>
      <dd className={styles.days} data-severity={severity}>
        <Evidence title={title} path={path}>
          {common('duration.days', { count: toWholeDays(days) })}
        </Evidence>
      </dd>
      <dd className={styles.bounds} data-unknown={lower === undefined || upper === undefined || undefined}>
        {lower === undefined || upper === undefined
          ? t('part.rangeUnknown')
          : t('profile.bounds', { from: round(lower), to: round(upper) })}
      </dd>
    </>
  );
}

/** Days that the axis next to the toner covers. */
const axisDays = 90;

/** Position of a number of days on the axis, in percent; what lies beyond ends at its end. */
export const toOffset = (days: number): number => Math.min(100, Math.max(0, (days / axisDays) * 100));
