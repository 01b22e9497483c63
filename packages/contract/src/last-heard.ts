import type { Condition } from './worklist-item.ts';

/**
 * Since when nothing was heard of the device of these conditions (WL-40): its last report, which is when a
 * device that stopped was last seen. Where that one is not among them, the earliest: calls and judgements are
 * seen without a report. Undefined: there are none.
 */
export function lastHeardOf(conditions: readonly Pick<Condition, 'kind' | 'lastSeenAt'>[]): string | undefined {
  const stopped = conditions.find(({ kind }) => kind === 'stopped');
  return stopped?.lastSeenAt ?? conditions.map(({ lastSeenAt }) => lastSeenAt).toSorted()[0];
}
