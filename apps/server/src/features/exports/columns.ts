import { partName } from '@platen/catalogue/families/parts';
import type { Locale } from '@platen/catalogue/locale';
import type { Cell } from '@platen/contract/csv';
import type { Verdict } from '@platen/contract/part-verdict';
import { verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { type PartsRow, toPmParts } from '../../device/to-pm-parts.ts';
import { type DeviceRow, toItem } from '../../device-list/to-item.ts';
import { fill, textsOf, toReasonText } from './texts.ts';

/** A time of a zone as its clocks show it, and how far they are ahead of UTC. */
export interface Moment {
  readonly at: Date;
  readonly offsetMinutes: number;
}
/** A moment is a date in a sheet, and ISO 8601 in text. Null: nobody said. */
export type ExportCell = Cell | Moment;

/** A row of the list with what is known of the parts of the device. */
export interface ExportRow extends DeviceRow, PartsRow {
  readonly series: string | null;
}

/** In which language and zone, and as of when. */
export interface ExportForm {
  readonly locale: Locale;
  /** IANA name. */
  readonly zone: string;
  readonly now: Date;
  readonly toMoment: (at: Date) => Moment;
}

/** Of these verdicts the parts are named: they ask for a visit (0220). */
const namedVerdicts = ['due', 'nextVisit'] as const satisfies readonly Verdict[];

/** The heads, in the language of the user. */
export function toHeads({ locale, zone }: ExportForm): string[] {
  const { downloads, judged } = textsOf(locale);
  const { lastReport, parts, ...others } = downloads.columns;
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
    // A sheet knows no time zones.
    fill(lastReport, { zone }, locale),
    ...namedVerdicts.map((verdict) => fill(parts, { verdict: judged.verdict[verdict] }, locale)),
  ];
}

/** A device as a row under these heads. */
export function toCells(row: ExportRow, { locale, now, toMoment }: ExportForm): ExportCell[] {
  const item = toItem(row, now);
  return [
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
    toMoment(row.updatedAt),
    ...toNamedParts(row, locale),
  ];
}

/** The parts of each verdict that asks for a visit, by name; empty where there is none. */
function toNamedParts(row: ExportRow, locale: Locale): (string | null)[] {
  const { parts, threshold } = toPmParts(row);
  return namedVerdicts.map((verdict) => {
    const named = parts
      .filter((part) => verdictOf(part, threshold).verdict === verdict)
      .map(({ partsCode, name }) => partName(row.series ?? '', partsCode, locale) ?? name ?? partsCode);
    return named.length === 0 ? null : named.join('; ');
  });
}
