import type { DeviceReport } from '@platen/contract/report';
import { cutText, rowTextLimit } from '../text.ts';
import { alertCodes, alertGroups, alertSeverities, alertTrainings } from './alert-names.ts';
import { readFields, toFieldNumber, withoutPlace } from './fields.ts';
import { type IppItems, toItemText } from './items.ts';
import type { StateReason } from './state-reasons.ts';

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];
const rowLimit = 512;
const critical = 3;
const untold = new Set([undefined, 1, 2]);

/**
 * printer-alert (PWG 5100.9) as rows of prtAlertTable, names as their numbers. Left out are rows that say nothing (`code=other` is how
 * printers write that there is none), and rows of the past: several makers send their last thirty events here, covers long closed
 * among them. An alert counts as open where a state reason speaks of the same, and a critical one where the printer is stopped;
 * one that does not say what it is only where no state reason tells why.
 * Undefined when the printer does not send the attribute, or no state reasons to tell open from past ones.
 */
export function toIppAlerts(
  items: IppItems,
  reasons: readonly StateReason[] | undefined,
  isStopped: boolean,
): Alert[] | undefined {
  const sent = items('printer-alert');
  if (sent.length === 0 || reasons === undefined) return undefined;
  const descriptions = items('printer-alert-description');
  const isExplained = reasons.some(({ severity }) => severity !== 'report');
  const alerts = sent.slice(0, rowLimit).flatMap((item, place): Alert[] => {
    const fields = readFields(toItemText(item) ?? '');
    const description = descriptions.length === sent.length ? toItemText(descriptions[place]) : undefined;
    const code = fields.get('code');
    const alert = {
      index: String(toFieldNumber(fields.get('index')) ?? place + 1),
      severity: alertSeverities.get(fields.get('severity') ?? ''),
      trainingLevel: alertTrainings.get(fields.get('training') ?? ''),
      group: alertGroups.get(fields.get('group') ?? ''),
      groupIndex: toFieldNumber(fields.get('groupindex')),
      location: toFieldNumber(fields.get('location')),
      code: alertCodes.get(code ?? ''),
      description: description === undefined ? undefined : cutText(withoutPlace(description), rowTextLimit),
      timeTicks: toTicks(fields.get('time')),
    };
    const isCritical = alert.severity === critical;
    const isOpen = untold.has(alert.code)
      ? isStopped && isCritical && !isExplained
      : reasons.some((reason) => speaksOf(reason, code ?? '')) || (isStopped && isCritical);
    return isOpen ? [alert] : [];
  });
  return alerts;
}

function toTicks(text: string | undefined): number | undefined {
  const ticks = toFieldNumber(text);
  return ticks !== undefined && ticks >= 0 ? ticks : undefined;
}

/** What state reasons and alert codes speak of, in words that both use (PWG 5100.9 section 6 pairs them). */
const subjects: readonly RegExp[] = [
  /jam/,
  /cover|door|interlock/,
  /toner|ink|marker-?supply|ribbon/,
  /waste/,
  /opc/,
  /developer/,
  /fuser/,
  /output|mailbox|stacker/,
  /input|media-(low|empty|needed)|media-?supply|tray/,
];

function speaksOf({ stem }: StateReason, code: string): boolean {
  const words = code.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  if (words === '') return false;
  return stem === words || subjects.some((subject) => subject.test(stem) && subject.test(words));
}
