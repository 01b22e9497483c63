import type { DeviceProfile } from '@platen/contract/details';
import { useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './profile.module.css';
import { SectionLink } from './section-link.tsx';

/** How many components show a failure sign (PR-09). Until they have been computed nothing is claimed, not even none. */
export function PredictionsPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  const tabs = useTranslations('detail.tabs');
  const count = profile.failurePredictions.length;
  const isComputed = count > 0 || (profile.predictedAt ?? null) !== null;
  return (
    <Panel
      title={t('failurePredictions.title')}
      aside={
        <SectionLink to="failuresign" deviceId={profile.deviceId}>
          {tabs('failureSign')}
        </SectionLink>
      }
    >
      <p className={styles.figure}>
        {isComputed ? (
          <>
            <Evidence title={t('failurePredictions.title')} note={t('made.predictions')}>
              <b>{count}</b>
            </Evidence>
            {count === 0 ? <span>{t('failurePredictions.noneRecorded')}</span> : null}
          </>
        ) : (
          <Unknown boxed>{t('failurePredictions.notComputed')}</Unknown>
        )}
      </p>
    </Panel>
  );
}
