import type { InputsOf } from '@platen/contract/figures';
import { significant } from '../../figures/significant.ts';
import { replayLast } from '../../statistics/replay.ts';
import { featureCount, toFeatures, toRiseDays } from './drive-features.ts';
import { driveModel } from './drive-model.ts';
import {
  backupLimit,
  grades,
  heldDays,
  heldState,
  releaseScore,
  releaseWear,
  toLogOdds,
  toRelativeScore,
} from './drive-score.ts';
import type { DrivePast, DriveReading } from './drive-states.ts';

/** 0 no problem, 1 self test running, 2 backup needed, 3 back up and replace, 9 danger (OQ-104). */
export type StorageState = 0 | 1 | 2 | 3 | 9;

/** A few errors of a single day within these days call for a backup and not yet for a visit. */
const quarter = 90;
const fewErrors = 10;

/** Log odds of failing soon after a reading (0969); undefined for one without SMART counts. */
export function toScoreOf({ states }: Pick<DrivePast, 'states'>): (reading: DriveReading) => number | undefined {
  const rises = toRiseDays(states);
  const features = new Float64Array(featureCount);
  return ({ day, at }) => {
    if (states[at]?.counts.every((count) => count === null) !== false) return undefined;
    toFeatures(states, rises, at, day, features);
    return toLogOdds(driveModel, features);
  };
}

/** State of a drive, and what the state after the last reading was made of. */
export interface DriveJudged {
  readonly state: StorageState | null;
  readonly inputs: InputsOf<'driveState'>;
}

/**
 * State of the drive after its last reading, replayed from its first; null where it reports neither SMART
 * counts nor wear.
 */
export function judgeDrive(drive: DrivePast, level: number | null): DriveJudged {
  const { readings } = drive;
  const scoreOf = toScoreOf(drive);
  const rises = [...new Set(toRiseDays(drive.states))];
  const seen = new Map<number, DriveSign | undefined>();
  const signAt = (nth: number): DriveSign | undefined => {
    if (!seen.has(nth)) seen.set(nth, toSign(nth));
    return seen.get(nth);
  };
  const toSign = (nth: number): DriveSign | undefined => {
    const reading = readings[nth];
    const logOdds = reading === undefined ? undefined : scoreOf(reading);
    if (reading === undefined || (logOdds === undefined && reading.wear === null)) return undefined;
    const { day, at, wear } = reading;
    const isPassing =
      rises.filter((rise) => rise !== null && rise <= day && rise > day - quarter).length < 2 &&
      sumOf(drive.states[at]?.counts ?? []) < fewErrors;
    const given = logOdds === undefined ? Number.NEGATIVE_INFINITY : toRelativeScore(logOdds, level);
    return { score: isPassing ? Math.min(given, backupLimit - releaseScore) : given, wear: wear ?? 0 };
  };
  const last = readings.length - 1;
  const replayed = (count: number) =>
    replayLast<DriveSign | undefined, StorageState | null>(count, signAt, next, null, [null, 0, 2, 3, 9]);
  const before = replayed(Math.max(0, last));
  const sign = signAt(last);
  const followed = last < 0 ? null : next(before, sign);
  const since = (readings[last]?.day ?? 0) - heldDays;
  const isHeld =
    (followed ?? 0) < heldState &&
    readings.some(({ day }, nth) => day > since && (signAt(nth)?.score ?? Number.NEGATIVE_INFINITY) > backupLimit);
  const state = isHeld ? heldState : followed;
  const isSelfTesting = readings.at(-1)?.tested === true;
  return {
    state: isSelfTesting && (state ?? 0) === 0 ? 1 : state,
    inputs: {
      kind: 'driveState',
      score: sign === undefined || sign.score === Number.NEGATIVE_INFINITY ? null : significant(sign.score),
      wear: readings.at(-1)?.wear ?? null,
      before,
      isSelfTesting,
      ...(isHeld && { isHeld }),
    },
  };
}

interface DriveSign {
  readonly score: number;
  readonly wear: number;
}

/** A reading that says nothing changes nothing. */
function next(before: StorageState | null, sign: DriveSign | undefined): StorageState | null {
  if (sign === undefined) return before;
  const { score, wear } = sign;
  const reached = grades.findLast((grade) => score > grade.score || wear >= grade.wear)?.state ?? 0;
  const held =
    grades.findLast(
      (grade) =>
        grade.state <= (before ?? 0) && (score > grade.score - releaseScore || wear >= grade.wear * releaseWear),
    )?.state ?? 0;
  return held > reached ? held : reached;
}

const sumOf = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
