import { toSupplyName } from '@platen/catalogue/supply-phrase';
import type { DeviceProfile } from '@platen/contract/details';
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl/react';
import { SectionLink } from '../../device/panel-grid.tsx';
import { useLevelText } from '../../device/toner-levels.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import partsStyles from './parts-panel.module.css';
import styles from './profile.module.css';
import { areMany, heights, type SupplyRow, toPartRows, toSupplyRows } from './profile-rows.ts';
import type { Later } from './use-later.ts';

/** Rows reserved for the list, as a custom property; React's own type of a style knows none. */
const toStyle = (rows: number): CSSProperties & Record<`--${string}`, number> => ({ '--rows': rows });

/**
 * Number of parts recommended for replacement (PR-16); for a device without part counters the panel states
 * that.
 */
export function PartsPanel({ profile, later }: { profile: DeviceProfile; later: Later }) {
  const t = useTranslations('profile');
  const tabs = useTranslations('detail.tabs');
  const count = profile.nRecommendedReplaceParts;
  const rows = toPartRows(count ?? 0, toSupplyRows(profile).length, heights.parts, profile);
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
        <div className={partsStyles.due} style={toStyle(rows)}>
          {later === 'waiting' ? (
            <Skeleton className={partsStyles.dueWaiting} />
          ) : later === 'failed' ? null : (
            <later.PartsDue deviceId={profile.deviceId} series={profile.series} rows={rows} />
          )}
        </div>
      )}
    </Panel>
  );
}

/** Drums, waste boxes, fusers and the like: life left, or the room left in what fills. */
export function SuppliesPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  const rows = toSupplyRows(profile);
  return (
    <Panel title={t('supplies.title')}>
      {rows.length === 0 ? (
        <p className="quiet">{t('supplies.none')}</p>
      ) : (
        <dl className={partsStyles.supplies} data-many={areMany(rows.length, profile) || undefined}>
          {rows.map((row) => (
            <Supply key={row.key} row={row} />
          ))}
        </dl>
      )}
    </Panel>
  );
}

function Supply({ row }: { row: SupplyRow }) {
  const t = useTranslations('profile');
  const names = useTranslations('status.supplyName');
  const level = useLevelText();
  const known = row.type === undefined ? undefined : toSupplyName(row.type);
  const ofType = known === undefined ? undefined : names(known);
  const name = (row.isNamedByType ? ofType : row.description) ?? ofType ?? t('supplies.unnamed');
  const text =
    row.percent !== null && row.isRoom
      ? t('supplies.roomLeft', { value: row.percent })
      : level.short(row.percent, row.state);
  return (
    <div className={partsStyles.supplyRow}>
      <dt title={row.description ?? name}>{name}</dt>
      <dd className={partsStyles.supplyLevel} data-severity={row.severity}>
        <Evidence title={name} path={`supplies[${row.key}]`} note={level.note(row.percent, row.state)}>
          {row.percent === null ? <Unknown>{text}</Unknown> : text}
        </Evidence>
      </dd>
      <dd className={partsStyles.supplyGauge}>
        <Gauge slim percent={row.percent} tone="ink" label={name} text={text} />
      </dd>
    </div>
  );
}
