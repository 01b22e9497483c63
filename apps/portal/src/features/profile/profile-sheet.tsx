import type { DeviceProfile } from '@platen/contract/details';
import { IntlProvider, useLocale } from 'use-intl/react';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { CounterPanel } from './counter-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { PartsPanel } from './parts-panel.tsx';
import { PredictionsPanel } from './predictions-panel.tsx';
import styles from './profile.module.css';
import { StatusPanel } from './status-panel.tsx';
import { SuppliesPanel } from './supplies-panel.tsx';
import { TonerPanel } from './toner-panel.tsx';
import { useLater } from './use-later.ts';

/** The order of the panels never changes, so that hands learn it (design README, Do). */
export function ProfileSheet({ profile }: { profile: DeviceProfile }) {
  const { later, messages } = useLater();
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      <PanelGrid size="fill">
        <CounterPanel profile={profile} />
        <TonerPanel profile={profile} later={later} />
        <div className={styles.status}>
          <StatusPanel profile={profile} />
          <PredictionsPanel profile={profile} later={later} />
        </div>
        <ErrorsPanel profile={profile} later={later} />
        <div className={styles.parts}>
          <PartsPanel profile={profile} later={later} />
          <SuppliesPanel profile={profile} />
        </div>
        <FactsPanel profile={profile} />
      </PanelGrid>
    </IntlProvider>
  );
}
