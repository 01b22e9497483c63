import type { Visit, VisitDevice } from '@platen/contract/visits';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import { Link } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EffectsOfVisit } from '../../visit-effects/effect-line.tsx';
import styles from './visits.module.css';

/** The devices in the order of the visit, each with its work. */
export function VisitDevices({ visit }: { readonly visit: Visit }) {
  return visit.devices.map((device) => <Device key={device.deviceId} visitId={visit.visitId} device={device} />);
}

function Device({ visitId, device }: { readonly visitId: string; readonly device: VisitDevice }) {
  const t = useTranslations('visits');
  const headline = useHeadline();
  const { record, conditions, tasks, bring, priority } = device;
  const name = [device.serial, device.model].filter((part) => part !== null).join(' · ');
  const result =
    record === null
      ? null
      : 'notDone' in record.record
        ? t(`notDone.${record.record.notDone}`)
        : t(`results.${record.record.result}`);
  return (
    <Panel
      title={name === '' ? t('page.unnamedDevice') : name}
      note={result ?? device.description}
      mark={
        priority === null ? undefined : (
          <span className={styles.priority} data-class={priority}>
            {priority}
          </span>
        )
      }
      aside={
        <Link to="/profile" search={{ device: device.deviceId }}>
          {device.serial ?? t('page.unnamedDevice')}
        </Link>
      }
    >
      <h3 className="vh">{t('page.conditions')}</h3>
      {conditions.length === 0 ? <p className={styles.empty}>{t('page.noConditions')}</p> : null}
      <ul className={styles.list}>
        {conditions.map((condition) => (
          <li key={condition.conditionId}>{headline(condition)}</li>
        ))}
        {tasks.map((task) => (
          <li key={task}>{task}</li>
        ))}
        {bring.map(({ item, pieces }) => (
          <li key={item}>
            {t('page.bring')}: {pieces} × {item}
          </li>
        ))}
      </ul>
      {device.state === 'recorded' ? <EffectsOfVisit deviceId={device.deviceId} visitId={visitId} /> : null}
    </Panel>
  );
}
