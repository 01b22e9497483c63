import type { StatusReason } from '@platen/contract/devices';
import { compareReasons } from './finding.ts';

const reasonLimit = 20;

/**
 * Lays what was judged from the readings (failure signs, settings beyond their threshold) beside what the device reports.
 * A sign is at most a warning: only a report tells of an error (OQ-30). It never speaks for what the device reports,
 * so nothing is put together here; both stand, gravest first, at most 20.
 */
export function withSigns(reported: readonly StatusReason[], signs: readonly StatusReason[]): StatusReason[] {
  const warnings = signs
    .filter(({ severity }) => severity !== 'info')
    .map((sign): StatusReason => ({ ...sign, severity: 'warning' }));
  if (warnings.length === 0) return [...reported];
  return [...reported, ...warnings].toSorted(compareReasons).slice(0, reasonLimit);
}
