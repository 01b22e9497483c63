// npm run bench:faults -- [faults] [seed]: ends server, database and sessions at random moments while reports
// are delivered, and shows that nothing acknowledged is lost or doubled. Ends with 1 when something is.

import { type Kind, planFaults } from './faults/plan.ts';
import { countBroken, printRun } from './faults/print-run.ts';
import { type FaultRun, runFaults } from './faults/run-faults.ts';
import { openPair, openSite, type Site } from './faults/site.ts';
import { mountSmallDisk, type SmallDisk } from './faults/small-disk.ts';
import { readArguments, whole } from './lib/arguments.ts';

const anySeed = Math.floor(Math.random() * 1_000_000);
const [count, seed] = readArguments('faults', whole('faults', 60, 0), whole('seed', anySeed, 0));
/** Number of faults for which one full disk is added. */
const killsPerFullDisk = 20;
/** Number of faults for which one kill of one of two servers is added. */
const killsPerPairKill = 10;

/** Ctrl-C ends the run after the fault under way, with the figures so far. */
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());

const hung: readonly Kind[] = process.platform === 'linux' ? ['hung'] : [];
console.log(`${count} faults, seed ${seed}`);
const kinds: readonly Kind[] = ['server', 'postmaster', 'backend', 'both', 'stop', ...hung];
let broken = await runStage('Kills', count, kinds, openSite);
broken += await runStage('Two servers on one database', Math.ceil(count / killsPerPairKill), ['one'], openPair);
const disk = await mountSmallDisk();
if ('reason' in disk) console.log(`\nDisk full: left out, ${disk.reason}.`);
else
  try {
    broken += await runStage(
      'Disk full',
      Math.ceil(count / killsPerFullDisk),
      ['full'],
      () => openSite(disk.folder),
      disk,
    );
  } finally {
    await disk.close();
  }
process.exitCode = broken > 0 ? 1 : 0;

/**
 * Runs faults on a site of their own and prints what they showed; resolves to how many promises were broken.
 */
async function runStage(
  title: string,
  count: number,
  kinds: readonly Kind[],
  open: () => Promise<Site>,
  disk?: SmallDisk,
): Promise<number> {
  if (stopped.signal.aborted) return 0;
  const site = await open();
  try {
    const run = await runFaults(disk === undefined ? { site } : { site, disk }, planFaults(count, seed, kinds), {
      seed,
      signal: stopped.signal,
      onProgress: (run) => showProgress(title, count, run),
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    printRun(`${title}: ${run.faults.length} of ${count}`, run);
    return countBroken(run);
  } finally {
    await site.close();
  }
}

function showProgress(title: string, count: number, { faults, acknowledged }: FaultRun): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(
    `\r\u001b[K${title}: ${faults.length} of ${count}, ${acknowledged.toLocaleString('en')} reports acknowledged`,
  );
}
