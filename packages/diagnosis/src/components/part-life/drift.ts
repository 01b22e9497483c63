import type { Day, Series } from '../../history/day-reading.ts';
import { median } from '../../statistics/theil-sen.ts';

const baselineReadings = 21;
/** In standard deviations of a reading: what counts as no drift, what one wild reading can add, and where it is an alarm. */
const slack = 1;
const most = 3;
const alarm = 15;
/** Turns a median absolute deviation into a standard deviation, for normal noise. */
const toSd = 1.4826;

/**
 * The day an upward drift of a sensor was noticed: one-sided CUSUM (Page 1954; Montgomery, Statistical Quality Control,
 * section 9.1) against the first 21 readings, whose median and spread are robust. Undefined without an alarm, and with
 * fewer readings.
 */
export function upwardDrift(series: Series): Day | undefined {
  const first = series.slice(0, baselineReadings).map(({ value }) => value);
  const centre = median(first);
  if (centre === undefined || first.length < baselineReadings) return undefined;
  const spread = toSd * (median(first.map((value) => Math.abs(value - centre))) ?? 0);
  const sd = Math.max(spread, Math.abs(centre) * 1e-3, 1e-9);
  let sum = 0;
  for (const { day, value } of series.slice(baselineReadings)) {
    sum = Math.max(0, sum + Math.min(most, (value - centre) / sd) - slack);
    if (sum > alarm) return day;
  }
  return undefined;
}
