// npm run bench:diagnosis -- [devices] [days] [seed]: how good the judgements are, against real series and against the truth of a simulated fleet.
import { existsSync } from 'node:fs';
import { scoreDaysLeft } from './diagnosis/days-left.ts';
import { scoreDriveFailure } from './diagnosis/drive-failure.ts';
import { driveFile, scoreFailureCounts } from './diagnosis/failure-counts.ts';
import { reportFleet } from './diagnosis/fleet-report.ts';
import { judgeFleet } from './diagnosis/fleet-run.ts';
import { scoreJamDrift } from './diagnosis/jam-drift.ts';

const toCount = (text: string | undefined, usual: number): number => {
  const value = Number(text ?? usual);
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`'${text}' is no number of devices or days`);
  return value;
};
const devices = toCount(process.argv[2], 200);
const days = toCount(process.argv[3], 500);
/** Methods were tuned on seed 1: figures come from another fleet. */
const seed = process.argv[4] ?? '7';
/** 2026-09-30: a fixed day, so that a fleet is the same whenever it is measured. */
const end = 20_726;
/** Share of the days from which the first models are learned. */
const training = Math.round(0.6 * days);
/** Days of readings that the server loads for a judgement. */
const readings = 400;

/** By name: whether its targets are reached; undefined: no data. */
const results: [name: string, reached: boolean | undefined][] = [];
results.push(['days left', await scoreDaysLeft()]);
results.push(['drive failure', await scoreDriveFailure()]);
results.push(['failure counts', printFailureCounts()]);
results.push(['jam drift', scoreJamDrift()]);
results.push(['simulated fleet', scoreFleet()]);

console.log();
for (const [name, reached] of results)
  console.log(
    `${name.padEnd(18)} ${reached === undefined ? 'not measured: no data' : reached ? 'reached' : 'NOT REACHED'}`,
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

function scoreFleet(): boolean {
  console.log(
    `\nsimulated fleet: seed ${seed}, ${devices} devices, ${days} days; judged from day ${training} on, learned from what was known by then`,
  );
  const started = performance.now();
  let shown = -1;
  const fleet = judgeFleet({ seed, devices, days, end, training, readings }, (share) => {
    const percent = Math.floor(100 * share);
    if (percent === shown) return;
    shown = percent;
    if (process.stderr.isTTY) process.stderr.write(`\r  ${percent} % `);
    else if (percent % 10 === 0) process.stderr.write(`  ${percent} %\n`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r        \r');
  const reached = reportFleet(fleet);
  console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return reached;
}
