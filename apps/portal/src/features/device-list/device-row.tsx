/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import type { DeviceListItem } from '@platen/contract/devices';
import { memo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { StatusShape } from '../../ui/status-mark.tsx';
import windowed from '../../ui/windowed/windowed-table.module.css';
import { toLongSerialColumns, toLongSerialWidth } from './column-widths.ts';
import styles from './device-table.module.css';
import { toCustomer } from './sort.ts';

export interface DeviceRowProps {
  device: DeviceListItem;
  index: number;
  top: number;
  height: number;
  href: string;
  statusWord: string;
  /** The code on the panel and the reason in words. */
  code: string | null;
  reason: string | undefined;
  serialUnknown: string;
  /** The one row that Tab reaches. */
  active: boolean;
  /** The device selected last. */
  current: boolean;
}

/** A custom property as a style; React's own type of a style knows none. */
const toColumns = (serial: number): Record<`--${string}`, string> => ({ '--columns': toLongSerialColumns(serial) });

const rowClass = classNames(windowed.row, styles.row);

/** One device. Without hooks or listeners of its own: 100,000 of these are scrolled through. */
export const DeviceRow = memo(function DeviceRow(props: DeviceRowProps) {
  const { device, index, top, height, href, statusWord, code, reason, serialUnknown, active, current } = props;
  const customer = toCustomer(device);
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
      style={serialWidth === undefined ? { top, height } : { top, height, ...toColumns(serialWidth) }}
    >
      <td
        role="gridcell"
        className={styles.status}
        title={reason === undefined ? undefined : `${code ?? ''} ${reason}`.trim()}
      >
        <StatusShape status={device.status} />
        <span className={styles.word}>{statusWord}</span>
        {code !== null || reason !== undefined ? (
          <span className={styles.reason}>
            {code === null ? null : <span className={styles.code}>{code}</span>} {reason}
          </span>
        ) : null}
      </td>
      <td role="gridcell" className={styles.serial}>
        <a href={href} tabIndex={-1} className={device.serial === null ? styles.unknown : undefined}>
          {device.serial ?? serialUnknown}
        </a>
      </td>
      <td role="gridcell" className={styles.model} title={device.model ?? undefined}>
        {device.model ?? <span className={styles.none}>-</span>}
      </td>
      <td role="gridcell" className={styles.customer} title={customer ?? undefined}>
        {customer ?? <span className={styles.none}>-</span>}
      </td>
      <td role="gridcell" className={styles.description} title={device.description ?? undefined}>
        {device.description ?? <span className={styles.none}>-</span>}
      </td>
    </tr>
  );
});
