import { dayMs } from '@platen/contract/constants';
import type { StatusReason } from '@platen/contract/devices';
import { tonerColors } from '@platen/contract/report-sections';
import { reachesAlert, toCodeNumber, watchedSide } from '../codes/thresholds.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { findReplacements } from '../history/replacements.ts';
import type { DeviceJudgement } from './judgement.ts';
import type { CodesOfDay, CodeThreshold } from './models.ts';
import { verdictOf } from './part-verdict.ts';

// Reasons that a judgement adds to the status of a device, besides those of its signs.

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
  if (found.length > 0) return found.map(({ code, same }) => toCallReason(code, same));
  const all = within(many.days);
  return all.length >= many.calls ? [toCallReason('', all)] : [];
}

const toCallReason = (code: string, calls: DeviceHistory['errors']): StatusReason => ({
  source: 'serviceCalls',
  code,
  severity: 'warning',
  count: calls.length,
  since: new Date(Math.min(...calls.map(({ at }) => at))).toISOString(),
});

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

/** A cartridge that lasts longer than this by the lower end of its 80 % range asks for no visit yet. */
const actDays = 14;
/** Percent above which no report can call the toner low before the next judgement. */
const nearlyLow = 20;

/**
 * Hints for the colours whose toner is low, or soon will be, and lasts beyond the next two weeks. The status
 * takes them instead of the warning that a level of 10 % or less alone would be (docs/decisions/0230). A
 * colour without a forecast is left out.
 */
export function toLastingToner(history: DeviceHistory, toner: DeviceJudgement['toner']): StatusReason[] {
  return tonerColors.flatMap((code): StatusReason[] => {
    const daysLeft = toner[code]?.daysLeft;
    const level = seriesOf(history, `toner.${code}`).at(-1)?.value;
    if (daysLeft?.state !== 'judged' || daysLeft.value.lower <= actDays) return [];
    return level === undefined || level > nearlyLow
      ? []
      : [{ source: 'supply', code, severity: 'info', condition: 'low' }];
  });
}

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
    const flag = toFlag(threshold, code, days);
    if (flag === undefined) return [];
    const { since, ...judged } = flag;
    return [
      { source: 'code', code, severity: 'warning', since: new Date(since * dayMs).toISOString(), threshold: judged },
    ];
  });
}

type Flag = NonNullable<StatusReason['threshold']> & { readonly since: Day };

/** The first day of an alert that still holds, with the value reported last. */
function toFlag(threshold: CodeThreshold, code: string, days: readonly CodesOfDay[]): Flag | undefined {
  const { alert, clear } = threshold;
  if (alert === null) return undefined;
  const isLow = watchedSide(threshold) === 'low';
  const reaches = (value: number) => reachesAlert(value, threshold);
  const isClear = (value: number) =>
    clear === null || clear === alert ? !reaches(value) : isLow ? value >= clear : value <= clear;
  let flag: Flag | undefined;
  for (const { day, values } of days) {
    const text = values.get(code);
    const value = toCodeNumber(text);
    if (text === undefined || value === undefined) continue;
    const isFlagged = flag === undefined ? reaches(value) : !isClear(value);
    flag = isFlagged ? { since: flag?.since ?? day, value: text.trim(), alert, clear } : undefined;
  }
  return flag;
}
