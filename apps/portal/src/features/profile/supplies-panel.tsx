import { toSupplyName } from '@platen/catalogue/supply-phrase';
import type { DeviceProfile } from '@platen/contract/details';
import { useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { useLevelText } from '../../device/use-level-text.ts';
import styles from './profile.module.css';
import { areMany } from './shown-rows.ts';
import { type SupplyRow, toSupplyRows } from './profile-rows.ts';

/** Drums, waste boxes, fusers and the like: life left, or the room left in what fills. */
export function SuppliesPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  const rows = toSupplyRows(profile);
  return (
    <Panel title={t('supplies.title')}>
      {rows.length === 0 ? (
        <p className="quiet">{t('supplies.none')}</p>
      ) : (
        <dl className={styles.supplies} data-many={areMany(rows.length, profile) || undefined}>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </dl>
      )}
    </Panel>
  );
}

function Row({ row }: { row: SupplyRow }) {
  const t = useTranslations('profile');
  const names = useTranslations('status.supplyName');
  const level = useLevelText();
  const known = row.type === undefined ? undefined : toSupplyName(row.type);
  const ofType = known === undefined ? undefined : names(known);
  const name = (row.isNamedByType ? ofType : row.description) ?? ofType ?? t('supplies.unnamed');
  const words =
    row.percent !== null && row.isRoom
      ? t('supplies.roomLeft', { value: row.percent })
      : level.short(row.percent, row.state);
  return (
    <div className={styles.supplyRow}>
      <dt title={row.description ?? name}>{name}</dt>
      <dd className={styles.supplyLevel} data-severity={row.severity}>
        <Evidence title={name} path={`supplies[${row.key}]`} note={level.note(row.percent, row.state)}>
          {row.percent === null ? <Unknown>{words}</Unknown> : words}
        </Evidence>
      </dd>
      <dd className={styles.supplyGauge}>
        <Gauge slim percent={row.percent} tone="ink" label={name} text={words} />
      </dd>
    </div>
  );
}
