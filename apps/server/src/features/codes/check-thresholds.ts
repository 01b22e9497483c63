import type { Thresholds } from './settings-store.ts';

/**
 * What is wrong with a pair of thresholds, as lines; none: nothing (OQ-77). The order of the two says which
 * way is bad: alert above clear watches for high values, alert below clear for low ones, so that clear is
 * never beyond alert. An alert without clear is released as soon as the value no longer reaches it; both null
 * take the thresholds away.
 */
export function checkThresholds({ alertThreshold, clearThreshold }: Thresholds): string[] {
  if (alertThreshold === null)
    return clearThreshold === null ? [] : ['clearThreshold: without an alertThreshold there is nothing to clear'];
  return alertThreshold === clearThreshold
    ? ['clearThreshold: must differ from alertThreshold, as their order says which way is bad']
    : [];
}
