import { useTranslations } from 'use-intl/react';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './profile.module.css';
import { PanelGrid } from '../../device/panel-grid.tsx';

const rows = (count: number) => (
  <div className={styles.skeleton}>
    {Array.from({ length: count }, (_, row) => (
      // Rows without a content have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <Skeleton key={row} />
    ))}
  </div>
);

/** The sheet before its values are here: the same cells with the same headings, so that nothing moves. */
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
