import type { DeviceReport } from '@platen/contract/report';
import type { FirmwareField } from '@platen/contract/report-sections';
import { scalars } from '../snmp/objects.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import { toEvidence } from './evidence.ts';
import { toScalar } from './raw-table.ts';
import { toText } from './text.ts';

type Firmware = NonNullable<DeviceReport['firmware']>;

const version = String.raw`([A-Z]{0,6}\d[\w.-]*)`;
/** Labels that leave no doubt of what the version after them belongs to; the first that fits a field wins. */
const labels: readonly (readonly [FirmwareField, RegExp])[] = [
  ['system', new RegExp(String.raw`\bFirmware (?:Ver(?:sion)?\b\.?:?\s*)${version}`, 'i')],
  ['system', new RegExp(String.raw`\b(?:System Software|Controller|ESS)\s?${version}`)],
  ['system', /^TOSHIBA \S+ version (\S+)/],
  ['system', /^[A-Z]+ .+? (\d+\.\d+) \/ [A-Z]+ Network Printer\b/],
  ['system', /^Samsung [^;]+;\s*V([\d.]+)/],
  ['engine', new RegExp(String.raw`\b(?:Engine|IOT)\s+(?:V(?=\d))?${version}`)],
  ['NIC', new RegExp(String.raw`\b(?:NIC|Net)\s+(?:V(?=\d))?${version}`)],
  ['finisher', new RegExp(String.raw`\bFIN\s+${version}`)],
  ['DF', new RegExp(String.raw`\bADF\s+${version}`)],
];

/** Versions that the system description states under an unmistakable label; undefined when it states none. */
export function toFirmware(raw: RawReading): Firmware | undefined {
  const object = toScalar(raw, 'sysDescr', scalars.sysDescr);
  const text = toText(object);
  if (object === undefined || text === undefined) return undefined;
  const firmware: Firmware = {};
  for (const [field, label] of labels) {
    const value = label.exec(text)?.[1]?.replace(/[.-]+$/, '');
    if (value === undefined || value === '' || firmware[field] !== undefined) continue;
    firmware[field] = { state: 'measured', value, evidence: toEvidence(object, 'fromDescription') };
  }
  return Object.keys(firmware).length > 0 ? firmware : undefined;
}
