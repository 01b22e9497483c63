import { type QueryClient, useQuery } from '@tanstack/react-query';
import { historyQueries } from '../../device/history-queries.ts';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { LevelsPanel } from './levels-panel.tsx';
import { NearEmptyPanel } from './near-empty-panel.tsx';
import { PixelPanel } from './pixel-panel.tsx';
import { RhythmPanel } from './rhythm-panel.tsx';
import { toTonerRows } from './toner-rows.ts';

/** Toner: levels, days left, pixel counts, the setting, and the cartridges (TN-01..TN-13). */
function TonerTab({ deviceId }: { deviceId: string }) {
  const query = useQuery(historyQueries.toner(deviceId));
  const profile = useQuery(deviceQueries.profile(deviceId)).data;
  const { data } = query;
  const rows = data === undefined ? undefined : toTonerRows(data, profile);
  const state = toPanelState(query, 5);
  return (
    <PanelGrid>
      <LevelsPanel rows={rows} state={state} />
      <PixelPanel rows={rows} state={state} />
      <NearEmptyPanel setting={data?.tonerNearEmpty} state={state} />
      <AfterPaint>
        <RhythmPanel rows={rows} state={state} />
        <AfterPaint>
          <HistoryPanel rows={rows} state={state} />
        </AfterPaint>
      </AfterPaint>
    </PanelGrid>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(historyQueries.toner(deviceId));

export { TonerTab as Content };
