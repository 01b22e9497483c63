import { errorCountDays } from '@platen/contract/constants';
import type { DeviceProfile } from '@platen/contract/details';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useZoneNote } from '../../device/figures.ts';
import { SectionLink } from '../../device/panel-grid.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import errorStyles from './errors-panel.module.css';
import styles from './profile.module.css';
import { type ErrorRow, toErrorRows } from './profile-rows.ts';
import type { Later } from './use-later.ts';

/** DF jams, print jams, finisher jams, service calls, others of the last 14 days (PR-23..PR-27, PR-31). */
export function ErrorsPanel({ profile, later }: { profile: DeviceProfile; later: Later }) {
  const t = useTranslations('profile');
  const tabs = useTranslations('detail.tabs');
  const rows = toErrorRows(profile.errorCounters);
  const zone = useZoneNote(profile);
  return (
    <Panel
      className={styles.errors}
      title={t('errors.title')}
      note={[t('errors.window', { days: errorCountDays }), ...(zone === undefined ? [] : [zone])].join(' · ')}
      aside={
        <SectionLink to="error" deviceId={profile.deviceId}>
          {tabs('error')}
        </SectionLink>
      }
      {...(rows === undefined ? { state: { kind: 'empty', hint: t('errors.noHistory') } as const } : {})}
    >
      {rows === undefined ? null : (
        <dl className={errorStyles.errorRows}>
          {rows.map((row) => (
            <Row key={row.category} row={row} deviceId={profile.deviceId} later={later} />
          ))}
        </dl>
      )}
    </Panel>
  );
}

function Row({ row, deviceId, later }: { row: ErrorRow; deviceId: string; later: Later }) {
  const t = useTranslations('profile');
  const common = useTranslations('common');
  const format = useFormatter();
  const name = t(`errors.${row.category}`);
  const isHot = row.category === 'serviceCall' && row.count !== null && row.count > 0;
  // One bar for the whole window: until its days have loaded, and where they failed to load.
  const bar = (
    <div className={errorStyles.bar} aria-hidden="true" data-unknown={row.count === null}>
      {row.count === null ? null : <i data-hot={isHot} style={{ inlineSize: `${row.length}%` }} />}
    </div>
  );
  return (
    <div className={errorStyles.errorRow}>
      <dt>{name}</dt>
      <dd className={errorStyles.count} data-hot={isHot} data-zero={row.count === 0}>
        {row.count === null ? (
          <Unknown>{common('notReported')}</Unknown>
        ) : (
          <Evidence title={name} note={t('made.errors', { days: errorCountDays })}>
            {format.number(row.count)}
          </Evidence>
        )}
      </dd>
      <dd className={styles.days}>
        {row.count === null || later === 'failed' ? (
          bar
        ) : later === 'waiting' ? (
          <Skeleton className={styles.daysWaiting} />
        ) : (
          <later.DayStrip deviceId={deviceId} category={row.category}>
            {bar}
          </later.DayStrip>
        )}
      </dd>
    </div>
  );
}
