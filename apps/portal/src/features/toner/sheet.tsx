import { useQuery } from '@tanstack/react-query';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { historyQueries } from '../../device/history-queries.ts';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { Sheet } from '../../device/sheet.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { LevelsPanel } from './levels-panel.tsx';
import { NearEmptyPanel } from './near-empty-panel.tsx';
import { PixelPanel } from './pixel-panel.tsx';
import { RhythmPanel } from './rhythm-panel.tsx';
import { toTonerRows } from './to-toner-rows.ts';

/** Toner: levels, days left, pixel counts, the setting, and the cartridges (TN-01..TN-13). */
export function TonerSheet({ deviceId }: { deviceId: string }) {
  const query = useQuery(historyQueries.toner(deviceId));
  const profile = useQuery(deviceQueries.profile(deviceId)).data;
  const { data } = query;
  const rows = data === undefined ? undefined : toTonerRows(data, profile);
  const state = toPanelState(query, 5);
  return (
    <Sheet>
      <LevelsPanel rows={rows} state={state} />
      <PixelPanel rows={rows} state={state} />
      <NearEmptyPanel setting={data?.tonerNearEmpty} state={state} />
      <AfterPaint>
        <RhythmPanel rows={rows} state={state} />
        <AfterPaint>
          <HistoryPanel rows={rows} state={state} />
        </AfterPaint>
      </AfterPaint>
    </Sheet>
  );
}
