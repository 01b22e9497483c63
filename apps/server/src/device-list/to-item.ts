import type { DeviceListItem, StatusReason } from '@platen/contract/devices';
import { toNoReport } from '../status/no-report.ts';

/** What a statement over `device d` selects for rows of the list. */
export const itemColumns = `d.device_id as "deviceId", d.serial, d.model, d.status, d.device_code as "deviceCode",
  d.status_reasons -> 0 as "firstReason", d.customer_number as "customerNumber", d.customer_name as "customerName",
  d.description, d.dealer_number as "dealerNumber", d.dealer_name as "dealerName",
  d.firmware_version as "firmwareVersion", d.updated_at as "updatedAt"`;

/** A row of such a statement, with its sort key. */
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
