/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import { sortColumns } from '@platen/contract/devices';
import { memo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import windowed from '../../ui/windowed/windowed-table.module.css';
import { columns, type ShownDevice, toLongSerialWidth, toTracks } from './columns.tsx';
import styles from './device-table.module.css';

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
export const DeviceRow = memo(function DeviceRow({ index, top, height, active, current, ...shown }: DeviceRowProps) {
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
