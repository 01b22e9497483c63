import type { DeviceReport } from '@platen/contract/report';
import { type IppItems, toIppEvidence, toItemNumber } from './items.ts';

/** printer-up-time in seconds (RFC 8011 section 5.4.29). Beside sysUpTime, not in its place: it may count from another start. */
export function toIppSensors(items: IppItems): DeviceReport['sensors'] {
  const [item] = items('printer-up-time');
  const value = toItemNumber(item);
  if (item === undefined || value === undefined || value < 0) return undefined;
  const reading = { state: 'measured' as const, value, evidence: toIppEvidence(item, 'asReported') };
  return [{ name: 'printer-up-time', unit: 'seconds', reading }];
}
