import { type DeviceYear, fitYears, mergeYears } from './fleet-year.ts';

/**
 * How far forecasts of days were off, per range of predicted days: a low and a high quantile of
 * ln(true days / predicted days) / (1 + 3 swing), between which eight of ten true figures of the coming weeks
 * lie. JSON.
 */
export interface UsageCalibration {
  readonly quantiles: readonly (readonly [low: number, high: number])[];
  /** Years of devices of the fleet; undefined: not known. */
  readonly years?: readonly DeviceYear[];
}

/**
 * What one device adds: its own past ratios, per range of predicted days. JSON, at most 16 figures a range.
 */
export interface UsageSummary {
  readonly ratios: readonly (readonly number[])[];
  /** Its own year; undefined: not known. */
  readonly ownYear?: DeviceYear;
}

/** Upper ends of the ranges of predicted days; the last range has none. */
const edges = [4, 7.5, 13.5, 20.5, 27.5, 34.5, 50];
export const ranges = edges.length + 1;
/** Years that were eventful last time are less certain. */
const swingWeight = 3;
/**
 * Share of past ratios left out at each end. The weeks to come are not quite like the year before them: of
 * past ratios 8.5 % at each end leave 10 % of the coming ones outside (NN5, six test windows: mean coverage
 * 0.79, least 0.74, most 0.83).
 */
const tail = 0.085;
/** Quantiles of fewer ratios than these say little. */
const enough = 30;
const mostOfRange = 16;

/**
 * Measured on the 56 daily series with weekday and yearly rhythm of the NN5 competition (days 385 to 734),
 * for 1 to 120 days.
 */
export const defaultCalibration: UsageCalibration = {
  quantiles: [
    [-0.2, 0.3],
    [-0.18, 0.18],
    [-0.17, 0.13],
    [-0.15, 0.12],
    [-0.13, 0.1],
    [-0.13, 0.09],
    [-0.11, 0.08],
    [-0.11, 0.08],
  ],
};

/** Which range predicted days lie in, 0 to `ranges` - 1. */
export function rangeOf(days: number): number {
  const range = edges.findIndex((edge) => days <= edge);
  return range < 0 ? edges.length : range;
}

/** The ratio that a forecast of `predicted` days, that lasted `actual` days, adds to the calibration. */
export const toRatio = (actual: number, predicted: number, swing: number): number =>
  Math.log(actual / predicted) / (1 + swingWeight * swing);

/** Factors on predicted days that bound the 80 % interval: the lower at most 1, the upper at least 1. */
export function toFactors(calibration: UsageCalibration, days: number, swing: number): readonly [number, number] {
  const [low, high] = calibration.quantiles[rangeOf(days)] ?? [-1, 1];
  const width = 1 + swingWeight * swing;
  return [Math.min(1, Math.exp(low * width)), Math.max(1, Math.exp(high * width))];
}

/**
 * Pools the ratios of many devices. A range with fewer than 30 ratios keeps what `common` says of it. Order
 * does not matter.
 */
export function fitUsage(
  summaries: readonly UsageSummary[],
  common: UsageCalibration = defaultCalibration,
): UsageCalibration {
  const years = fitYears(summaries.flatMap(({ ownYear }) => ownYear ?? [])) ?? common.years;
  return {
    ...(years && { years }),
    quantiles: Array.from({ length: ranges }, (_, range) => {
      const pooled = summaries
        .flatMap(({ ratios }) => ratios[range] ?? [])
        .filter((ratio) => Number.isFinite(ratio))
        .sort((a, b) => a - b);
      return pooled.length < enough
        ? (common.quantiles[range] ?? [-1, 1])
        : [quantile(pooled, tail), quantile(pooled, 1 - tail)];
    }),
  };
}

/** Several series of one device as one summary, at most 16 figures a range; undefined without any. */
export const mergeSummaries = (summaries: readonly UsageSummary[]): UsageSummary | undefined =>
  summaries.length === 0
    ? undefined
    : {
        ratios: Array.from({ length: ranges }, (_, range) =>
          thin(summaries.flatMap(({ ratios }) => ratios[range] ?? [])),
        ),
        ...yearOf(summaries.flatMap(({ ownYear }) => ownYear ?? [])),
      };

const yearOf = (years: readonly DeviceYear[]) => (years.length === 0 ? {} : { ownYear: mergeYears(years) });

/** At most 16 of a list, evenly spaced. */
export const thin = (list: readonly number[]): readonly number[] =>
  list.length <= mostOfRange
    ? list
    : Array.from({ length: mostOfRange }, (_, at) => list[Math.floor((at * list.length) / mostOfRange)] ?? 0);

/** Quantile of sorted values, linear between two of them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
}
