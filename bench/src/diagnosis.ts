// npm run bench:diagnosis -- [piece ...] [--seeds 7,11] [--devices 100] [--days 500] [--world run-to-failure]
//   [--cases FILE]
// How good the judgements are, against real series and against the truth of simulated fleets.

import { existsSync } from 'node:fs';
import type { WorldName } from '@platen/simulator/fleet/worlds';
import { type Piece, parseArguments } from './diagnosis/args.ts';
import { addCases, readCases } from './diagnosis/case-file.ts';
import { collectDailySigns, printDailySigns } from './diagnosis/daily-signs.ts';
import { scoreDaysLeft } from './diagnosis/days-left.ts';
import { scoreDriveFailure } from './diagnosis/drive-failure.ts';
import { printEffects, scoreEffects } from './diagnosis/effects.ts';
import { driveFile, scoreFailureCounts } from './diagnosis/failure-counts.ts';
import type { FleetPlan } from './diagnosis/fleet-models.ts';
import { reportFleet } from './diagnosis/fleet-report.ts';
import { judgeFleet } from './diagnosis/fleet-run.ts';
import { scoreJamDrift } from './diagnosis/jam-drift.ts';
import { collectNeeds, printNeeds } from './diagnosis/needed.ts';
import { type PartCases, together } from './diagnosis/range-cases.ts';
import { collectRangeCases, printRangeTable } from './diagnosis/ranges.ts';
import { printRisk } from './diagnosis/risk.ts';
import { collectRiskCases } from './diagnosis/risk-cases.ts';
import { measureWorld, printWorlds } from './diagnosis/worlds.ts';
import { orEnd } from './lib/arguments.ts';

const {
  pieces,
  seeds,
  devices,
  days,
  world,
  compared,
  riskWorlds,
  cases: caseFile,
} = orEnd(() => parseArguments(process.argv.slice(2)));
/** 2026-09-30: a fixed day, so that a fleet is the same whenever it is measured. */
const end = 20_726;
/** Share of the days from which the first models are learned. */
const training = Math.round(0.6 * days);
/** Days of readings that the server loads for a judgement. */
const readings = 400;
/** Days after the last judgement within which nearly every part that has a date fails, whatever its range. */
const ahead = 1500;
/** Days after the last judgement that a risk speaks of. */
const afterRisk = 28;

const run: Readonly<Record<Piece, () => boolean | undefined | Promise<boolean | undefined>>> = {
  'days-left': scoreDaysLeft,
  drives: scoreDriveFailure,
  counts: printFailureCounts,
  jams: () => scoreJamDrift(seeds),
  fleet: () =>
    seeds.map((seed) => withPlan(seed, 0, (plan, show) => reportFleet(judgeFleet(plan, show)))).every(Boolean),
  ranges: () => printRangeTable(measureRanges()),
  worlds: () =>
    printWorlds(compared, (name) =>
      seeds.map((seed) => withPlan(seed, ahead, (plan, show) => measureWorld(plan, show), name)),
    ),
  records: () =>
    (['reported', 'recorded'] as const)
      .map((known) => {
        console.log(
          `\n${known === 'reported' ? 'what devices report alone' : 'with what people record on visits (VE-09)'}`,
        );
        return printWorlds(compared, (name) =>
          seeds.map((seed) => withPlan(seed, ahead, (plan, show) => measureWorld(plan, show, known), name)),
        );
      })
      .every(Boolean),
  effects: () => printEffects(seeds.map((seed) => withPlan(seed, 0, scoreEffects))),
  needed: () => printNeeds(seeds.flatMap((seed) => withPlan(seed, 95, collectNeeds))),
  risk: () =>
    riskWorlds
      .map((name) =>
        printRisk(
          name,
          seeds.flatMap((seed) => withPlan(seed, afterRisk, collectRiskCases, name)),
        ),
      )
      .every(Boolean),
  signs: () =>
    seeds
      .map((seed) => withPlan(seed, 0, (plan, show) => printDailySigns(collectDailySigns(plan, show))))
      .every(Boolean),
};

/** By name: whether its targets are reached; undefined: no data. */
const results: [piece: Piece, reached: boolean | undefined][] = [];
for (const piece of pieces) results.push([piece, await run[piece]()]);

console.log();
for (const [piece, reached] of results)
  console.log(
    `${piece.padEnd(18)} ${reached === undefined ? 'not measured: no data' : reached ? 'reached' : 'NOT REACHED'}`,
  );
if (results.some(([, reached]) => reached === false)) process.exitCode = 1;

function printFailureCounts(): boolean | undefined {
  if (!existsSync(driveFile)) {
    console.log(`\nfailure counts: no data (${driveFile})`);
    return undefined;
  }
  const target = -0.15;
  const { landmarks, cases, failures, empiricalBayes, method, change } = scoreFailureCounts();
  console.log(
    `\nfailure counts of the next 180 days: ${cases} drive models and days (${landmarks.join(', ')}), ${failures} failures`,
  );
  for (const [name, { deviance, wape }] of [
    ['empirical Bayes', empiricalBayes],
    ['method', method],
  ] as const)
    console.log(
      `  ${name.padEnd(16)} Poisson deviance ${deviance.toFixed(0).padStart(5)}, error ${(100 * wape).toFixed(1)} %`,
    );
  console.log(
    `  change ${(100 * change).toFixed(1)} % (target ${100 * target} %) ${change <= target ? 'reached' : 'NOT REACHED'}`,
  );
  return change <= target;
}

/** The cases of the fleets; with a file, together with those of earlier runs. */
function measureRanges(): PartCases {
  const measured = seeds.map((seed) => {
    const cases = withPlan(seed, ahead, collectRangeCases);
    if (caseFile !== undefined) addCases(caseFile, `${world} ${seed} ${devices}`, cases);
    return cases;
  });
  return caseFile === undefined ? together(measured) : readCases(caseFile);
}

/** Measures one simulated fleet, with its progress on the standard error output. */
function withPlan<T>(
  seed: string,
  aheadDays: number,
  measure: (plan: FleetPlan, show: (share: number) => void) => T,
  inWorld: WorldName = world,
): T {
  console.log(
    `\nsimulated fleet: ${inWorld}, seed ${seed}, ${devices} devices, ${days} days; judged from day ${training} on, learned from what was known by then`,
  );
  const started = performance.now();
  let shown = -1;
  const measured = measure(
    { seed, world: inWorld, devices, days, end, training, readings, ahead: aheadDays },
    (share) => {
      const percent = Math.floor(100 * share);
      if (percent === shown) return;
      shown = percent;
      if (process.stderr.isTTY) process.stderr.write(`\r  ${percent} % `);
      else if (percent % 10 === 0) process.stderr.write(`  ${percent} %\n`);
    },
  );
  if (process.stderr.isTTY) process.stderr.write('\r        \r');
  console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return measured;
}
