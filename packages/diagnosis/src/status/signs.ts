import type { StatusReason } from '@platen/contract/devices';
import { compareReasons } from './finding.ts';

const reasonLimit = 20;

/**
 * Adds what was judged from the readings (failure signs, settings beyond their threshold) to what the device
 * reports. A sign is at most a warning: only a report is an error (OQ-30). It never replaces what the device
 * reports, so nothing is merged here; both are listed, most severe first, at most 20. One of severity `info`
 * is shown and changes no status.
 */
export function withSigns(reported: readonly StatusReason[], signs: readonly StatusReason[]): StatusReason[] {
  const judged = signs.map(
    (sign): StatusReason => (sign.severity === 'info' ? sign : { ...sign, severity: 'warning' }),
  );
  if (judged.length === 0) return [...reported];
  return [...reported, ...judged].toSorted(compareReasons).slice(0, reasonLimit);
}
