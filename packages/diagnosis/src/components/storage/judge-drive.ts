import { featureCount, toFeatures, toRiseDays } from './drive-features.ts';
import { driveModel } from './drive-model.ts';
import { alarmLimit, dangerLimit, graveLimit, toRelativeScore } from './drive-score.ts';
import type { DrivePast, DriveReading } from './drive-states.ts';
import { replayLast } from '../../statistics/replay.ts';
import { toLogOdds } from './tree-model.ts';

/** 0 no problem, 1 self test running, 2 backup needed, 3 back up and replace, 9 danger (OQ-104). */
export type StorageState = 0 | 1 | 2 | 3 | 9;

/** From where on a state holds: relative score, and percent of an SSD's life (project's choice). */
const grades = [
  { state: 2, score: alarmLimit, wear: 85 },
  { state: 3, score: graveLimit, wear: 95 },
  { state: 9, score: dangerLimit, wear: 100 },
] as const;
/** A few errors of a single day within these days call for a backup and not yet for a visit. */
const quarter = 90;
const fewErrors = 10;
/** A score has to fall so far below its limit, a wear 5 percent (OQ-105), before the state is released. */
const releaseScore = 0.3;
const releaseWear = 0.95;

/** Log odds of failing within 30 days after a reading; undefined for one without SMART counts. */
export function toScoreOf({ states }: Pick<DrivePast, 'states'>): (reading: DriveReading) => number | undefined {
  const rises = toRiseDays(states);
  const features = new Float64Array(featureCount);
  return ({ day, at }) => {
    if (states[at]?.counts.every((count) => count === null) !== false) return undefined;
    toFeatures(states, rises, at, day, features);
    return toLogOdds(driveModel, features);
  };
}

/** State of the drive after its last reading, replayed from its first; null where it reports neither SMART counts nor wear. */
export function judgeDrive(drive: DrivePast, level: number | null): StorageState | null {
  const { readings } = drive;
  const scoreOf = toScoreOf(drive);
  const rises = [...new Set(toRiseDays(drive.states))];
  const signAt = (nth: number): DriveSign | undefined => {
    const reading = readings[nth];
    const logOdds = reading === undefined ? undefined : scoreOf(reading);
    if (reading === undefined || (logOdds === undefined && reading.wear === null)) return undefined;
    const { day, at, wear } = reading;
    const isPassing =
      rises.filter((rise) => rise !== null && rise <= day && rise > day - quarter).length < 2 &&
      sumOf(drive.states[at]?.counts ?? []) < fewErrors;
    const given = logOdds === undefined ? Number.NEGATIVE_INFINITY : toRelativeScore(logOdds, level);
    return { score: isPassing ? Math.min(given, graveLimit - releaseScore) : given, wear: wear ?? 0 };
  };
  const state = replayLast<DriveSign | undefined, StorageState | null>(readings.length, signAt, next, null, [
    null,
    0,
    2,
    3,
    9,
  ]);
  return readings.at(-1)?.tested === true && (state ?? 0) === 0 ? 1 : state;
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
  const kept =
    grades.findLast(
      (grade) =>
        grade.state <= (before ?? 0) && (score > grade.score - releaseScore || wear >= grade.wear * releaseWear),
    )?.state ?? 0;
  return kept > reached ? kept : reached;
}

const sumOf = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
