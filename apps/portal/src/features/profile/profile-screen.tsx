import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslations } from 'use-intl/react';
import { FramedDeviceContext } from '../../device/framed-device.ts';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { EvidenceAfterPaint } from '../../ui/after-paint.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProfileSheet } from './profile-sheet.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';

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
