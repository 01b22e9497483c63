/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import { type DeviceListItem, type DeviceStatus, type SortColumn, sortColumns } from '@platen/contract/devices';
import { type FocusEvent, type MouseEvent, memo, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useDeviceMessages } from '../../device-codes/code-queries.ts';
import type { Sort } from '../../device-search/address.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDates } from '../../ui/use-dates.ts';
import { useReasonFormat } from '../../ui/use-reason-text.ts';
import { useRowFocus } from '../../ui/windowed/use-row-focus.ts';
import { isPlainPress, isPressForTab, toPressedRow } from '../../ui/windowed/visible-rows.ts';
import windowed from '../../ui/windowed/windowed-table.module.css';
import { HeadAlone, SortHead, WindowedTable } from '../../ui/windowed/windowed-table.tsx';
import { columns, type ShownDevice, toLongSerialWidth, toRowCode, toRowReason, toTracks } from './columns.tsx';
import styles from './device-table.module.css';
import { isToVisit, shownSort, toIdentity } from './model.ts';

interface DeviceTableProps {
  rows: readonly DeviceListItem[];
  /** Number of all devices; undefined where the server did not send it and more follow. */
  total: number | undefined;
  sort: Sort | undefined;
  /** The rows are about to be replaced. */
  busy: boolean;
  currentId: string | undefined;
  toHref: (deviceId: string) => string;
  onSort: (column: SortColumn) => void;
  onOpen: (device: DeviceListItem) => void;
  /** Address of the device's row of the worklist, or of the visit that is ahead of it. */
  toWorkHref: (device: DeviceListItem) => string;
  onOpenWork: (device: DeviceListItem) => void;
  /** The pointer or the focus came to the rows: a device will likely be opened. */
  onNear: () => void;
  /** Index one past the last row drawn. */
  onShown: (end: number) => void;
}

const tracks = toTracks();
/** Height of a row below 960 px. */
export const twoLines = 60;

/**
 * The rows, drawn as far as they are in the window. Keyboard: one row is reached by Tab, arrows move it,
 * Enter opens.
 */
export function DeviceTable(props: DeviceTableProps) {
  const { rows, total, sort, busy, currentId, toHref, onSort, onOpen, toWorkHref, onOpenWork, onNear, onShown } = props;
  const t = useTranslations('deviceList');
  const notReported = useTranslations('common')('notReported');
  const statusTexts = useStatusTexts();
  const worklistTexts = useTranslations('common.worklist');
  const format = useReasonFormat();
  const dates = useDates();
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
    if (event.target instanceof Element && event.target.closest('[data-worklist]') !== null) {
      if (!isPlainPress(event)) return;
      event.preventDefault();
      return onOpenWork(device);
    }
    if (isPressForTab(event)) window.open(toHref(device.deviceId), '_blank', 'noopener');
    if (!isPlainPress(event)) return;
    event.preventDefault();
    onOpen(device);
  };
  const toWork = (device: DeviceListItem): ShownDevice['work'] => {
    const { worklist, visit } = device;
    const shown = worklist?.state ?? (visit === undefined ? undefined : 'planned');
    if (shown === undefined) return undefined;
    const day = visit?.plannedDay && isToVisit(device) ? ` ${dates.date(new Date(`${visit.plannedDay}T12:00`))}` : '';
    const state = `${worklistTexts(shown)}${day}`;
    const priority = worklist?.priority ?? '';
    const label = worklist === undefined ? state : worklistTexts('label', { priority, state });
    return { href: toWorkHref(device), text: `${priority} ${state}`.trim(), label };
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
            statusText={statusTexts[device.status]}
            code={reason.code}
            reason={reason.text}
            unknownSerial={notReported}
            work={toWork(device)}
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

function useStatusTexts(): Readonly<Record<DeviceStatus, string>> {
  const t = useTranslations('status.status');
  return {
    error: t('error'),
    warning: t('warning'),
    unknown: t('unknown'),
    offline: t('offline'),
    normal: t('normal'),
  };
}

interface DeviceRowProps extends ShownDevice {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** The one row that Tab reaches. */
  readonly active: boolean;
  /** The device selected last. */
  readonly current: boolean;
}

const rowClass = classNames(windowed.row, styles.row);

/** One device. Without hooks or listeners of its own: 100,000 of these are scrolled through. */
const DeviceRow = memo(function DeviceRow({ index, top, height, active, current, ...shown }: DeviceRowProps) {
  const { device } = shown;
  const serialWidth = toLongSerialWidth(device.serial);
  return (
    <tr
      role="row"
      className={rowClass}
      data-index={index}
      data-status={device.status}
      aria-rowindex={index + 2}
      aria-current={current ? 'true' : undefined}
      tabIndex={active ? 0 : -1}
      style={serialWidth === undefined ? { top, height } : { top, height, ...toTracks(serialWidth) }}
    >
      {sortColumns.map((name) => (
        <td key={name} role="gridcell" className={styles[name]} title={columns[name].toTitle?.(shown)}>
          {columns[name].toCell(shown)}
        </td>
      ))}
    </tr>
  );
});

interface TableHeadProps {
  sort: Sort | undefined;
  onSort: (column: SortColumn) => void;
}

function TableHead({ sort, onSort }: TableHeadProps) {
  const t = useTranslations('deviceList');
  const { sortColumn, sortOrder } = shownSort(sort);
  const toName = (column: SortColumn) => t(`columns.${column}`);
  return <SortHead columns={sortColumns} sorted={sortColumn} order={sortOrder} toName={toName} onSort={onSort} />;
}

/** The head over a list without rows. */
export function EmptyTable({ sort, onSort }: TableHeadProps) {
  const t = useTranslations('deviceList');
  return (
    <HeadAlone
      label={t('table')}
      className={styles.table}
      style={toTracks()}
      head={<TableHead sort={sort} onSort={onSort} />}
    />
  );
}
