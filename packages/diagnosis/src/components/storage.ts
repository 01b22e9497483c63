import type { AdviceSeverity } from '@platen/contract/advice';
import { adviceId } from '@platen/contract/advice-ids';
import type { predictHdd } from '@platen/contract/predictions';
import type * as z from 'zod/mini';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { toDate } from './part-life/dates.ts';
import { levelShare } from './storage/drive-score.ts';
import { type DrivePast, toDrives } from './storage/drive-states.ts';
import { type DriveJudged, judgeDrive, type StorageState, toScoreOf } from './storage/judge-drive.ts';

type Storage = NonNullable<z.infer<(typeof predictHdd)['answer']>>;

/** Highest score of each drive of a device within its last 91 days; JSON. */
export interface StorageSummary {
  readonly tops: readonly number[];
}

/** The score that 2 % of a fleet's drives exceed; `level` null with fewer than 500 drives. JSON. */
export interface StorageModel {
  readonly drives: number;
  readonly level: number | null;
}

const window = 91;
const drivesNeeded = 500;
const severities: Partial<Record<StorageState, AdviceSeverity>> = { 2: 'watch', 3: 'nextVisit', 9: 'now' };

/** What the device's drives add to the model; undefined without SMART counts. */
export function summariseStorage(history: DeviceHistory): StorageSummary | undefined {
  const tops = toDrives(history).flatMap((drive) => {
    const last = drive.readings.at(-1)?.day ?? 0;
    const recent = drive.readings.filter(({ day }) => day > last - window);
    const scoreOf = toScoreOf(drive);
    const scores = recent.flatMap((reading) => scoreOf(reading) ?? []);
    return scores.length === 0 ? [] : [Math.round(Math.max(...scores) * 1000) / 1000];
  });
  return tops.length === 0 ? undefined : { tops };
}

/** How usual high scores are in a fleet. A fleet of fewer than 500 drives goes by what is common to all. */
export function fitStorage(summaries: readonly StorageSummary[], common?: StorageModel): StorageModel {
  const tops = summaries.flatMap((one) => one.tops).sort((a, b) => b - a);
  if (tops.length < drivesNeeded) return { drives: tops.length, level: common?.level ?? null };
  return { drives: tops.length, level: tops[Math.floor(levelShare * tops.length)] ?? null };
}

/**
 * Health of the storage at each SATA port, from SMART 5, 187, 188, 197, 198 and the wear of an SSD (FS-09,
 * OQ-104, ST-01 to ST-07). The score was learned from hard disks in service; an SSD's SMART counts go by the
 * same. State null: the drive says nothing of its health. Null: the device reports no storage. A message only
 * for ports 0 and 1, which the catalogue names.
 */
export function judgeStorage(
  history: DeviceHistory,
  {
    model,
    opened,
  }: {
    readonly today: Day;
    readonly model: StorageModel | undefined;
    /** Levels of the fleet with which the signs of ports began that were open after the last judgement. */
    readonly opened?: Readonly<Partial<Record<string, Pick<StorageModel, 'level'>>>> | undefined;
  },
): Storage | null {
  const drives = toDrives(history);
  if (drives.length === 0) return null;
  const storages = drives.map((drive) =>
    toStorage(drive, judgeOpened(drive, model?.level ?? null, opened?.[String(drive.port)])),
  );
  const mostSevere = storages.toSorted((a, b) => (b.state ?? 0) - (a.state ?? 0));
  return { messageId: mostSevere[0]?.messageId ?? null, predictionStorages: storages };
}

/** By the level of today; by the one that an open sign began with, where that is more severe (0294). */
function judgeOpened(drive: DrivePast, level: number | null, before: Pick<StorageModel, 'level'> | undefined) {
  const judged = judgeDrive(drive, level);
  if (before === undefined || before.level === level) return judged;
  const then = judgeDrive(drive, before.level);
  return (then.state ?? 0) > (judged.state ?? 0) ? then : judged;
}

function toStorage(
  { port, type, readings }: DrivePast,
  { state, inputs }: DriveJudged,
): Storage['predictionStorages'][number] {
  const severity = state === null ? undefined : severities[state];
  const unit = port === 0 ? 'port0' : port === 1 ? 'port1' : undefined;
  const [first, last] = [readings[0], readings.at(-1)];
  return {
    sataPort: port,
    type,
    state,
    messageId:
      severity === undefined || unit === undefined
        ? null
        : adviceId({ component: 'storage', unit, variant: type === 'unknown' ? 'storage' : type, severity }),
    basis: {
      rule: 'storageScore',
      readings: state === null ? 0 : readings.length,
      neededReadings: 1,
      from: state === null || first === undefined ? null : toDate(first.day),
      to: state === null || last === undefined ? null : toDate(last.day),
      ...(state !== null && { inputs }),
    },
  };
}
