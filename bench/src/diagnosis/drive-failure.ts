import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { boost } from './boosting.ts';
import { type Outcome, type Scored, toLimit, toOffsets, toOutcomes, toScored } from './drive-alarms.ts';
import { type Drive, readDrives } from './drive-data.ts';
import { toSample } from './drive-sample.ts';

/**
 * First day that is learned from, and days of the README of the data: the fit's cut and the end of the
 * limit's window.
 */
const learnedFrom = 15_805;
const fitCut = 16_526;
const limitEnd = 16_709;
const halfYear = limitEnd - fitCut;
const fleetWindow = 91;
/** Days ahead of a failure in which a backup and a visit can be planned. */
const week = 7;

/**
 * Share of healthy drives that the limit lets alarm where it is chosen: less than the target, for what is
 * lost on the way to other days (0195).
 */
const aimedAt = 0.009;
const targets = { found: 0.45, falseAlarms: 0.01 };
const dataFile = fileURLToPath(
  new URL('../../../../shared/data/prognostics/drives-until-2015-09.csv.gz', import.meta.url),
);

interface DriveFailureScore {
  /** Which days the model, the limit and the test saw. */
  readonly periods: string;
  /** Shares of failing drives that alarmed before they failed and of healthy drives that alarmed. */
  readonly found: number;
  readonly falseAlarms: number;
  /** Share of failing drives that alarmed at least a week before they failed. */
  readonly weekAhead: number;
  readonly medianLeadDays: number | null;
  readonly failing: number;
  readonly healthy: number;
}

/**
 * Failing drives found by the method of the storage judgement, with the limit carried forward. Where the data
 * go on for a window beyond day 16709, by the README's days; where they end before, everything half a year
 * earlier (fit before 16343, limit until 16526, tested until 16709). Prints the figures; true where the
 * targets are reached, undefined without data.
 */
export async function scoreDriveFailure(file: string = dataFile): Promise<boolean | undefined> {
  console.log('\ndrive failures');
  if (!existsSync(file)) {
    console.log(`  no data at ${file}`);
    return undefined;
  }
  const drives = await readDrives(file);
  const last = drives.reduce((day, { end }) => Math.max(day, end), 0);
  const score =
    last > limitEnd + fleetWindow
      ? carryForward(drives, fitCut, limitEnd, Math.min(last, limitEnd + 365))
      : carryForward(drives, fitCut - halfYear, fitCut, limitEnd);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(`  ${score.periods}: ${score.failing} failing and ${score.healthy} healthy drives`);
  console.log(
    `  found ${percent(score.found)} (target ${percent(targets.found)}), ${percent(score.weekAhead)} at least ${week} days ahead, median ${score.medianLeadDays === null ? '-' : score.medianLeadDays.toFixed(0)}; false alarms ${percent(score.falseAlarms)} of healthy drives (target ${percent(targets.falseAlarms)})`,
  );
  return score.found >= targets.found && score.falseAlarms <= targets.falseAlarms;
}

function carryForward(drives: readonly Drive[], cut: number, limitUntil: number, testUntil: number): DriveFailureScore {
  const model = boost(toSample(drives, learnedFrom, cut));
  const scored = toScored(model, drives, cut - fleetWindow, testUntil);
  const offsets = toOffsets(scored, cut, testUntil);
  const healthyTops = outcomesOf(scored, cut, limitUntil).filter(({ fails }) => !fails);
  const limit = toLimit(
    healthyTops.map(({ highest }) => highest),
    aimedAt,
  );
  const tested = outcomesOf(scored, limitUntil, testUntil, limit);
  const failing = tested.filter(({ fails }) => fails);
  const healthy = tested.filter(({ fails }) => !fails);
  const leads = failing.flatMap(({ lead }) => (lead === null ? [] : [lead])).sort((a, b) => a - b);
  return {
    periods: `fit before ${cut}, limit ${cut} to ${limitUntil}, tested ${limitUntil} to ${testUntil}`,
    found: leads.length / failing.length,
    falseAlarms: healthy.filter(({ highest }) => highest > limit).length / healthy.length,
    weekAhead: leads.filter((lead) => lead >= week).length / failing.length,
    medianLeadDays: leads[Math.floor(leads.length / 2)] ?? null,
    failing: failing.length,
    healthy: healthy.length,
  };

  function outcomesOf(all: readonly Scored[], from: number, to: number, at?: number): Outcome[] {
    return toOutcomes(all, from, to, offsets, at);
  }
}
