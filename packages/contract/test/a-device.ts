import { type DeviceListItem, deviceListItem } from '../src/devices.ts';

const unreported = Object.fromEntries(Object.keys(deviceListItem.shape).map((name) => [name, null]));
const { worklist: _worklist, visit: _visit, ...nullable } = unreported;
const plainDevice = deviceListItem.parse({
  ...nullable,
  deviceId: '0193e0a0-0000-7000-8000-000000000001',
  status: 'normal',
  updatedAt: '2026-01-01T00:00:00Z',
});

/** A row of the device list for tests: normal, and every field that may be null is null unless given. */
export const aDevice = (fields: Partial<DeviceListItem> = {}): DeviceListItem => ({ ...plainDevice, ...fields });
