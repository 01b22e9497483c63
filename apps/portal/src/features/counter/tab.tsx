import { averagePagesDays } from '@platen/contract/constants';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { StackedBars } from '../../charts/stacked-bars.tsx';
import { useMonthNames } from '../../charts/time-axis.ts';
import { deviceQueries } from '../../device/device-query.ts';
import { toIsoDay, useZoneNote } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { BreaksPanel } from './breaks-panel.tsx';
import styles from './counter.module.css';
import { type NamedMonth, toMonthBars, toMonthInputs } from './counter-rows.ts';
import { FeedPanel, FunctionPanel, ScanPanel } from './function-panels.tsx';
import { CounterViews } from './ledger/view-switch.tsx';
import { SummaryPanel } from './summary-panel.tsx';

/** Pages by month, their sums, and the counters by paper source and by original (CT-01..CT-20). */
function CounterTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('counter');
  const query = useQuery(historyQueries.counter(deviceId));
  // AMP and the time of the last reading are those of the profile, which the frame has anyway.
  const profile = useQuery(deviceQueries.profile(deviceId)).data;
  const answer = query.data;
  const zone = useZoneNote(answer);
  const { name } = useMonthNames();
  const monthly = (answer?.monthly ?? []).map(({ label, ...pages }) => ({
    month: label,
    label: name(label),
    ...pages,
  }));
  // A device that counts its pages may still report no months, paper sources or scans.
  const hint = Object.values(answer?.summary.total ?? {}).some((pages) => pages !== null) ? t('emptyYet') : t('empty');
  const stateOf = (rows: number, isEmpty: boolean): PanelState =>
    answer !== undefined && isEmpty ? { kind: 'empty', hint } : toPanelState(query, rows);
  return (
    <PanelGrid>
      <MonthsPanel
        monthly={monthly}
        zone={zone}
        amp={profile?.counter.AMP ?? null}
        updatedAt={profile?.updatedAt}
        stateOf={stateOf}
      />
      <SummaryPanel
        monthly={monthly}
        summary={answer?.summary}
        isMonochrome={answer?.isMonochrome ?? false}
        stateOf={stateOf}
      />
      <AfterPaint>
        <FeedPanel module={answer?.module ?? {}} stateOf={stateOf} />
        <ScanPanel scan={answer?.scanModule} stateOf={stateOf} />
        {answer?.byFunction === undefined || answer.byFunction.length === 0 ? null : (
          <FunctionPanel counters={answer.byFunction} />
        )}
        {answer?.breaks === undefined ? null : <BreaksPanel deviceId={deviceId} breaks={answer.breaks} />}
      </AfterPaint>
    </PanelGrid>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(historyQueries.counter(deviceId));

function Content({ deviceId }: { deviceId: string }) {
  return (
    <CounterViews deviceId={deviceId}>
      <CounterTab deviceId={deviceId} />
    </CounterViews>
  );
}

export { Content };

const tones = { black: 'ink', color: 'color', total: 'ink' } as const;

/** Pages of the last six months, stacked; the running month says up to when (CT-01, CT-02, OQ-64). */
function MonthsPanel({
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
