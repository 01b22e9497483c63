import type { DeviceListItem, StatusReason } from '@platen/contract/devices';
import type { CodeMessage } from '../../ui/use-reason-text.ts';

/** The text after the status: the code on the panel, and what it and the reason mean. */
export interface RowReason {
  code: string | null;
  words: string | undefined;
}

/** The code whose message the row shows. */
export const toRowCode = ({ statusReason, deviceCode }: DeviceListItem): string | null =>
  statusReason?.source === 'deviceCode' ? statusReason.code : deviceCode;

/**
 * The reason comes first, as the most severe; then the message of the code on the panel (OQ-102), or the
 * device's own text where the catalogue has none. Repeated texts appear once, and a code without a message is
 * shown alone.
 */
export function toRowReason(
  device: DeviceListItem,
  format: (reason: StatusReason) => string,
  messageOf: CodeMessage,
): RowReason {
  const code = toRowCode(device);
  const reason = device.statusReason;
  const isCode = reason?.source === 'deviceCode';
  const texts = [
    reason === null || isCode ? undefined : format(reason),
    code === null ? undefined : messageOf(code),
    isCode ? reason.text?.trim() : undefined,
  ].filter((one) => one !== undefined && one !== '');
  return { code, words: texts.length === 0 ? undefined : [...new Set(texts)].join(' · ') };
}
