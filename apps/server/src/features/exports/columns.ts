import type { Locale } from '@platen/catalogue/locale';
import type { Cell } from '@platen/contract/csv';
import type { DeviceListItem } from '@platen/contract/devices';
import { fill, textsOf, toReasonText } from './texts.ts';

/** A moment is a date in a sheet, and ISO 8601 in text. Null: nobody said. */
export type ExportCell = Cell | Date;

/** The heads, in the language of the user. */
export function toHeads(locale: Locale): string[] {
  const { columns } = textsOf(locale).downloads;
  const { lastReport, ...others } = columns;
  return [
    others.status,
    others.reason,
    others.code,
    others.serial,
    others.model,
    others.customerNumber,
    others.customerName,
    others.description,
    others.dealerNumber,
    others.dealerName,
    others.firmware,
    // A sheet knows no time zones, and the server not the one of the user.
    fill(lastReport, { zone: 'UTC' }, locale),
  ];
}

/** A device as a row under these heads. */
export const toCells = (item: DeviceListItem, locale: Locale): ExportCell[] => [
  textsOf(locale).status.status[item.status],
  toReasonText(item, locale) || null,
  item.statusReason?.source === 'deviceCode' ? item.statusReason.code : item.deviceCode,
  item.serial,
  item.model,
  item.customerNumber,
  item.customerName,
  item.description,
  item.dealerNumber,
  item.dealerName,
  item.firmwareVersion,
  new Date(item.updatedAt),
];
