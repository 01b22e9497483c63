import { averagePagesDays } from '@platen/contract/constants';
import { useFormatter, useTranslations } from 'use-intl/react';
import { StackedBars } from '../../charts/stacked-bars.tsx';
import { toIsoDay } from '../../device/calendar-day.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import styles from './counter.module.css';
import { type NamedMonth, toMonthBars, toMonthInputs } from './counter-rows.ts';

const tones = { black: 'ink', color: 'color', total: 'ink' } as const;

/** Pages of the last six months, stacked; the running month says up to when (CT-01, CT-02, OQ-64). */
export function MonthsPanel({
  monthly,
  zone,
  amp,
  updatedAt,
  stateOf,
}: {
  monthly: readonly NamedMonth[];
  /** Whose months they are. */
  zone: string | undefined;
  amp: number | null;
  updatedAt: string | undefined;
  stateOf: (rows: number, isEmpty: boolean) => PanelState;
}) {
  const t = useTranslations('counter');
  const format = useFormatter();
  const last = monthly.at(-1)?.month;
  const isRunning = updatedAt !== undefined && last !== undefined && toIsoDay(new Date(updatedAt)).startsWith(last);
  const running = isRunning
    ? t('months.toDate', { date: format.dateTime(new Date(updatedAt), 'monthDay') })
    : t('months.toNow');
  const { bars, kinds, silent, highest } = toMonthBars(monthly, running);
  const count = monthly.length;
  return (
    <Panel
      className={classNames(styles.wide, styles.months)}
      title={t('months.title')}
      note={
        count === silent.length ? undefined : (
          <>
            <Evidence
              title={t('months.title')}
              path="counter.monthly"
              note={t('made.monthly')}
              inputs={toMonthInputs(monthly, kinds, (kind) => t(`kind.${kind}`))}
            >
              {t(kinds.includes('color') ? 'months.note' : 'months.noteTotal', { count })}
            </Evidence>
            {amp === null ? null : (
              <span className={styles.ampDays}>{` · ${t('months.ampDays', { days: averagePagesDays })}`}</span>
            )}
            {zone === undefined ? null : ` · ${zone}`}
          </>
        )
      }
      state={stateOf(9, silent.length === count)}
    >
      <StackedBars
        title={t('months.title')}
        summary={t('months.summary', {
          count,
          reported: count - silent.length,
          highest: highest?.label ?? 'none',
          pages: format.number(highest?.pages ?? 0),
        })}
        series={kinds.map((key) => ({ key, label: t(`kind.${key}`), tone: tones[key] }))}
        bars={bars}
        columns={8}
        reference={amp === null ? undefined : { value: amp, label: t('months.amp') }}
      />
    </Panel>
  );
}
