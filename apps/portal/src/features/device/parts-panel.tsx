import type { DeviceProfile } from '@platen/contract/details';
import { useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './profile.module.css';
import { SectionLink } from './section-link.tsx';

/** Number of parts recommended for replacement (PR-16); a device without part counters is said to have none. */
export function PartsPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  const tabs = useTranslations('detail.tabs');
  const count = profile.nRecommendedReplaceParts;
  return (
    <Panel
      title={t('replaceParts.title')}
      aside={
        <SectionLink to="pmparts" deviceId={profile.deviceId}>
          {tabs('pmParts')}
        </SectionLink>
      }
    >
      <p className={styles.figure}>
        {count === null ? (
          <Unknown boxed>{t('replaceParts.notReported')}</Unknown>
        ) : (
          <>
            <Evidence title={t('replaceParts.title')} note={t('made.parts')}>
              <b>{count}</b>
            </Evidence>
            <span>{count === 0 ? t('replaceParts.none') : t('replaceParts.parts', { count })}</span>
          </>
        )}
      </p>
    </Panel>
  );
}
