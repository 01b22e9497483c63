import type { DeviceProfile } from '@platen/contract/details';
import { CounterPanel } from './counter-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { PartsPanel } from './parts-panel.tsx';
import { PredictionsPanel } from './predictions-panel.tsx';
import styles from './profile.module.css';
import { Sheet } from './sheet.tsx';
import { StatusPanel } from './status-panel.tsx';
import { SuppliesPanel } from './supplies-panel.tsx';
import { TonerPanel } from './toner-panel.tsx';

/** The order of the panels never changes, so that hands learn it (design README, Do). */
export function ProfileSheet({ profile }: { profile: DeviceProfile }) {
  return (
    <Sheet size="fill">
      <CounterPanel profile={profile} />
      <TonerPanel profile={profile} />
      <div className={styles.status}>
        <StatusPanel profile={profile} />
        <PredictionsPanel profile={profile} />
      </div>
      <ErrorsPanel profile={profile} />
      <div className={styles.parts}>
        <PartsPanel profile={profile} />
        <SuppliesPanel profile={profile} />
      </div>
      <FactsPanel profile={profile} />
    </Sheet>
  );
}
