import { z90 } from '../../statistics/normal.ts';
import { type Point, theilSenSlope } from '../../statistics/theil-sen.ts';
import type { WearReading } from './part-lives.ts';

/**
 * Single days differ: standard deviation of the logarithm of one day's use, which the mean of several takes
 * its root off.
 */
const dayLogSd = 0.6;

/**
 * Standard deviation of the logarithm of the use of the next days: of few days weekends and holidays
 * make more, of many the office's ways.
 */
export const logSdWithin = ({ logSd }: Pick<UsageRate, 'logSd'>, days: number): number =>
  Math.hypot(logSd, dayLogSd / Math.sqrt(Math.max(1, days)));

/** Use a day; `logSd` is the standard deviation of its logarithm for the weeks ahead. */
export interface UsageRate {
  readonly perDay: number;
  readonly logSd: number;
}

const week = 7;
const weeks = 13;
/** Offices change their ways: a rate is never surer than this for what is to come. */
const leastLogSd = 0.12;

/**
 * Robust daily use over the 13 weeks up to a reading: Theil-Sen over the last reading of each week counted
 * back from it, so that weekdays weigh alike and gaps do no harm (OQ-85). Undefined without a week between
 * two readings.
 * @param at index of the last reading to look at
 */
export function usageRate(readings: readonly WearReading[], at: number): UsageRate | undefined {
  const last = readings[at];
  if (last === undefined) return undefined;
  const points: Point[] = [];
  let block = -1;
  for (let index = at; index >= 0; index--) {
    const reading = readings[index];
    const back = reading === undefined ? Infinity : last.day - reading.day;
    if (reading === undefined || back > weeks * week) break;
    if (Math.floor(back / week) === block) continue;
    block = Math.floor(back / week);
    points.push({ x: reading.day, y: reading.wear });
  }
  const line = theilSenSlope(points);
  if (line === undefined || (points[0]?.x ?? 0) - (points.at(-1)?.x ?? 0) < week) return undefined;
  const perDay = Math.max(0, line.slope);
  const half = (line.upper - line.lower) / 2 / z90;
  const own = perDay > 0 && points.length > 4 ? half / perDay : 0.3;
  return { perDay, logSd: Math.hypot(leastLogSd, Math.min(own, 0.6)) };
}
