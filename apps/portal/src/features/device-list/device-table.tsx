import { type DeviceListItem, type DeviceStatus, type SortColumn } from '@platen/contract/devices';
import { type FocusEvent, type MouseEvent, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useDeviceMessages } from '../../device-codes/use-device-codes.ts';
import type { Sort } from '../../device-search/address.ts';
import { classNames } from '../../ui/class-names.ts';
import { useReasonFormat } from '../../ui/use-reason-text.ts';
import { isPlainPress, isPressForTab, toPressedRow } from '../../ui/windowed/table-rows.ts';
import { useRowFocus } from '../../ui/windowed/use-row-focus.ts';
import { WindowedTable } from '../../ui/windowed/windowed-table.tsx';
import { toTracks } from './columns.tsx';
import { DeviceRow } from './device-row.tsx';
import styles from './device-table.module.css';
import { toIdentity } from './model.ts';
import { toRowCode, toRowReason } from './row-texts.ts';
import { TableHead } from './table-head.tsx';

interface DeviceTableProps {
  rows: readonly DeviceListItem[];
  /** Rows there are in all; undefined where the server did not say and more follow. */
  total: number | undefined;
  sort: Sort | undefined;
  /** The rows are about to be replaced. */
  busy: boolean;
  currentId: string | undefined;
  toHref: (deviceId: string) => string;
  onSort: (column: SortColumn) => void;
  onOpen: (device: DeviceListItem) => void;
  /** The pointer or the focus came to the rows: a device will likely be opened. */
  onNear: () => void;
  /** Index one past the last row drawn. */
  onShown: (end: number) => void;
}

const tracks = toTracks();
/** Height of a row below 960 px. */
export const twoLines = 60;

/** The rows, drawn as far as they are in the window. Keyboard: one row is reached by Tab, arrows move it, Enter opens. */
export function DeviceTable(props: DeviceTableProps) {
  const { rows, total, sort, busy, currentId, toHref, onSort, onOpen, onNear, onShown } = props;
  const t = useTranslations('deviceList');
  const notReported = useTranslations('common')('notReported');
  const words = useStatusWords();
  const format = useReasonFormat();
  const focus = useRowFocus({
    count: rows.length,
    narrowHeight: twoLines,
    list: rows[0],
    // The device selected last, if it is there.
    findStart: () =>
      Math.max(
        0,
        rows.findIndex(({ deviceId }) => deviceId === currentId),
      ),
    onEnter: (index) => {
      const device = rows[index];
      if (device !== undefined) onOpen(device);
    },
  });
  // Of all rows, not of those drawn: on paper all of them are.
  const messageOf = useDeviceMessages(useMemo(() => [...new Set(rows.map(toRowCode))], [rows]));

  const isDimmed = useIsLate(busy);
  useEffect(() => onShown(focus.end), [onShown, focus.end]);
  const onClick = (event: MouseEvent) => {
    const device = rows[toPressedRow(event.target) ?? -1];
    if (device === undefined) return;
    if (isPressForTab(event)) window.open(toHref(device.deviceId), '_blank', 'noopener');
    if (!isPlainPress(event)) return;
    event.preventDefault();
    onOpen(device);
  };
  const onFocus = (event: FocusEvent) => {
    focus.table.onFocus(event);
    onNear();
  };

  return (
    <WindowedTable
      label={t('table')}
      rowCount={total === undefined ? -1 : Math.max(total, rows.length) + 1}
      isBusy={busy}
      className={classNames(styles.table, isDimmed && styles.dimmed)}
      style={tracks}
      head={<TableHead sort={sort} onSort={onSort} />}
      {...focus.table}
      onClick={onClick}
      onFocus={onFocus}
      onPointerEnter={onNear}
    >
      {focus.rows.map((index) => {
        const device = rows[index];
        if (device === undefined) return null;
        const reason = toRowReason(device, format, messageOf);
        return (
          <DeviceRow
            key={toIdentity(device)}
            device={device}
            index={index}
            top={index * focus.rowHeight}
            height={focus.rowHeight}
            href={toHref(device.deviceId)}
            statusText={words[device.status]}
            code={reason.code}
            reason={reason.words}
            unknownSerial={notReported}
            active={index === focus.active}
            current={device.deviceId === currentId}
          />
        );
      })}
    </WindowedTable>
  );
}

/** Rows are dimmed when their successors take long; a quick answer replaces them without a flicker. */
const dimDelayMs = 200;

function useIsLate(busy: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  if (!busy && isLate) setIsLate(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setIsLate(true), dimDelayMs);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && isLate;
}

function useStatusWords(): Readonly<Record<DeviceStatus, string>> {
  const t = useTranslations('status.status');
  return {
    error: t('error'),
    warning: t('warning'),
    unknown: t('unknown'),
    offline: t('offline'),
    normal: t('normal'),
  };
}
