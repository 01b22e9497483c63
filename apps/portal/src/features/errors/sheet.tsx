import { AfterPaint } from '../../ui/after-paint.tsx';
import { Sheet } from '../../device/sheet.tsx';
import { CountsPanel } from './counts-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';

/** Errors of a device: 14 days of counts by kind, and the history of 30 days (ER-01..ER-06, ER-10). */
export function ErrorsSheet({ deviceId }: { deviceId: string }) {
  return (
    <Sheet>
      <CountsPanel deviceId={deviceId} />
      <AfterPaint>
        <HistoryPanel deviceId={deviceId} />
      </AfterPaint>
    </Sheet>
  );
}
