import type { StoppedDevice } from '@platen/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import tableStyles from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { deviceArea } from '../../platform/selected-device.ts';
import { Link } from '../../ui/link.tsx';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { Marked } from '../../ui/status-mark.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import { FailureText } from './collector-detail.tsx';
import styles from './collectors.module.css';
import { stoppedQuery } from './model.ts';
import { Pager, StaleNote } from './pager.tsx';

const columns = ['silentFor', 'lastReport', 'device', 'model', 'customer', 'address', 'collector', 'reason'] as const;

/** A page of the devices whose reports have stopped, the longest silence first. */
export function StoppedPanel({ from }: { from: number }) {
  const t = useTranslations('reporting');
  const query = useQuery(stoppedQuery(from));
  const rows = query.data?.data.devices ?? [];
  const state: PanelState =
    query.data !== undefined && rows.length === 0 && from === 0
      ? { kind: 'empty', text: t('emptyStopped'), hint: t('emptyStoppedHint') }
      : toPanelState(query, 8);
  return (
    <Panel
      title={t('view.stopped')}
      note={rows.length > 0 ? t('stoppedRule') : undefined}
      className={span(12)}
      state={state}
    >
      <StaleNote query={query} />
      {rows.length > 0 && <StoppedTable rows={rows} />}
      <Pager
        view="stopped"
        from={from}
        shown={rows.length}
        total={query.data?.totalCount ?? from + rows.length}
        hasMore={query.data?.hasMore ?? false}
      />
    </Panel>
  );
}

function StoppedTable({ rows }: { rows: readonly StoppedDevice[] }) {
  const t = useTranslations('reporting');
  const now = useMinute();
  return (
    <TableFrame label={t('view.stopped')}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StoppedRow key={row.deviceId} device={row} now={now} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** A device that has stopped reporting; its serial leads to its profile. */
function StoppedRow({ device, now }: { device: StoppedDevice; now: Date }) {
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

/**
 * Who delivered the last report: the name of its key, and the one that the device's screens show, where that
 * is another.
 */
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

/**
 * The reason: the silence of the collector itself, else the failure that it reports for the address, else why
 * none is known.
 */
function Reason({ device: { collector, failure, address } }: { device: StoppedDevice }) {
  const t = useTranslations();
  const state = collector?.state;
  if (state === 'silent' || state === 'resting' || state === 'revoked') return t(`reporting.collectorIs.${state}`);
  if (failure === null)
    return <span className="quiet">{t(`reporting.noReason.${state === 'working' ? 'working' : 'noCollector'}`)}</span>;
  return <FailureText kind={failure.kind} reason={failure.reason} target={address} />;
}
