import type { DeviceListItem } from '@platen/contract/devices';

/** A device that says nothing of itself but what is given. */
export function toDevice(index: number, more: Partial<DeviceListItem> = {}): DeviceListItem {
  return {
    deviceId: `0193e0a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    serial: `CKL${String(index).padStart(6, '0')}`,
    model: 'MFP 4525C',
    status: 'normal',
    deviceCode: null,
    statusReason: null,
    customerNumber: null,
    customerName: 'Nordhavn Logistics',
    description: 'Reception',
    dealerNumber: null,
    dealerName: null,
    firmwareVersion: null,
    updatedAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

export const toDevices = (from: number, to: number): DeviceListItem[] =>
  Array.from({ length: to - from }, (_, index) => toDevice(from + index));
