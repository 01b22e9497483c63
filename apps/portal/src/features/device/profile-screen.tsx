import { useTranslations } from 'use-intl/react';
import { Panel } from '../../ui/panel.tsx';
import { DeviceFrame } from './device-frame.tsx';
import { ProfileSheet } from './profile-sheet.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { toPanelState } from './query-panel.ts';
import { Sheet, span } from './sheet.tsx';

/** `/profile`: all that is known of one device at a glance (RT-07, PR-01..PR-32). */
export function ProfileScreen() {
  const t = useTranslations('detail');
  return (
    <DeviceFrame>
      {(_deviceId, query) => {
        if (query.data !== undefined) return <ProfileSheet profile={query.data} />;
        if (query.error === null) return <ProfileSkeleton />;
        return (
          <Sheet>
            <Panel className={span(12)} title={t('failed')} state={toPanelState(query, 0)} />
          </Sheet>
        );
      }}
    </DeviceFrame>
  );
}
