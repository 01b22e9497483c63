import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toCalendarDay } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { Skeleton } from '../../ui/panel.tsx';
import styles from './later.module.css';
import { LaterState } from './later-state.tsx';
import type { ErrorRow } from './profile-rows.ts';

const lowest: ErrorRow['category'] = 'other';

/**
 * Errors of one kind a day over 14 days; a day without a report is hatched. `children` stand there when the
 * call failed.
 */
export function DayStrip({
  deviceId,
  category,
  children,
}: {
  deviceId: string;
  category: ErrorRow['category'];
  children: ReactNode;
}) {
  const t = useTranslations('profile.errors');
  const charts = useTranslations('charts');
  const format = useFormatter();
  const query = useQuery(historyQueries.jams(deviceId));
  const { data } = query;
  if (data === undefined) {
    if (query.error === null) return category === lowest ? <LaterState query={query} rows={1} /> : <Waiting />;
    return (
      <>
        {children}
        {category === lowest ? (
          <div className={styles.below}>
            <LaterState query={query} rows={1} />
          </div>
        ) : null}
      </>
    );
  }
  const { dailyJam } = data;
  const days = dailyJam[category];
  const texts = days.map(({ date, count }) => {
    const day = toCalendarDay(date);
    return `${day.kind === 'day' ? format.dateTime(day.at, 'monthDay') : date} ${count ?? charts('noReport')}`;
  });
  const strip = (
    <div
      className={styles.strip}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars drawn by CSS, there is no file to show
      role="img"
      aria-label={`${t('perDay', { name: t(category), days: days.length })}: ${texts.join(', ')}`}
    >
      {toStripDays(days, toScale(Object.values(dailyJam))).map(({ date, height, isToday }) => (
        <i
          key={date}
          data-unknown={height === null}
          data-zero={height === 0}
          data-today={isToday}
          data-hot={category === 'serviceCall'}
          style={height === null || height === 0 ? undefined : { blockSize: `${height}%` }}
        />
      ))}
    </div>
  );
  return category === lowest ? (
    <>
      {strip}
      <Dates days={days} />
    </>
  ) : (
    strip
  );
}

const Waiting = () => (
  <div className={styles.waiting}>
    <Skeleton />
  </div>
);

/** First day, the day or the number of days without a report, and today, under the lowest strip. */
function Dates({ days }: { days: readonly { readonly date: string; readonly count: number | null }[] }) {
  const charts = useTranslations('charts');
  const counts = useTranslations('errorHistory.counts');
  const format = useFormatter();
  const name = (date: string) => {
    const day = toCalendarDay(date);
    return day.kind === 'day' ? format.dateTime(day.at, 'monthDay') : date;
  };
  const missing = toNamedGap(days);
  return (
    <div className={styles.dates} aria-hidden="true">
      <span>{name(days[0]?.date ?? '')}</span>
      {missing === undefined ? null : (
        <span className={styles.gap} style={{ insetInlineStart: `${missing.middle}%` }}>
          {missing.date === undefined
            ? counts('noReport', { count: missing.count })
            : `${name(missing.date)} ${charts('noReport')}`}
        </span>
      )}
      <span>{charts('today')}</span>
    </div>
  );
}

export interface StripDay {
  readonly date: string;
  /** Percent of the greatest count of all kinds; null for a day without a report. */
  readonly height: number | null;
  readonly isToday: boolean;
}
type Days = readonly { readonly date: string; readonly count: number | null }[];

/** Greatest count a day over all kinds: the strips share one scale (design README, Chart rules). */
export const toScale = (kinds: readonly Days[]): number =>
  Math.max(1, ...kinds.flatMap((days) => days.map(({ count }) => count ?? 0)));

/** The bars of one kind, oldest first; the last entry is today. */
export const toStripDays = (days: Days, scale: number): readonly StripDay[] =>
  days.map(({ date, count }, at) => ({
    date,
    height: count === null ? null : (count / scale) * 100,
    isToday: at === days.length - 1,
  }));

/** Days from either end whose names would run into those of the first day and of today. */
const margin = 3;

interface NamedGap {
  /** Of the only day without a report; several are counted. */
  readonly date?: string;
  readonly count: number;
  /** Middle of the name in percent of the strip. */
  readonly middle: number;
}

/**
 * What stands below the strip of days without a report: their number as on the error screen, or, of a single
 * one that has room for its name, its day.
 */
export function toNamedGap(days: Days): NamedGap | undefined {
  const silent = days.flatMap(({ count, date }, at) => (count === null ? [{ date, at }] : []));
  const [first] = silent;
  if (first === undefined) return undefined;
  if (silent.length > 1) return { count: silent.length, middle: 50 };
  const { date, at } = first;
  const hasRoom = at >= margin && at < days.length - margin;
  return hasRoom ? { date, count: 1, middle: ((at + 0.5) / days.length) * 100 } : undefined;
}
