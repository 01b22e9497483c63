import type { DeviceReport } from '@platen/contract/report';
import { detectedErrorNames } from '@platen/contract/report-sections';
import type { Evidence } from '@platen/contract/values';
import type { RawReading } from '../../snmp/read-raw.ts';
import { alertSeverities, hrDeviceStatus, hrPrinterStatus } from '../enumerations.ts';
import { type RawObject, rowOf, toRows } from '../raw-table.ts';
import { cutText, rowTextLimit, toEvidence, toNumber, toText } from '../readings.ts';

type Status = NonNullable<DeviceReport['status']>;

/** A status of more octets than this is invalid; the contract has the same limit. */
const octetLimit = 64;

/** The current state of the device at `deviceIndex`; undefined if it does not report any. */
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

/**
 * Names of the set bits, the top bit of the first octet being bit 0 (RFC 2790: hrPrinterDetectedErrorState).
 */
function toDetectedErrors(octets: Uint8Array): string[] {
  const names: string[] = [];
  for (const [position, octet] of octets.entries())
    for (let bit = 0; bit < 8; bit++)
      if (octet & (0x80 >> bit)) names.push(detectedErrorNames[position * 8 + bit] ?? `bit${position * 8 + bit}`);
  return names;
}

function toKnown<T extends string>(names: Readonly<Record<number, T>>, object: RawObject | undefined): T | undefined {
  const value = toNumber(object);
  return value === undefined ? undefined : names[value];
}

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];
const rowLimit = 512;

/** PrtAlertSeverityLevelTC defines 1, 3, 4 and 5; a 0, as sleeping printers send it, is no severity. */
const knownSeverities: ReadonlySet<number | undefined> = new Set(alertSeverities.values());

/**
 * All rows of prtAlertTable, numbers as read without undefined severities; undefined if the table was not
 * read, or is empty in a device that does not count alerts either (prtAlertAllEvents): such a device does not
 * implement the table, and an empty list would mean that there are no problems.
 */
function toAlerts(raw: RawReading): Alert[] | undefined {
  const rows = toRows(raw, 'alerts');
  const isImplemented = toRows(raw, 'general')?.some(({ objects }) => objects.prtAlertAllEvents !== undefined) ?? false;
  if (rows?.length === 0 && !isImplemented) return undefined;
  return rows?.slice(0, rowLimit).map(({ index, objects }) => {
    const timeTicks = toNumber(objects.prtAlertTime);
    const severity = toNumber(objects.prtAlertSeverityLevel);
    return {
      index,
      severity: knownSeverities.has(severity) ? severity : undefined,
      trainingLevel: toNumber(objects.prtAlertTrainingLevel),
      group: toNumber(objects.prtAlertGroup),
      groupIndex: toNumber(objects.prtAlertGroupIndex),
      location: toNumber(objects.prtAlertLocation),
      code: toNumber(objects.prtAlertCode),
      description: toText(objects.prtAlertDescription, rowTextLimit),
      timeTicks: timeTicks !== undefined && timeTicks >= 0 ? timeTicks : undefined,
    };
  });
}
