import type { DeviceProfile } from '@platen/contract/details';
import { useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Gauge, Swatch } from '../../ui/gauge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { useLevelText } from './level-text.ts';
import styles from './profile.module.css';
import { SectionLink } from './section-link.tsx';
import { type TonerRow, toTonerRows } from './toner-rows.ts';

/** Level of each toner as a gauge with its figure, or the words for what is not known (PR-18..PR-22). */
export function TonerPanel({ profile }: { profile: DeviceProfile }) {
  const t = useTranslations('profile');
  return (
    <Panel
      className={styles.toner}
      title={t('toner.title')}
      aside={
        <SectionLink to="toner" deviceId={profile.deviceId}>
          {t('toner.title')}
        </SectionLink>
      }
    >
      <div className={styles.levelsHead} aria-hidden="true">
        {t('toner.level')}
      </div>
      <dl>
        {toTonerRows(profile).map((row) => (
          <Row key={row.color} row={row} gravity={toGravity(profile, row.color)} />
        ))}
      </dl>
    </Panel>
  );
}

/** How grave the status takes this colour: its figure is coloured only when it is a reason of the status. */
function toGravity(profile: DeviceProfile, color: TonerRow['color']): string | undefined {
  return profile.statusReasons?.find(({ source, code }) => source === 'supply' && code === color)?.severity;
}

function Row({ row, gravity }: { row: TonerRow; gravity: string | undefined }) {
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
      <dd className={styles.level} data-gravity={gravity}>
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
    </div>
  );
}
