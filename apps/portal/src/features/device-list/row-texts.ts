import type { DeviceListItem, StatusReason } from '@platen/contract/devices';
import type { CodeMessage } from '../../ui/use-reason-text.ts';

/** What stands beside the status word: the code on the panel, and what it and the reason say. */
export interface RowReason {
  code: string | null;
  words: string | undefined;
}

/** The code whose message the row shows. */
export const toRowCode = ({ statusReason, deviceCode }: DeviceListItem): string | null =>
  statusReason?.source === 'deviceCode' ? statusReason.code : deviceCode;

/**
 * The reason comes first, since it is the gravest; then what the code on the panel says (OQ-102), in the device's own
 * words where nobody else knows any. Nothing is said twice, and a code without a message is only shown.
 */
export function toRowReason(
  device: DeviceListItem,
  format: (reason: StatusReason) => string,
  messageOf: CodeMessage,
): RowReason {
  const code = toRowCode(device);
  const reason = device.statusReason;
  const isCode = reason?.source === 'deviceCode';
  const said = [
    reason === null || isCode ? undefined : format(reason),
    code === null ? undefined : messageOf(code),
    isCode ? reason.text?.trim() : undefined,
  ].filter((one) => one !== undefined && one !== '');
  return { code, words: said.length === 0 ? undefined : [...new Set(said)].join(' · ') };
}
