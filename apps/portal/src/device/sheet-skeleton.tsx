import { Panel } from '../ui/panel.tsx';
import { Sheet, span } from './sheet.tsx';

/** A sheet whose code or texts are still on their way. */
export function SheetSkeleton() {
  return (
    <Sheet>
      <Panel className={span(12)} title="" state={{ kind: 'loading', rows: 10 }} />
    </Sheet>
  );
}
