import { featureCount, toFeatures, toRiseDays } from '@platen/diagnosis/components/storage/drive-features';
import { levelShare, type TreeModel, toLogOdds } from '@platen/diagnosis/components/storage/drive-score';
import type { Drive } from './drive-data.ts';
import { eachPoint } from './drive-sample.ts';

const grid = 15;
const fleetWindow = 91;
const fleetStep = 30;

/** Scores of a drive over time: each holds from its day to the next. */
export interface Scored {
  readonly drive: Drive;
  readonly path: readonly (readonly [day: number, score: number])[];
}

/** How usual high scores are in the fleet from a day on. */
type Offsets = readonly (readonly [day: number, offset: number])[];

export interface Outcome {
  /** Failed by the end of the window. */
  readonly fails: boolean;
  readonly highest: number;
  /** Days from the first alarm to the failure. */
  readonly lead: number | null;
}

export function toScored(model: TreeModel, drives: readonly Drive[], from: number, to: number): Scored[] {
  const features = new Float32Array(featureCount);
  return drives
    .filter(({ start, end }) => start < to && end > from)
    .map((drive) => {
      const rises = toRiseDays(drive.states);
      const path: [number, number][] = [];
      eachPoint(drive, from, to, grid, (at, day) => {
        toFeatures(drive.states, rises, at, day, features);
        const score = toLogOdds(model, features);
        if (path.at(-1)?.[1] !== score) path.push([day, score]);
      });
      return { drive, path };
    });
}

/** Every 30 days the score that 2 % of the drives that have not failed exceeded in the 91 days before. */
export function toOffsets(scored: readonly Scored[], from: number, to: number): Offsets {
  const offsets: [number, number][] = [];
  for (let day = from; day < to; day += fleetStep) {
    const tops = scored
      .filter(
        ({ drive: { start, end, failDay } }) =>
          start < day && end > day - fleetWindow && !(failDay !== null && failDay <= day),
      )
      .map((one) => highestOf(one, day - fleetWindow, day, []).highest)
      .filter((top) => top > Number.NEGATIVE_INFINITY);
    if (tops.length > 0) offsets.push([day, toLimit(tops, levelShare)]);
  }
  return offsets;
}

/** The figure that a share of these exceeds, 0 to 1. */
export function toLimit(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => b - a);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.POSITIVE_INFINITY;
}

/** What became of each drive in service in [from, to), and its highest score relative to the fleet. */
export function toOutcomes(
  scored: readonly Scored[],
  from: number,
  to: number,
  offsets: Offsets,
  limit = Number.POSITIVE_INFINITY,
): Outcome[] {
  return scored
    .filter(({ drive: { start, end } }) => start < to && end > from)
    .map((one) => {
      const { highest, first } = highestOf(one, from, to, offsets, limit);
      const { failDay } = one.drive;
      const fails = failDay !== null && failDay <= to;
      return { fails, highest, lead: fails && first !== null ? failDay - first : null };
    });
}

function highestOf(
  { drive, path }: Scored,
  from: number,
  to: number,
  offsets: Offsets,
  limit = Number.POSITIVE_INFINITY,
) {
  let highest = Number.NEGATIVE_INFINITY;
  let first: number | null = null;
  const steps: Offsets = offsets.length > 0 ? offsets : [[Number.NEGATIVE_INFINITY, 0]];
  for (const [i, [day, score]] of path.entries()) {
    const start = Math.max(from, day);
    const end = Math.min(to, path[i + 1]?.[0] ?? drive.end);
    if (start >= end) continue;
    for (const [j, [stepFrom, offset]] of steps.entries()) {
      const begins = j === 0 ? Number.NEGATIVE_INFINITY : stepFrom;
      if (begins >= end || (steps[j + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= start) continue;
      const relative = score - offset;
      highest = Math.max(highest, relative);
      if (first === null && relative > limit) first = Math.max(start, begins);
    }
  }
  return { highest, first };
}
