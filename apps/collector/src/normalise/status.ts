import { detectedErrorNames } from '@platen/contract/report-sections';
import type { DeviceReport } from '@platen/contract/report';
import type { Evidence } from '@platen/contract/values';
import type { RawReading } from '../snmp/read-raw.ts';
import { toAlerts } from './alerts.ts';
import { hrDeviceStatus, hrPrinterStatus } from './enumerations.ts';
import { toEvidence } from './evidence.ts';
import { type RawObject, rowOf, toRows } from './raw-table.ts';
import { toNumber } from './readings.ts';
import { cutText, toText } from './text.ts';

type Status = NonNullable<DeviceReport['status']>;

/** A status of more octets than this is not one; the contract holds as many. */
const octetLimit = 64;

/** What the device at `deviceIndex` says of itself now; undefined when it says nothing. */
export function toStatus(raw: RawReading, deviceIndex: string): Status | undefined {
  const device = rowOf(toRows(raw, 'hrDevice'), deviceIndex)?.hrDeviceStatus;
  const printer = rowOf(toRows(raw, 'hrPrinter'), deviceIndex);
  const evidence: Record<string, Evidence> = {};
  const status: Status = {};

  const deviceStatus = toKnown(hrDeviceStatus, device);
  if (device !== undefined && deviceStatus !== undefined) {
    status.hrDeviceStatus = deviceStatus;
    evidence.hrDeviceStatus = toEvidence(device, 'enumName');
  }
  const printerStatus = toKnown(hrPrinterStatus, printer?.hrPrinterStatus);
  if (printer?.hrPrinterStatus !== undefined && printerStatus !== undefined) {
    status.hrPrinterStatus = printerStatus;
    evidence.hrPrinterStatus = toEvidence(printer.hrPrinterStatus, 'enumName');
  }
  const errorState = printer?.hrPrinterDetectedErrorState;
  if (errorState?.value.type === 'octets') {
    const octets = errorState.value.bytes.subarray(0, octetLimit);
    status.detectedErrorStateHex = Buffer.from(octets).toString('hex');
    status.detectedErrors = toDetectedErrors(octets);
    evidence.detectedErrors = toEvidence(errorState, 'bitsFromMostSignificant');
  }
  const alerts = toAlerts(raw);
  if (alerts !== undefined) status.alerts = alerts;
  const lines = toRows(raw, 'console') ?? [];
  const shown = lines.map((row) => toText(row.objects.prtConsoleDisplayBufferText) ?? '').join('\n');
  const first = lines[0]?.objects.prtConsoleDisplayBufferText;
  if (first !== undefined && shown.trim() !== '') {
    status.consoleText = cutText(shown.trim(), 2048);
    evidence.consoleText = toEvidence(first, 'textDecoded');
  }
  if (Object.keys(evidence).length > 0) status.evidence = evidence;
  return Object.keys(status).length > 0 ? status : undefined;
}

/** Names of the set bits, the top bit of the first octet being bit 0 (RFC 2790: hrPrinterDetectedErrorState). */
function toDetectedErrors(octets: Uint8Array): string[] {
  const names: string[] = [];
  for (const [place, octet] of octets.entries())
    for (let bit = 0; bit < 8; bit++)
      if (octet & (0x80 >> bit)) names.push(detectedErrorNames[place * 8 + bit] ?? `bit${place * 8 + bit}`);
  return names;
}

function toKnown<T extends string>(names: Readonly<Record<number, T>>, object: RawObject | undefined): T | undefined {
  const value = toNumber(object);
  return value === undefined ? undefined : names[value];
}
