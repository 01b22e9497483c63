import type { DeviceListItem, StatusReason } from '@platen/contract/devices';

/** What stands beside the status word: the code on the panel, and the reason in words. */
export interface RowReason {
  code: string | null;
  words: string | undefined;
}

/** A reason that is itself a device code is shown as the code with the device's own words, not as the code twice. */
export function toRowReason(device: DeviceListItem, format: (reason: StatusReason) => string): RowReason {
  const reason = device.statusReason;
  if (reason === null) return { code: device.deviceCode, words: undefined };
  if (reason.source !== 'deviceCode') return { code: device.deviceCode, words: format(reason) };
  const own = reason.text?.trim() ?? '';
  return { code: reason.code, words: own === '' ? undefined : own };
}
