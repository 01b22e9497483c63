import type { TreeModel } from '@platen/diagnosis/components/storage/drive-score';
import { boost, toMean } from './boosting.ts';
import type { Drive } from './drive-data.ts';
import { toSample } from './drive-sample.ts';

/**
 * First day that is learned from, and days of the README of the data: the fit's cut and the end of the
 * limit's window.
 */
export const learnedFrom = 15_805;
export const fitCut = 16_526;
export const limitEnd = 16_709;

/** Days ahead of a failure for which a model each is learned: their mean ranks better than either (0969). */
const horizons = [30, 7] as const;

/** The model of the storage judgement, learned from what was known before the day `cut`. */
export const fitDriveModel = (drives: readonly Drive[], cut: number): TreeModel =>
  toMean(horizons.map((horizon) => boost(toSample(drives, learnedFrom, cut, horizon))));
