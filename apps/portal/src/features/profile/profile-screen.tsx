import type { DeviceProfile } from '@platen/contract/details';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { IntlProvider, useLocale, useTranslations } from 'use-intl/react';
import { deviceQueries } from '../../device/device-query.ts';
import { FramedDeviceContext } from '../../device/framed-device.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { EvidenceAfterPaint } from '../../ui/after-paint.tsx';
import { Panel, Skeleton, toPanelState } from '../../ui/panel.tsx';
import { CounterPanel } from './counter-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { PartsPanel, SuppliesPanel } from './parts-panel.tsx';
import styles from './profile.module.css';
import { PredictionsPanel, StatusPanel } from './status-panel.tsx';
import { TonerPanel } from './toner-panel.tsx';
import { useLater } from './use-later.ts';

/** `/profile`: all that is known of one device at a glance (RT-07, PR-01..PR-32). */
export function ProfileScreen() {
  const t = useTranslations('detail');
  const query = useQuery(deviceQueries.profile(use(FramedDeviceContext)));
  if (query.data !== undefined)
    return (
      <EvidenceAfterPaint>
        <ProfileSheet profile={query.data} />
      </EvidenceAfterPaint>
    );
  if (query.error === null) return <ProfileSkeleton />;
  return (
    <PanelGrid>
      <Panel className={span(12)} title={t('failed')} state={toPanelState(query, 0)} />
    </PanelGrid>
  );
}

/** The order of the panels never changes, so that users find them by habit (design README, Do). */
export function ProfileSheet({ profile }: { profile: DeviceProfile }) {
  const { later, messages } = useLater();
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      <PanelGrid size="fill">
        <CounterPanel profile={profile} />
        <TonerPanel profile={profile} later={later} />
        <div className={styles.status}>
          <StatusPanel profile={profile} later={later} />
          <PredictionsPanel profile={profile} later={later} />
        </div>
        <ErrorsPanel profile={profile} later={later} />
        <div className={styles.parts}>
          <PartsPanel profile={profile} later={later} />
          <SuppliesPanel profile={profile} />
        </div>
        <FactsPanel profile={profile} later={later} />
      </PanelGrid>
    </IntlProvider>
  );
}

const rows = (count: number) => (
  <div className={styles.skeleton}>
    {Array.from({ length: count }, (_, row) => (
      // Rows without a content have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <Skeleton key={row} />
    ))}
  </div>
);

/** The profile while it loads: the same panels with the same headings, so that nothing moves. */
export function ProfileSkeleton() {
  const t = useTranslations('profile');
  const detail = useTranslations('detail');
  return (
    <div aria-busy="true">
      <output className="vh">{detail('loading')}</output>
      <PanelGrid size="fill">
        <Panel className={styles.counter} title={t('counter')}>
          {rows(5)}
        </Panel>
        <Panel className={styles.toner} title={t('toner.title')}>
          {rows(6)}
        </Panel>
        <div className={styles.status}>
          <Panel title={t('status.title')}>{rows(2)}</Panel>
          <Panel title={t('failurePredictions.title')}>{rows(2)}</Panel>
        </div>
        <Panel className={styles.errors} title={t('errors.title')}>
          {rows(8)}
        </Panel>
        <div className={styles.parts}>
          <Panel title={t('replaceParts.title')}>{rows(2)}</Panel>
          <Panel title={t('supplies.title')}>{rows(5)}</Panel>
        </div>
        <Panel className={styles.facts} title={t('options.title')}>
          {rows(8)}
        </Panel>
      </PanelGrid>
    </div>
  );
}
