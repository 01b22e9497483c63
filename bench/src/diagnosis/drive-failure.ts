import { existsSync } from 'node:fs';
import type { TreeModel } from '@platen/diagnosis/components/storage/drive-score';
import { type Outcome, toLimit, toOffsets, toOutcomes, toScored } from './drive-alarms.ts';
import { type Drive, readDrives } from './drive-data.ts';
import { fitCut, fitDriveModel, limitEnd } from './drive-fit.ts';
import { printShippedDrives } from './drive-shipped.ts';
import { printDriveSigns } from './drive-signs.ts';
import { driveFile } from './failure-counts.ts';

const halfYear = limitEnd - fitCut;
const fleetWindow = 91;
/** Days ahead of a failure in which a backup and a visit can be planned. */
const week = 7;

/** Share of healthy drives that the limit lets alarm in the half-year on which it is chosen. */
const aimedAt = 0.01;
/** First days of the half-years that are tested by themselves, each learned from all days before it. */
const halfYears = [fitCut - 2 * halfYear, fitCut - halfYear, fitCut] as const;
const targets = { found: 0.45, falseAlarms: 0.01 };

interface DriveFailureScore {
  /** Which days the model, the limit and the test saw. */
  readonly periods: string;
  /** Shares of failing drives that alarmed before they failed and of healthy drives that alarmed. */
  readonly found: number;
  readonly falseAlarms: number;
  /** Healthy drives that alarmed. */
  readonly alarmed: number;
  /** Share of failing drives that alarmed at least a week before they failed. */
  readonly weekAhead: number;
  readonly medianLeadDays: number | null;
  readonly failing: number;
  readonly healthy: number;
}

/**
 * Failing drives found by the method of the storage judgement, with the distance of the limit from the
 * fleet's level carried forward. Where the data go on for a window beyond day 16709, by the README's days;
 * where they end before, everything half a year earlier (fit before 16343, limit until 16526, tested until
 * 16709). Then each half-year by itself: learned from all that was known before it, the limit from the
 * half-year before, by the model of then. Prints the figures; true where the targets are reached in all of
 * them, undefined without data.
 */
export async function scoreDriveFailure(file: string = driveFile): Promise<boolean | undefined> {
  console.log('\ndrive failures');
  if (!existsSync(file)) {
    console.log(`  no data at ${file}`);
    return undefined;
  }
  const drives = await readDrives(file);
  const last = drives.reduce((day, { end }) => Math.max(day, end), 0);
  const models = new Map<number, TreeModel>();
  const modelBefore = (cut: number) => {
    const model = models.get(cut) ?? fitDriveModel(drives, cut);
    models.set(cut, model);
    return model;
  };
  const carried =
    last > limitEnd + fleetWindow
      ? { cut: fitCut, limitUntil: limitEnd, testUntil: Math.min(last, limitEnd + 365) }
      : { cut: fitCut - halfYear, limitUntil: fitCut, testUntil: limitEnd };
  const scores = [
    carryForward(drives, modelBefore(carried.cut), modelBefore(carried.cut), carried),
    ...halfYears.map((from) => {
      const days = { cut: from - halfYear, limitUntil: from, testUntil: from + halfYear };
      return carryForward(drives, modelBefore(days.cut), modelBefore(from), days, from);
    }),
  ];
  printShippedDrives(drives, modelBefore(fitCut));
  printDriveSigns(drives, fitCut, limitEnd);
  return scores.map(printScore).every(Boolean);
}

function printScore(score: DriveFailureScore): boolean {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lead = score.medianLeadDays === null ? '-' : score.medianLeadDays.toFixed(0);
  console.log(`  ${score.periods}: ${score.failing} failing and ${score.healthy} healthy drives`);
  console.log(
    `    found ${percent(score.found)} (target ${percent(targets.found)}), ${percent(score.weekAhead)} at least ${week} days ahead, median ${lead}; false alarms ${(100 * score.falseAlarms).toFixed(2)} % of healthy drives (${score.alarmed}; target ${percent(targets.falseAlarms)})`,
  );
  return score.found >= targets.found && score.falseAlarms <= targets.falseAlarms;
}

interface CarriedDays {
  /** The limit is chosen from here to `limitUntil`, and tested from there on. */
  readonly cut: number;
  readonly limitUntil: number;
  readonly testUntil: number;
}

/** @param fitBefore day before which the tested model was learned, where it is not that of the limit */
function carryForward(
  drives: readonly Drive[],
  ofLimit: TreeModel,
  tested: TreeModel,
  { cut, limitUntil, testUntil }: CarriedDays,
  fitBefore = cut,
): DriveFailureScore {
  const outcomesOf = (model: TreeModel, from: number, to: number, limit?: number): Outcome[] => {
    const scored = toScored(model, drives, from - fleetWindow, to);
    return toOutcomes(scored, from, to, toOffsets(scored, from, to), limit);
  };
  const limit = toLimit(
    outcomesOf(ofLimit, cut, limitUntil).flatMap(({ fails, highest }) => (fails ? [] : [highest])),
    aimedAt,
  );
  const all = outcomesOf(tested, limitUntil, testUntil, limit);
  const failing = all.filter(({ fails }) => fails);
  const healthy = all.filter(({ fails }) => !fails);
  const leads = failing.flatMap(({ lead }) => (lead === null ? [] : [lead])).sort((a, b) => a - b);
  const alarmed = healthy.filter(({ highest }) => highest > limit).length;
  return {
    periods: `fit before ${fitBefore}, limit ${cut} to ${limitUntil}, tested ${limitUntil} to ${testUntil}`,
    found: leads.length / failing.length,
    falseAlarms: alarmed / healthy.length,
    alarmed,
    weekAhead: leads.filter((lead) => lead >= week).length / failing.length,
    medianLeadDays: leads[Math.floor(leads.length / 2)] ?? null,
    failing: failing.length,
    healthy: healthy.length,
  };
}
