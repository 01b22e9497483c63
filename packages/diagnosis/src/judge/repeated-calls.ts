import type { StatusReason } from '@platen/contract/devices';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { findReplacements } from '../history/replacements.ts';

const dayMs = 86_400_000;
/** The same code this often within these days, today included, is a recurring fault (0221). */
const repeated = { calls: 3, days: 7 };
/** This number of service calls of any code within these days is one too. */
const many = { calls: 5, days: 14 };

/**
 * Service calls that come back, as reasons of the status: one for each code with three calls in 7 days, else
 * one with the code '' where there are five calls of any code in 14 days. `since` is the first of the calls
 * counted. Calls before the last replacement of a part do not count: that visit has answered them.
 */
export function toRepeatedCalls(history: DeviceHistory, today: Day): StatusReason[] {
  const visited = findReplacements(history).findLast(({ item, day }) => item.startsWith('part.') && day <= today);
  const from = visited === undefined ? 0 : (visited.day + 1) * dayMs;
  const calls = history.errors.filter(
    ({ category, at }) => category === 'serviceCall' && at >= from && at < (today + 1) * dayMs,
  );
  const within = (days: number) => calls.filter(({ at }) => at >= (today - days + 1) * dayMs);
  const recent = within(repeated.days);
  const found = [...new Set(recent.map(({ code }) => code))]
    .map((code) => ({ code, same: recent.filter((call) => call.code === code) }))
    .filter(({ same }) => same.length >= repeated.calls);
  if (found.length > 0) return found.map(({ code, same }) => toReason(code, same));
  const all = within(many.days);
  return all.length >= many.calls ? [toReason('', all)] : [];
}

const toReason = (code: string, calls: DeviceHistory['errors']): StatusReason => ({
  source: 'serviceCalls',
  code,
  severity: 'warning',
  count: calls.length,
  since: new Date(Math.min(...calls.map(({ at }) => at))).toISOString(),
});
