import { partName } from '@platen/catalogue/families/parts';
import { fillMessage } from '@platen/catalogue/fill-message';
import type { DeviceListItem } from '@platen/contract/devices';
import type { Verdict } from '@platen/contract/part-verdict';
import { verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { type PartsRow, toPmParts } from '../../device/to-pm-parts.ts';
import { type DeviceRow, toItem } from '../../device-list/selection.ts';
import type { FileColumn, FileForm } from '../../files/cells.ts';
import { textsOf, toReasonText } from './texts.ts';

/** A row of the list with what is known of the parts of the device. */
export interface ExportRow extends DeviceRow, PartsRow {
  readonly series: string | null;
}

/** The verdicts that ask for a visit; their parts are named (decision 0220). */
const namedVerdicts = ['due', 'nextVisit'] as const satisfies readonly Verdict[];

interface Source {
  readonly row: ExportRow;
  readonly pmParts: ReturnType<typeof toPmParts>;
  readonly item: DeviceListItem;
  readonly form: FileForm;
}

type ExportColumn = FileColumn<Source, ReturnType<typeof textsOf>>;

/** The columns of an export in their order. What the device list shows too has the same head. */
export const exportColumns: readonly ExportColumn[] = [
  {
    toHead: ({ deviceList }) => deviceList.columns.status,
    toCell: ({ item, form }) => textsOf(form.locale).status.status[item.status],
    width: 12,
  },
  {
    toHead: ({ downloads }) => downloads.columns.reason,
    toCell: ({ item, form }) => toReasonText(item, form.locale) || null,
    width: 36,
  },
  {
    toHead: ({ downloads }) => downloads.columns.code,
    toCell: ({ item }) => (item.statusReason?.source === 'deviceCode' ? item.statusReason.code : item.deviceCode),
    width: 12,
  },
  { toHead: ({ deviceList }) => deviceList.columns.serial, toCell: ({ item }) => item.serial, width: 18 },
  { toHead: ({ deviceList }) => deviceList.columns.model, toCell: ({ item }) => item.model, width: 24 },
  { toHead: ({ downloads }) => downloads.columns.customerNumber, toCell: ({ item }) => item.customerNumber, width: 16 },
  { toHead: ({ downloads }) => downloads.columns.customerName, toCell: ({ item }) => item.customerName, width: 30 },
  { toHead: ({ deviceList }) => deviceList.columns.description, toCell: ({ item }) => item.description, width: 30 },
  { toHead: ({ downloads }) => downloads.columns.dealerNumber, toCell: ({ item }) => item.dealerNumber, width: 16 },
  { toHead: ({ downloads }) => downloads.columns.dealerName, toCell: ({ item }) => item.dealerName, width: 24 },
  { toHead: ({ downloads }) => downloads.columns.firmware, toCell: ({ item }) => item.firmwareVersion, width: 20 },
  {
    // A worksheet knows no time zones, so the head names it.
    toHead: ({ downloads }, { zone, locale }) => fillMessage(downloads.columns.lastReport, { zone }, locale),
    toCell: ({ row, form }) => form.toMoment(row.updatedAt),
    width: 18,
  },
  ...namedVerdicts.map(
    (verdict): ExportColumn => ({
      toHead: ({ downloads, judged }, { locale }) =>
        fillMessage(downloads.columns.parts, { verdict: judged.verdict[verdict] }, locale),
      toCell: (source) => toNamedParts(source, verdict),
      width: 40,
    }),
  ),
];

/** What the cells of a device are made of. */
export const toSource =
  (form: FileForm) =>
  (row: ExportRow): Source => ({ row, item: toItem(row, form.now), pmParts: toPmParts(row), form });

/** The parts of a verdict that asks for a visit, by name; null where there is none. */
function toNamedParts({ row, pmParts: { parts, threshold }, form }: Source, verdict: Verdict): string | null {
  const names = parts
    .filter((part) => verdictOf(part, threshold).verdict === verdict)
    .map(({ partsCode, name }) => partName(row.series ?? '', partsCode, form.locale) ?? name ?? partsCode);
  return names.length === 0 ? null : names.join('; ');
}
