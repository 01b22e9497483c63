import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { historyQueries } from '../../device/history-queries.ts';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { useMonthNames } from '../../device/use-month-names.ts';
import { useZoneNote } from '../../device/use-zone-note.ts';
import { AfterPaint } from '../../ui/after-paint.tsx';
import type { PanelState } from '../../ui/panel.tsx';
import { BreaksPanel } from './breaks-panel.tsx';
import { FeedPanel } from './feed-panel.tsx';
import { FunctionPanel } from './function-panel.tsx';
import { MonthsPanel } from './months-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';
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

export { CounterTab as Content };
