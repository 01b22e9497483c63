import type { DeviceReport } from '@platen/contract/report';
import type { FirmwareField } from '@platen/contract/report-sections';
import { cutText } from '../text.ts';
import { type IppItem, type IppItems, toIppEvidence, toItemText } from './items.ts';

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Names that are protocols and formats: their version is that of a standard, not of a firmware. */
const standards = /^(ipp|urf|airprint|pdf|pwg|mopria|ipp everywhere|escl|pcl\w*|postscript)\b/i;
/** What the other names mean; the first that fits a field wins. */
const meanings: readonly (readonly [RegExp, FirmwareField])[] = [
  [/\b(network|nic|wi-?fi|wlan)\b/i, 'NIC'],
  [/\bengine\b/i, 'engine'],
  [/\bscan/i, 'scan'],
  [/\bfax/i, 'fax1'],
  [/\bfinish/i, 'finisher'],
  [/\b(main|system|controller|firmware|bundle|package)\b/i, 'system'],
];

/**
 * printer-firmware-name beside printer-firmware-string-version (PWG 5100.13), as many of one as of the other.
 * A single version is the device's, whatever its name, unless the name is a standard's.
 */
export function toIppFirmware(items: IppItems): Firmware | undefined {
  const names = items('printer-firmware-name');
  const versions = items('printer-firmware-string-version');
  const firmware: Firmware = {};
  for (const [place, version] of versions.entries()) {
    const name = names.length === versions.length ? names[place] : undefined;
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
