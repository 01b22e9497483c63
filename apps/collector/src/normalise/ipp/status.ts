import type { DeviceReport } from '@platen/contract/report';
import type { Evidence } from '@platen/contract/values';
import { cutText } from '../text.ts';
import { toIppAlerts } from './alerts.ts';
import { type IppItems, toIppEvidence, toItemNumber, toItemText } from './items.ts';
import { toStateReasons } from './state-reasons.ts';

type Status = NonNullable<DeviceReport['status']>;

/** RFC 8011 section 5.4.11. */
const states = { 3: 'idle', 4: 'processing', 5: 'stopped' } as const;
const stateOf = (value: number | undefined): Status['printerState'] =>
  value === 3 || value === 4 || value === 5 ? states[value] : undefined;

/** What the printer says of itself now; undefined when it says nothing. */
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
