import type { Reading } from '@platen/contract/values';
import { type IppItem, toIppEvidence, toItemNumber } from './items.ts';

/** printer-up-time (RFC 8011 section 5.4.29), seconds, as the hundredths of a second that sysUpTime counts in. */
export function toUpTimeTicks(item: IppItem | undefined): Reading<number> | undefined {
  const seconds = toItemNumber(item);
  if (item === undefined || seconds === undefined || seconds < 0) return undefined;
  return { state: 'measured', value: seconds * 100, evidence: toIppEvidence(item, 'derived') };
}
