import type { DeviceReport } from '@platen/contract/report';
import type { Evidence } from '@platen/contract/values';
import { alertCodes, alertGroups, alertSeverities, alertTrainings } from '../enumerations.ts';
import { cutText, rowTextLimit } from '../readings.ts';
import {
  type IppItems,
  readFields,
  toFieldNumber,
  toIppEvidence,
  toItemNumber,
  toItemText,
  withoutPrefix,
} from './items.ts';
import { type StateReason, toStateReasons } from './state-reasons.ts';

type Status = NonNullable<DeviceReport['status']>;

/** RFC 8011 section 5.4.11. */
const states = { 3: 'idle', 4: 'processing', 5: 'stopped' } as const;
const stateOf = (value: number | undefined): Status['printerState'] =>
  value === 3 || value === 4 || value === 5 ? states[value] : undefined;

/** The printer's current state; undefined if it does not report any. */
export function toIppStatus(items: IppItems): Status | undefined {
  const evidence: Record<string, Evidence> = {};
  const status: Status = {};
  const [state] = items('printer-state');
  const printerState = stateOf(toItemNumber(state));
  if (state !== undefined && printerState !== undefined) {
    status.printerState = printerState;
    evidence.printerState = toIppEvidence(state, 'enumName');
  }
  const reasons = toStateReasons(items);
  const [first, ...others] = items('printer-state-reasons');
  if (reasons !== undefined && first !== undefined) {
    status.stateReasons = reasons.map(({ keyword }) => keyword);
    evidence.stateReasons = toIppEvidence(first, 'asReported', others.slice(0, 15));
  }
  const alerts = toIppAlerts(items, reasons, printerState === 'stopped');
  if (alerts !== undefined) status.alerts = alerts;
  const [message] = items('printer-state-message');
  const text = toItemText(message)?.trim() ?? '';
  if (message !== undefined && text !== '') {
    status.consoleText = cutText(text, 2048);
    evidence.consoleText = toIppEvidence(message, 'textDecoded');
  }
  if (Object.keys(evidence).length > 0) status.evidence = evidence;
  return Object.keys(status).length > 0 ? status : undefined;
}

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];
const rowLimit = 512;
const critical = 3;
const other = 1;
const vagueCodes = new Set([undefined, 1, 2]);
/** State reasons that name no cause. */
const unspecific = new Set(['other', 'unknown']);
/** Groups of PrtAlertGroupTC that qualify a code of any subunit (`subunitEmpty`). */
const groupKeywords: Readonly<Record<number, string>> = {
  8: 'input',
  9: 'output',
  11: 'marker-supply',
  12: 'marker-supply',
};

/**
 * printer-alert (PWG 5100.9) as rows of prtAlertTable, names as their numbers. Left out are empty rows
 * (`code=other` is how printers write that there is no alert), and past alerts: several makers send their
 * last thirty events here, such as covers long closed. An alert counts as open where a state reason refers to
 * the same, and a critical one where the printer is stopped; one without content only if no state reason
 * names the cause. `other-error` names none: with it a stopped printer keeps its critical alerts, and any
 * printer its alerts about supplies and media. Undefined if the printer does not send the attribute, or no
 * state reasons to distinguish open from past ones.
 */
function toIppAlerts(
  items: IppItems,
  reasons: readonly StateReason[] | undefined,
  isStopped: boolean,
): Alert[] | undefined {
  const sent = items('printer-alert');
  if (sent.length === 0 || reasons === undefined) return undefined;
  const descriptions = items('printer-alert-description');
  const problems = reasons.filter(({ severity }) => severity !== 'report');
  const isExplained = problems.some(({ stem }) => !unspecific.has(stem));
  const isUnexplained = problems.length > 0 && !isExplained;
  const alerts = sent.slice(0, rowLimit).flatMap((item, position): Alert[] => {
    const fields = readFields(toItemText(item) ?? '');
    const description = descriptions.length === sent.length ? toItemText(descriptions[position]) : undefined;
    const code = fields.get('code');
    const alert = {
      index: String(toFieldNumber(fields.get('index')) ?? position + 1),
      severity: alertSeverities.get(fields.get('severity') ?? ''),
      trainingLevel: alertTrainings.get(fields.get('training') ?? ''),
      group: alertGroups.get(fields.get('group') ?? ''),
      groupIndex: toFieldNumber(fields.get('groupindex')),
      location: toFieldNumber(fields.get('location')),
      code: alertCodes.get(code ?? ''),
      description: description === undefined ? undefined : cutText(withoutPrefix(description), rowTextLimit),
      timeTicks: toTicks(fields.get('time')),
    };
    const isCritical = alert.severity === critical;
    const keywords = toKeywords(code ?? '', alert.group);
    const isOpen = vagueCodes.has(alert.code)
      ? isStopped && isCritical && !isExplained
      : reasons.some((reason) => refersTo(reason, keywords)) ||
        (isStopped && isCritical) ||
        (isUnexplained && alert.severity !== other && consumption.test(keywords));
    return isOpen ? [alert] : [];
  });
  return alerts;
}

function toTicks(text: string | undefined): number | undefined {
  const ticks = toFieldNumber(text);
  return ticks !== undefined && ticks >= 0 ? ticks : undefined;
}

/**
 * The subject of state reasons and alert codes, in keywords that both use (PWG 5100.9 section 6 pairs them).
 */
const subjects: readonly RegExp[] = [
  /jam/,
  /cover|door|interlock/,
  /toner|ink\b|ink-|marker-?supply|ribbon/,
  /waste/,
  /opc/,
  /developer/,
  /fuser/,
  /output|mailbox|stacker/,
  /input|media-(low|empty|needed)|media-?supply|tray/,
];

/** Supplies and media that ran out or run low: `marker-toner-empty`, `input subunit-almost-empty`. */
const consumption = /(toner|ink|ribbon|supply|waste|opc|developer|input|media).*(empty|low|full|over|missing|request)/;

/**
 * A code as keywords of state reasons: `markerTonerEmpty` is `marker-toner-empty`, with its group if the code
 * names none.
 */
function toKeywords(code: string, group: number | undefined): string {
  const keywords = code.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  const named = keywords.startsWith('subunit') && group !== undefined ? groupKeywords[group] : undefined;
  return named === undefined ? keywords : `${named} ${keywords}`;
}

function refersTo({ stem }: StateReason, keywords: string): boolean {
  if (keywords === '') return false;
  return stem === keywords || subjects.some((subject) => subject.test(stem) && subject.test(keywords));
}
