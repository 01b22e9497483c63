import type { QueryClient } from '@tanstack/react-query';
import { historyQueries } from '../../device/history-queries.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { CountsPanel } from './counts-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';

/** Errors of a device: 14 days of counts by kind, and the history of 30 days (ER-01..ER-06, ER-10). */
function ErrorsTab({ deviceId }: { deviceId: string }) {
  return (
    <PanelGrid>
      <CountsPanel deviceId={deviceId} />
      <AfterPaint>
        <HistoryPanel deviceId={deviceId} />
      </AfterPaint>
    </PanelGrid>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(historyQueries.jams(deviceId)),
    client.prefetchQuery(historyQueries.logs(deviceId)),
  ]);

export { ErrorsTab as Content };
