import { driveModel } from '@platen/diagnosis/components/storage/drive-model';
import { backupLimit } from '@platen/diagnosis/components/storage/drive-score';
import { judgeDrive } from '@platen/diagnosis/components/storage/judge-drive';
import { toOffsets, toScored } from './drive-alarms.ts';
import type { Drive } from './drive-data.ts';

const fleetWindow = 91;
const visitState = 3;
/** Days after a release within which a drive that fails should have kept its sign. */
const month = 30;
/** A drive whose score stays so far below the limit of a visit at all looks never gets a sign. */
const margin = 0.5;

/** How signs of drives that ask for a visit begin and end under daily looks. */
interface DriveSigns {
  readonly driveYears: number;
  readonly begun: number;
  /** Ended while the drive ran on. */
  readonly released: number;
  /** Of the drives released whose next 30 days are known: all, and those that failed in them. */
  readonly followed: number;
  readonly failed: number;
}

/** Signs of real drives in [from, to), by the model and the rules that ship and the fleet's level of then. */
function collectDriveSigns(drives: readonly Drive[], from: number, to: number): DriveSigns {
  const scored = toScored(driveModel, drives, from - fleetWindow, to);
  const levels = toOffsets(scored, from, to);
  const levelOn = (day: number) => levels.findLast(([since]) => since <= day)?.[1] ?? null;
  const sum = { driveYears: 0, begun: 0, released: 0, followed: 0, failed: 0 };
  for (const { drive, path } of scored) {
    const [first, last] = [Math.max(from, drive.start), Math.min(to, drive.end)];
    sum.driveYears += Math.max(0, last - first) / 365;
    if (!path.some(([day, score]) => score - (levelOn(day) ?? 0) > backupLimit - margin)) continue;
    /** The level that the open sign began with (0294). */
    let openedAt: number | null | undefined;
    for (let day = first; day < last; day++) {
      const levels = openedAt === undefined ? [levelOn(day)] : [openedAt, levelOn(day)];
      const asks = levels.some((level) => (stateOn(drive, day, level) ?? 0) >= visitState);
      if (asks && openedAt === undefined) sum.begun++;
      if (!asks && openedAt !== undefined) {
        sum.released++;
        const fails = drive.failDay !== null && drive.failDay <= to && drive.failDay - day <= month;
        if (fails || last - day >= month) sum.followed++;
        if (fails) sum.failed++;
      }
      openedAt = asks ? levels[0] : undefined;
    }
  }
  return sum;
}

/** As a server would judge it that has the readings of this quarter and half a year before. */
function stateOn({ states }: Drive, today: number, level: number | null) {
  const loaded = 270;
  const readings: { day: number; at: number; wear: null; tested: false }[] = [];
  let at = 0;
  for (let day = Math.max(states[0]?.from ?? today, today - loaded); day <= today; day++) {
    while ((states[at + 1]?.from ?? Number.POSITIVE_INFINITY) <= day) at++;
    readings.push({ day, at, wear: null, tested: false });
  }
  return judgeDrive({ port: 0, type: 'HDD', states, readings }, level).state;
}

/** Prints how often signs of drives end while the drive runs on. */
export function printDriveSigns(drives: readonly Drive[], from: number, to: number): void {
  const { driveYears, begun, released, followed, failed } = collectDriveSigns(drives, from, to);
  const perThousand = (count: number) => ((1000 * count) / driveYears).toFixed(2);
  console.log(
    `  signs at the next visit or now, ${from} to ${to}, judged daily over ${driveYears.toFixed(0)} drive-years; of 1,000 drive-years: ${perThousand(begun)} began, ${perThousand(released)} were released while the drive ran on; of ${followed} of these ${failed} failed within ${month} days`,
  );
}
