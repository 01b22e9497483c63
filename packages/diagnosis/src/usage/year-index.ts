import { toLevel } from './level.ts';
import { type DailyUse, weekdayOf } from './weekday-profile.ts';

/** 52 weeks: the same weekday a year ago. */
const year = 364;
/** Days that must lie before the day a year ago, so that there is a level to compare with. */
const before = 14;
const smoothing = 10;
const reach = 25;
/** Last year is followed for the most part, and at most by this factor: two years never are alike. */
const exponent = 0.6;
const most = 1.6;
/**
 * Swing of a year not known. Measured on NN5: without last year, forecasts are off by 1.6 times as much (1 +
 * 3 x 0.2).
 */
const unknownSwing = 0.2;

export interface YearIndex {
  /** What the coming day is multiplied by; 1 where last year is not known. */
  readonly factor: number;
  /** How far last year's use then lay from the level of that time: |ln| of the ratio, 0 to 1. */
  readonly swing: number;
}

/** Of a year that is not known. */
export const unknownYear: YearIndex = { factor: 1, swing: unknownSwing };

/** The index of a day ahead; the first is 0. Worked out at each call. */
export type YearOfDays = (ahead: number) => YearIndex;

/**
 * What last year says of the days from the index `end` on: its use around the same day (Gaussian, 10 days
 * wide) against the level a year before `end`. Undefined without it (fewer than 378 days known).
 */
export function toYearIndex(use: DailyUse, profile: readonly number[], end: number): YearOfDays | undefined {
  const base = end - year >= before ? toLevel(use, profile, end - year) : undefined;
  if (base === undefined || base <= 0) return undefined;
  const values = use.values.subarray(0, end);
  const expected = new Float64Array(end);
  for (let at = 0; at < end; at++) expected[at] = profile[weekdayOf(use.first + at)] ?? 1;
  return (ahead) => {
    const around = levelAround(values, expected, end + ahead - year);
    if (around === undefined || around <= 0) return unknownYear;
    const ratio = around / base;
    return {
      factor: Math.min(most, Math.max(1 / most, ratio)) ** exponent,
      swing: Math.min(1, Math.abs(Math.log(ratio))),
    };
  };
}

const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-0.5 * ((at - reach) / smoothing) ** 2));

/** `expected`: what the weekday of each day lets expect of it, as a share of the mean. */
function levelAround(values: Float64Array, expected: Float64Array, centre: number): number | undefined {
  if (centre >= values.length) return undefined;
  let sum = 0;
  let weights = 0;
  const last = Math.min(values.length - 1, centre + reach);
  for (let at = Math.max(0, centre - reach); at <= last; at++) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const weight = bell[at - centre + reach] ?? 0;
    sum += weight * value;
    weights += weight * (expected[at] ?? 1);
  }
  return weights > 0 ? sum / weights : undefined;
}
