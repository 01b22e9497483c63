import type { DeviceListItem } from '@platen/contract/devices';
import { aDevice } from '../../../../packages/contract/test/a-device.ts';

/** Device number `index` of a list, at a customer's. */
export const toDevice = (index: number, fields: Partial<DeviceListItem> = {}): DeviceListItem =>
  aDevice({
    deviceId: `0193e0a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    serial: `CKL${String(index).padStart(6, '0')}`,
    model: 'MFP 4525C',
    customerName: 'Nordhavn Logistics',
    description: 'Reception',
    ...fields,
  });

export const toDevices = (from: number, to: number): DeviceListItem[] =>
  Array.from({ length: to - from }, (_, index) => toDevice(from + index));
