import type { DeviceProfile } from '@platen/contract/details';
import { useTranslations } from 'use-intl/react';
import { SectionLink } from '../../device/panel-grid.tsx';
import { type TonerLevel, useLevelText } from '../../device/toner-levels.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Gauge, Swatch } from '../../ui/gauge.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './profile.module.css';
import { toTonerRows } from './profile-rows.ts';
import type { Later } from './use-later.ts';

/** Level of each toner as a gauge with its figure, or the words for what is not known (PR-18..PR-22). */
export function TonerPanel({ profile, later }: { profile: DeviceProfile; later: Later }) {
  const t = useTranslations('profile');
  const rows = toTonerRows(profile);
  const isFigures = rows.every(({ percent, coarse }) => percent !== null && !coarse);
  return (
    <Panel
      className={classNames(styles.toner, isFigures && styles.figures)}
      title={t('toner.title')}
      aside={
        <SectionLink to="toner" deviceId={profile.deviceId}>
          {t('toner.title')}
        </SectionLink>
      }
    >
      <div className={styles.levelsHead} aria-hidden="true">
        <span>{t('toner.level')}</span>
        {typeof later === 'string' ? null : <later.DaysLeftHead />}
      </div>
      <dl>
        {rows.map((row, index) => (
          <Row key={row.color} row={row} isFirst={index === 0} deviceId={profile.deviceId} later={later} />
        ))}
      </dl>
    </Panel>
  );
}

function Row({ row, deviceId, later, isFirst }: { row: TonerLevel; isFirst: boolean; deviceId: string; later: Later }) {
  const t = useTranslations('profile');
  const common = useTranslations('common');
  const level = useLevelText();
  const color = common(`color.${row.color}`);
  return (
    <div className={styles.levelRow}>
      <dt>
        <Swatch tone={row.tone} />
        <span>{common(`colorShort.${row.color}`)}</span>
      </dt>
      <dd className={styles.gauge}>
        <Gauge percent={row.percent} tone={row.tone} label={color} text={level.long(row.percent, row.state)} />
      </dd>
      <dd className={styles.level} data-severity={row.severity}>
        <Evidence
          title={`${t('toner.title')} ${color}`}
          path={`toner.${row.color}`}
          note={level.note(row.percent, row.state)}
        >
          {row.percent === null ? (
            <Unknown>{level.short(row.percent, row.state)}</Unknown>
          ) : (
            level.short(row.percent, row.state)
          )}
        </Evidence>
        {row.coarse && row.percent !== null ? <span className={styles.coarse}>{t('toner.coarse')}</span> : null}
      </dd>
      {later === 'waiting' ? (
        <dd className={styles.daysWaiting}>
          <Skeleton />
        </dd>
      ) : null}
      {typeof later === 'string' ? null : (
        <later.DaysLeft deviceId={deviceId} color={row.color} severity={row.severity} isFirst={isFirst} />
      )}
    </div>
  );
}
