import type { StatusReason } from '@platen/contract/devices';
import type { DeviceReport } from '@platen/contract/report';
import type { Finding, Severity } from './finding.ts';

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];

/** PrtAlertSeverityLevelTC (RFC 3805): critical stops printing, the warnings do not, `other` is neither. */
const level = { other: 1, critical: 3, warning: 4, binaryWarning: 5 } as const;
/** A 0, as sleeping printers send it, is no severity. */
const defined: ReadonlySet<number> = new Set(Object.values(level));
/** PrtAlertTrainingLevelTC: who can clear the alert. */
const training = { untrained: 3, trained: 4, fieldService: 5, management: 6, noIntervention: 7 } as const;
const whoCanAct: Readonly<Record<number, NonNullable<StatusReason['whoCanAct']>>> = {
  [training.untrained]: 'user',
  [training.trained]: 'trainedUser',
  [training.fieldService]: 'technician',
  [training.management]: 'manager',
};
/** PrtAlertGroupTC: the table the alert is about. */
const group = { input: 8, markerSupplies: 11, markerColorant: 12 } as const;

/** PrtAlertCodeTC by what the code asks for. Codes not named here are the maker's own or say too little. */
const events = new Set([
  4, 6, 7, 19, 20, 21, 23, 24, 25, 26, 27, 28, 502, 503, 504, 505, 506, 507, 802, 803, 804, 805, 806, 1005, 1501, 1502,
  1503, 1504, 1505, 1506, 1801,
]);
const jam = 8;
const unrecoverable = new Set([30, 32]);
const faults = new Set([29, 31, 33, 34, 35, 36, 37, 38, 811, 812, 1002, 1003, 1004]);
/** Also the normal state of a fuser in a sleeping device; only a critical alert makes a fault of it. */
const fuserCold = 1001;
const codeTopics: Readonly<Record<number, string>> = {
  3: 'cover',
  5: 'cover',
  18: 'cover',
  501: 'cover',
  801: 'input',
  807: 'paper',
  808: 'paper',
  809: 'paper',
  810: 'paper',
  813: 'paper',
  901: 'output',
  902: 'output',
  903: 'output',
  1101: 'toner',
  1102: 'toner',
  1103: 'toner',
  1104: 'toner',
  1105: 'toner',
  1106: 'toner',
  1107: 'waste',
  1108: 'waste',
  1109: 'waste',
  1110: 'waste',
  1111: 'drum',
  1112: 'drum',
  1113: 'developer',
  1114: 'developer',
  1115: 'supplyMissing',
  1301: 'output',
  1302: 'output',
  1303: 'output',
};
/** Life, fill and limit of a unit: cleared by a supply or a part, not by a repair. */
const consumption = new Set([9, 10, 11, 12, 13, 14, 15, 16, 17, 22]);

/**
 * Severity of an alert for a dispatcher (OQ-30): jam, failed unit, and whatever stops printing and is for
 * field service, are errors; what someone at the device clears is a warning even where it stops printing;
 * events of normal use are left out.
 */
export function decideAlertSeverity({ severity, trainingLevel, code }: Alert): Severity {
  if (code === jam) return 'error';
  if (code !== undefined && unrecoverable.has(code)) return 'error';
  const critical = severity === level.critical;
  if (code === fuserCold) return critical ? 'error' : 'info';
  if (code !== undefined && events.has(code)) return 'info';
  if (severity === level.other) return 'info';
  if (code !== undefined && faults.has(code)) return critical ? 'error' : 'warning';
  if (code !== undefined && (code in codeTopics || consumption.has(code)))
    return critical && trainingLevel === training.fieldService ? 'error' : 'warning';
  if (severity === undefined || !defined.has(severity) || trainingLevel === training.noIntervention) return 'info';
  if (!critical) return 'warning';
  const cleared: readonly (number | undefined)[] = [training.untrained, training.trained, training.management];
  return cleared.includes(trainingLevel) ? 'warning' : 'error';
}

/** Who can clear an alert, by its training level; undefined where it names none or needs no intervention. */
export const whoCanClear = ({ trainingLevel }: Alert): StatusReason['whoCanAct'] =>
  trainingLevel === undefined ? undefined : whoCanAct[trainingLevel];

/** A finding for each alert that asks somebody to act. */
export function fromAlerts(alerts: readonly Alert[]): Finding[] {
  return alerts.flatMap((alert) => {
    const severity = decideAlertSeverity(alert);
    if (severity === 'info') return [];
    const text = alert.description?.trim();
    const actor = whoCanClear(alert);
    return [
      {
        ...toTopic(alert),
        reason: {
          source: 'alert' as const,
          code: alert.code === undefined ? '' : String(alert.code),
          severity,
          ...(actor === undefined ? {} : { whoCanAct: actor }),
          ...(alert.since === undefined ? {} : { since: alert.since }),
          ...(text === undefined || text === '' ? {} : { text }),
        },
      },
    ];
  });
}

/**
 * An alert about a row of the supplies table belongs to that supply: prtAlertGroupIndex is the row's number.
 */
function toTopic(alert: Alert): Pick<Finding, 'topic' | 'family'> {
  const { code, groupIndex } = alert;
  const named = code === jam ? 'jam' : code === undefined ? undefined : codeTopics[code];
  const family = named ?? topicOfGroup(alert);
  const aboutRow = alert.group === group.markerSupplies && groupIndex !== undefined && groupIndex > 0;
  if (aboutRow) return { topic: `supplyRow:${groupIndex}`, ...(family === undefined ? {} : { family }) };
  return { topic: family ?? `alert:${code ?? ''}:${alert.group ?? ''}:${groupIndex ?? ''}` };
}

function topicOfGroup(alert: Alert): string | undefined {
  if (alert.code === undefined || !consumption.has(alert.code)) return undefined;
  if (alert.group === group.input) return 'paper';
  return alert.group === group.markerSupplies || alert.group === group.markerColorant ? 'toner' : undefined;
}
