import type { DeviceReport } from '@platen/contract/report';
import type { FirmwareField } from '@platen/contract/report-sections';
import type { IppAttribute } from '../../ipp/message.ts';
import type { Layer } from '../merge/layer.ts';
import { cutText } from '../readings.ts';
import { toIppIdentity, toIppNamedTexts } from './identity.ts';
import { type IppItem, type IppItems, toIppEvidence, toItemNumber, toItems, toItemText } from './items.ts';
import { toIppInputs, toIppPaperPath } from './paper.ts';
import { toStateReasons } from './state-reasons.ts';
import { toIppStatus } from './status.ts';
import { toIppSupplies } from './supplies.ts';

/** The values of a Get-Printer-Attributes answer. Pure; contains only what the printer sent. */
export function toIppLayer(attributes: readonly IppAttribute[]): Layer {
  const items = toItems(attributes);
  return {
    source: 'ipp',
    sections: {
      identity: toIppIdentity(items),
      status: toIppStatus(items),
      counters: toIppCounters(items),
      supplies: toIppSupplies(items, toStateReasons(items) ?? []),
      inputs: toIppInputs(items),
      paperPath: toIppPaperPath(items),
      firmware: toIppFirmware(items),
    },
    names: toIppNamedTexts(items),
  };
}

type Counters = NonNullable<DeviceReport['counters']>;
type Counter = NonNullable<Counters['total']>;

/**
 * Impressions, sheets and input pages that the printer completed (PWG 5106.1 defines what each counts).
 * The total is that of impressions, else of sheets; the other ones are counters by function, so that units
 * are never mixed.
 */
function toIppCounters(items: IppItems): Counters | undefined {
  const impressions = toCounter(items('printer-impressions-completed')[0], 'impressions');
  const sheets = toCounter(items('printer-media-sheets-completed')[0], 'sheets');
  // Input pages: several may share an impression, and a copy counts again.
  const pages = toCounter(items('printer-pages-completed')[0], 'other');
  const total = impressions ?? sheets;
  const others = [total === sheets ? undefined : sheets, pages].filter((counter) => counter !== undefined);
  if (total === undefined && others.length === 0) return undefined;
  const byFunction = others.map((counter) => ({
    function: 'all' as const,
    color: 'all' as const,
    size: 'all' as const,
    ...counter,
  }));
  return { ...(total === undefined ? {} : { total }), ...(byFunction.length === 0 ? {} : { byFunction }) };
}

/** Only a number from 0 on is a count; an out-of-band or negative value is unknown. */
function toCounter(item: IppItem | undefined, unit: Counter['unit']): Counter | undefined {
  const value = toItemNumber(item);
  if (item === undefined || value === undefined || value < 0) return undefined;
  return { unit, reading: { state: 'measured', value, evidence: toIppEvidence(item, 'asReported') } };
}

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Names of protocols and formats: their version is that of a standard, not of firmware. */
const standards = /^(ipp|urf|airprint|pdf|pwg|mopria|ipp everywhere|escl|pcl\w*|postscript)\b/i;
/** Meanings of the other names; the first that fits a field is used. */
const meanings: readonly (readonly [RegExp, FirmwareField])[] = [
  [/\b(network|nic|wi-?fi|wlan)\b/i, 'NIC'],
  [/\bengine\b/i, 'engine'],
  [/\bscan/i, 'scan'],
  [/\bfax/i, 'fax1'],
  [/\bfinish/i, 'finisher'],
  [/\b(main|system|controller|firmware|bundle|package)\b/i, 'system'],
];

/**
 * printer-firmware-name with printer-firmware-string-version (PWG 5100.13), of equal length. A single version
 * is the device's, whatever its name, unless the name is a standard's.
 */
function toIppFirmware(items: IppItems): Firmware | undefined {
  const names = items('printer-firmware-name');
  const versions = items('printer-firmware-string-version');
  const firmware: Firmware = {};
  for (const [position, version] of versions.entries()) {
    const name = names.length === versions.length ? names[position] : undefined;
    const field = toField(name, versions.length);
    const text = toItemText(version)?.trim() ?? '';
    if (field === undefined || firmware[field] !== undefined || text === '') continue;
    const evidence = toIppEvidence(version, 'asReported', [name]);
    firmware[field] = { state: 'measured', value: cutText(text, 1024), evidence };
  }
  return Object.keys(firmware).length > 0 ? firmware : undefined;
}

function toField(name: IppItem | undefined, versions: number): FirmwareField | undefined {
  const text = toItemText(name)?.trim() ?? '';
  if (standards.test(text)) return undefined;
  return meanings.find(([pattern]) => pattern.test(text))?.[1] ?? (versions === 1 ? 'system' : undefined);
}
