import { driveModel } from '@platen/diagnosis/components/storage/drive-model';
import {
  alarmLimit,
  backupLimit,
  dangerLimit,
  type TreeModel,
  toLevel,
  usualLevel,
} from '@platen/diagnosis/components/storage/drive-score';
import { type Scored, toLimit, toOffsets, toOutcomes, toScored } from './drive-alarms.ts';
import type { Drive } from './drive-data.ts';
import { fitCut, learnedFrom, limitEnd } from './drive-fit.ts';
import { toShipped } from './drive-model-file.ts';

const fleetWindow = 91;
/** Days within which a drive of a state fails or does not. */
const month = 30;
/** States that ask for something, with the share of healthy drives that exceed their limit in half a year. */
const states = [
  { state: 2, limit: alarmLimit, share: 0.01 },
  { state: 3, limit: backupLimit, share: 0.005 },
  { state: 9, limit: dangerLimit, share: 0.001 },
] as const;

/**
 * Prints the figures of drive-score.ts and the chances of stop-risk.ts, by the model that ships and half a
 * year that it did not learn from: limits and what they find, levels of the fleet, and how many drive-days of
 * each state were followed by a failure within 30 days.
 */
export function printShippedDrives(drives: readonly Drive[], refit: TreeModel): void {
  const isRefit = JSON.stringify(toShipped(refit)) === JSON.stringify(driveModel);
  console.log(`  the model that ships is ${isRefit ? '' : 'NOT '}that of this method`);
  const scored = toScored(driveModel, drives, fitCut - fleetWindow, limitEnd);
  const levels = toOffsets(scored, fitCut, limitEnd);
  printLimits('above the level', toOutcomes(scored, fitCut, limitEnd, levels));
  printLimits('without a level', toOutcomes(scored, fitCut, limitEnd, []));
  const all = toOffsets(toScored(driveModel, drives, learnedFrom, limitEnd), learnedFrom + fleetWindow, limitEnd);
  const figures = all.map(([, level]) => level);
  console.log(
    `    level of the fleet from ${learnedFrom + fleetWindow} on: ${Math.min(...figures).toFixed(2)} to ${Math.max(...figures).toFixed(2)}; last half-year: mean ${meanOf(levels.map(([, level]) => level)).toFixed(2)}`,
  );
  const levelOn = (day: number) => toLevel(levels.findLast(([since]) => since <= day)?.[1] ?? null);
  for (const [name, by] of [
    ['the level of the day', levelOn],
    ['the usual level', () => usualLevel],
  ] as const)
    printChances(name, scored, by);
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function printLimits(name: string, outcomes: ReturnType<typeof toOutcomes>): void {
  const highest = (failing: boolean) => outcomes.flatMap((one) => (one.fails === failing ? [one.highest] : []));
  const [healthy, failing] = [highest(false), highest(true)];
  for (const { state, share } of states) {
    const limit = toLimit(healthy, share);
    const found = failing.filter((score) => score > limit).length / failing.length;
    console.log(
      `    state ${state}: ${(100 * share).toFixed(1)} % of healthy drives exceed ${limit.toFixed(3)} ${name}, ${(100 * found).toFixed(1)} % of failing ones`,
    );
  }
}

/**
 * A drive withdrawn within the 30 days has not failed; days whose next 30 lie beyond the data are left out.
 */
function printChances(name: string, scored: readonly Scored[], levelOn: (day: number) => number): void {
  const counts = states.map(() => ({ days: 0, failed: 0 }));
  for (const { drive, path } of scored) {
    for (const [nth, [since, score]] of path.entries()) {
      const until = Math.min(path[nth + 1]?.[0] ?? drive.end, drive.end, limitEnd - month);
      for (let day = Math.max(since, fitCut); day < until; day++) {
        const count = counts[states.findLastIndex(({ limit }) => score - levelOn(day) > limit)];
        if (count === undefined) continue;
        count.days++;
        if (drive.failDay !== null && drive.failDay - day <= month) count.failed++;
      }
    }
  }
  const shares = counts.map(({ days, failed }) => `${((100 * failed) / days).toFixed(1)} %`);
  console.log(
    `    failed within ${month} days, of drive-days in states 2, 3 and 9 by ${name}: ${shares.join(', ')} (${counts.map(({ days }) => days).join(', ')} days)`,
  );
}
