import type { DeviceProfile } from '@platen/contract/details';
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl/react';
import { SectionLink } from '../../device/section-link.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './profile.module.css';
import { toRowsThatFit } from './shown-rows.ts';
import { toSupplyRows } from './profile-rows.ts';
import type { Later } from './use-later.ts';

/** Rows kept for the list, as a custom property; React's own type of a style knows none. */
const toStyle = (rows: number): CSSProperties & Record<`--${string}`, number> => ({ '--rows': rows });

/**
 * Number of parts recommended for replacement (PR-16); for a device without part counters the panel states
 * that.
 */
export function PartsPanel({ profile, later }: { profile: DeviceProfile; later: Later }) {
  const t = useTranslations('profile');
  const tabs = useTranslations('detail.tabs');
  const count = profile.nRecommendedReplaceParts;
  const rows = toRowsThatFit(count ?? 0, toSupplyRows(profile).length, profile);
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
      {count === null ? null : (
        <div className={styles.due} style={toStyle(rows)}>
          {later === 'waiting' ? (
            <Skeleton className={styles.dueWaiting} />
          ) : later === 'failed' ? null : (
            <later.PartsDue deviceId={profile.deviceId} series={profile.series} rows={rows} />
          )}
        </div>
      )}
    </Panel>
  );
}
