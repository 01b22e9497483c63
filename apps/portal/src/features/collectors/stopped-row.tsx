import type { StoppedDevice } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { deviceArea } from '../../platform/selected-device.ts';
import { Link } from '../../ui/link.tsx';
import { Marked } from '../../ui/status-mark.tsx';
import { useAgeText } from '../../ui/use-age.ts';
import { useDates } from '../../ui/use-dates.ts';
import styles from './collectors.module.css';
import { FailureText } from './failure-text.tsx';

/** A device that has stopped reporting; its serial leads to its profile. */
export function StoppedRow({ device, now }: { device: StoppedDevice; now: Date }) {
  const t = useTranslations();
  const { duration } = useAgeText();
  const { dateTime } = useDates();
  const { deviceId, serial, model, customerName, customerNumber, description, updatedAt, address } = device;
  const last = new Date(updatedAt);
  const nothing = <span className="quiet">{t('common.none')}</span>;
  const customer = [customerName ?? customerNumber, description].filter((text) => text !== null).join(', ');
  return (
    <tr>
      <td>
        <Marked status="offline">{duration(Math.max(0, now.getTime() - last.getTime()))}</Marked>
      </td>
      <td>
        <time dateTime={updatedAt}>{dateTime(last)}</time>
      </td>
      <th scope="row" className="code">
        <Link to="/profile" search={{ device: deviceId }} onClick={() => deviceArea.set({ deviceId, serial, model })}>
          {serial ?? t('common.notReported')}
        </Link>
      </th>
      <td>{model ?? nothing}</td>
      <td className={styles.customer} title={customer}>
        {customer === '' ? nothing : customer}
      </td>
      <td className="code">{address ?? nothing}</td>
      <td>
        <Collector collector={device.collector} />
      </td>
      <td className={styles.reason}>
        <Reason device={device} />
      </td>
    </tr>
  );
}

/** Who delivered the last report: the name of its key, and the one that the device's screens show, where that is another. */
function Collector({ collector }: Pick<StoppedDevice, 'collector'>) {
  const t = useTranslations('reporting');
  if (collector === null) return <span className="quiet">{t('unknown')}</span>;
  if (collector.name === '') return <span className="quiet">{t('hiddenCollector')}</span>;
  const { name, reportedName } = collector;
  return (
    <>
      {name}
      {reportedName === undefined ? null : <div className="quiet">{t('reportedAs', { name: reportedName })}</div>}
    </>
  );
}

/** Why: the silence of the collector itself comes first; else what it says of the address; else what is missing to tell. */
function Reason({ device: { collector, failure, address } }: { device: StoppedDevice }) {
  const t = useTranslations();
  const state = collector?.state;
  if (state === 'silent' || state === 'revoked') return t(`reporting.collectorIs.${state}`);
  if (failure === null)
    return <span className="quiet">{t(`reporting.noReason.${state === 'working' ? 'working' : 'noCollector'}`)}</span>;
  return <FailureText kind={failure.kind} reason={failure.reason} target={address} />;
}
