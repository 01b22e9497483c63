import type { StatusReason } from '@platen/contract/devices';
import { reachesAlert, toCodeNumber, watchedSide } from '../codes/thresholds.ts';
import type { Day } from '../history/day-reading.ts';
import type { CodesOfDay, CodeThreshold } from './models.ts';

const dayMs = 86_400_000;

/**
 * Settings beyond their alert threshold (OQ-77), as reasons of the status: code `05-3612-0`, `since` the day
 * it was reached. Alert above clear watches for high values, alert below clear for low ones; equal or without
 * clear: for high ones. A code once flagged stays so until its value is back at the clear threshold (without
 * one: until it no longer reaches the alert). The days are replayed, so that the order in which they came
 * does not matter. A value that is no number says nothing and changes nothing.
 */
export function toCodeAlerts(thresholds: readonly CodeThreshold[], codes: readonly CodesOfDay[]): StatusReason[] {
  if (thresholds.length === 0) return [];
  const days = codes.toSorted((a, b) => a.day - b.day);
  return thresholds.flatMap((threshold) => {
    const code = `${threshold.kind}-${threshold.main}-${threshold.sub}`;
    const since = flaggedSince(threshold, code, days);
    return since === undefined
      ? []
      : [{ source: 'code', code, severity: 'warning', since: new Date(since * dayMs).toISOString() }];
  });
}

function flaggedSince(threshold: CodeThreshold, code: string, days: readonly CodesOfDay[]): Day | undefined {
  const { alert, clear } = threshold;
  if (alert === null) return undefined;
  const isLow = watchedSide(threshold) === 'low';
  const reaches = (value: number) => reachesAlert(value, threshold);
  const isClear = (value: number) =>
    clear === null || clear === alert ? !reaches(value) : isLow ? value >= clear : value <= clear;
  let since: Day | undefined;
  for (const { day, values } of days) {
    const value = toCodeNumber(values.get(code));
    if (value === undefined) continue;
    if (since === undefined) since = reaches(value) ? day : undefined;
    else if (isClear(value)) since = undefined;
  }
  return since;
}
