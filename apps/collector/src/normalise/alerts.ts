import type { DeviceReport } from '@platen/contract/report';
import type { RawReading } from '../snmp/read-raw.ts';
import { toRows } from './raw-table.ts';
import { toNumber } from './readings.ts';
import { rowTextLimit, toText } from './text.ts';
import { alertSeverities } from './ipp/alert-names.ts';

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];
const rowLimit = 512;

/** PrtAlertSeverityLevelTC defines 1, 3, 4 and 5; a 0, as sleeping printers send it, says nothing of how severe an alert is. */
const knownSeverities: ReadonlySet<number | undefined> = new Set(alertSeverities.values());

/**
 * All rows of prtAlertTable, numbers as read but for undefined severities, which are left out; undefined when the table was not read, or is empty in a device
 * that does not count alerts either (prtAlertAllEvents): such a device keeps none, and an empty list would say that all is well.
 */
export function toAlerts(raw: RawReading): Alert[] | undefined {
  const rows = toRows(raw, 'alerts');
  const isKept = toRows(raw, 'general')?.some(({ objects }) => objects.prtAlertAllEvents !== undefined) ?? false;
  if (rows?.length === 0 && !isKept) return undefined;
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
