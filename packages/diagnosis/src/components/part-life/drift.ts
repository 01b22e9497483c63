import type { Day, Series } from '../../history/day-reading.ts';
import { median } from '../../statistics/theil-sen.ts';

/** Readings at the start of a life that say what is usual: half of them, within these. */
const baseline = { fewest: 21, most: 90 };
/**
 * In standard deviations of a reading: what counts as no drift, what one wild reading can add, and where it
 * is an alarm.
 */
const slack = 1.5;
const most = 5;
const alarm = 15;
/** Turns a median absolute deviation into a standard deviation, for normal noise. */
const toSd = 1.4826;

/**
 * The day an upward drift of a sensor that lasts was noticed: one-sided CUSUM (Page 1954; Montgomery,
 * Statistical Quality Control, section 9.1) against the first readings (half of them, 21 to 90), whose median
 * and spread are robust. A rise that went back to where it came from was none. Undefined without one, and
 * with fewer than 21 readings.
 */
export function upwardDrift(series: Series): Day | undefined {
  const usual = Math.min(baseline.most, Math.max(baseline.fewest, Math.floor(series.length / 2)));
  const first = series.slice(0, usual).map(({ value }) => value);
  const centre = median(first);
  if (centre === undefined || first.length < baseline.fewest) return undefined;
  const spread = toSd * (median(first.map((value) => Math.abs(value - centre))) ?? 0);
  const sd = Math.max(spread, Math.abs(centre) * 1e-3, 1e-9);
  let sum = 0;
  let noticed: Day | undefined;
  for (const { day, value } of series.slice(usual)) {
    sum = Math.min(2 * alarm, Math.max(0, sum + Math.min(most, (value - centre) / sd) - slack));
    if (sum > alarm) noticed ??= day;
    else if (sum === 0) noticed = undefined;
  }
  return noticed;
}
