import type { DeviceListItem, StatusReason } from '@platen/contract/devices';
import { toNoReport } from '../../status/no-report.ts';

/** A row of the list statement. */
export interface DeviceRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly status: DeviceListItem['status'];
  readonly deviceCode: string | null;
  readonly firstReason: StatusReason | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly description: string | null;
  readonly dealerNumber: string | null;
  readonly dealerName: string | null;
  readonly firmwareVersion: string | null;
  readonly updatedAt: Date;
  readonly key: readonly string[];
}

export function toItem(row: DeviceRow, now: Date): DeviceListItem {
  return {
    deviceId: row.deviceId,
    serial: row.serial,
    model: row.model,
    status: row.status,
    deviceCode: row.deviceCode,
    statusReason: row.status === 'offline' ? toNoReport(row.updatedAt, now) : row.firstReason,
    customerNumber: row.customerNumber,
    customerName: row.customerName,
    description: row.description,
    dealerNumber: row.dealerNumber,
    dealerName: row.dealerName,
    firmwareVersion: row.firmwareVersion,
    updatedAt: row.updatedAt.toISOString(),
  };
}
