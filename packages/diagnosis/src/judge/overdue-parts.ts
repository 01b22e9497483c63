import type { StatusReason } from '@platen/contract/devices';
import type { DeviceJudgement } from './judgement.ts';
import { verdictOf } from './part-verdict.ts';

/**
 * Number of parts past their rated life from which maintenance is overdue, although the condition of each is
 * still good (0221).
 */
const manyParts = 3;

/**
 * Maintenance overdue, as a reason of the status: a part is due by its rated life alone, or three parts and
 * more are past it. `count`: parts past their rated life. Parts that are due by their condition have a
 * failure sign of their own.
 */
export function toOverdueParts(pmParts: DeviceJudgement['pmParts']): StatusReason[] {
  if (pmParts === null) return [];
  const past = pmParts.parts
    .map((part) => verdictOf(part, pmParts.threshold))
    .filter(({ rated }) => rated !== null && rated.consumed >= rated.threshold);
  const isOverdue = past.length >= manyParts || past.some(({ speaks }) => speaks === 'rated');
  return isOverdue ? [{ source: 'maintenance', code: '', severity: 'warning', count: past.length }] : [];
}
