import type { DeviceReport } from '@platen/contract/report';
import type { FirmwareField } from '@platen/contract/report-sections';
import { scalars } from '../snmp/objects.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import { toEvidence } from './evidence.ts';
import { rowOf, toRows, toScalar } from './raw-table.ts';
import { toText } from './text.ts';

type Firmware = NonNullable<DeviceReport['firmware']>;

const version = String.raw`([A-Z]{0,6}\d[\w.-]*)`;
/** A version with a dot in it: behind words that may also mean something else. */
const dotted = String.raw`(\d+(?:\.[0-9A-Za-z]+)+)`;
/** Labels that leave no doubt of what the version after them belongs to; the first that fits a field wins. */
const labels: readonly (readonly [FirmwareField, RegExp])[] = [
  [
    'system',
    new RegExp(String.raw`\b(?:Firmware|F\/W|FW|Firm)(?: (?:Ver(?:sion)?|Rev(?:ision)?)\b)?[.:=]?\s*V?${version}`, 'i'),
  ],
  [
    'system',
    new RegExp(String.raw`\b(?:System (?:Software|Firmware|SW)|Main(?: (?:FW|Firmware))?)[ :]?\s*V?${version}`, 'i'),
  ],
  // Xerox: the version of the system software, then those of its parts.
  ['system', new RegExp(String.raw`;\s*SS ${dotted}`)],
  ['system', new RegExp(String.raw`\bSystem ${dotted}`)],
  ['system', new RegExp(String.raw`\b(?:Controller|ESS)\s?${version}`)],
  // Samsung and those it builds for: `; V1.00.01.64`, `; OS 2.50.02`.
  ['system', new RegExp(String.raw`;\s*(?:OS\s+|V)${dotted}`)],
  // Lexmark and those it builds for.
  ['system', /^\S+ .+? version (\S*\d\S*)/],
  // Ricoh and its brands: the version behind the model, then the functions.
  ['system', / (\d+(?:\.\d+)+) ?\/ ?\S+ Network (?:Printer|Scanner|Facsimile)\b/i],
  // OKI's print server names the printer behind it, with its version.
  ['system', /\bAttached to \S+ Rev\.?\s?(\d[\w.]*)/],
  ['engine', new RegExp(String.raw`\b(?:Engine|Eng|IOT)\s+(?:V(?=\d))?${version}`)],
  ['NIC', new RegExp(String.raw`\b(?:NIC|Net)\s+(?:V(?=\d))?${version}`)],
  ['NIC', /\bOkiLAN \S+ Rev\.?\s?(\d[\w.]*)/],
  // HP's JetDirect cards: `EEPROM V.36.36`, `EEPROM JDI12345678`.
  ['NIC', /\bEEPROM\s+(?:V\.)?((?:JDI)?\d[\w.]*)/],
  ['finisher', new RegExp(String.raw`\bFIN\s+${version}`)],
  ['DF', new RegExp(String.raw`\bADF\s+${version}`)],
];

/** Versions that the descriptions of the system and of the printer at `deviceIndex` state under an unmistakable label; undefined when none. */
export function toFirmware(raw: RawReading, deviceIndex: string): Firmware | undefined {
  const firmware: Firmware = {};
  const device = rowOf(toRows(raw, 'hrDevice'), deviceIndex)?.hrDeviceDescr;
  for (const object of [toScalar(raw, 'sysDescr', scalars.sysDescr), device]) {
    const text = toText(object);
    if (object === undefined || text === undefined) continue;
    for (const [field, label] of labels) {
      const value = label.exec(text)?.[1]?.replace(/[.-]+$/, '');
      if (value === undefined || value === '' || firmware[field] !== undefined) continue;
      firmware[field] = { state: 'measured', value, evidence: toEvidence(object, 'fromDescription') };
    }
  }
  return Object.keys(firmware).length > 0 ? firmware : undefined;
}
