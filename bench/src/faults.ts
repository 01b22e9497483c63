// npm run bench:faults -- [faults] [seed]: ends server, database and sessions at random moments while reports are delivered,
// and shows that nothing acknowledged is lost or doubled. Ends with 1 when something is.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kind, planFaults } from './faults/plan.ts';
import { countBroken, printRun } from './faults/print-run.ts';
import { type FaultRun, runFaults } from './faults/run-faults.ts';
import { openSite } from './faults/site.ts';
import { mountSmallDisk, type SmallDisk } from './faults/small-disk.ts';

const count = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));
/** Of so many faults one more is a full disk. */
const killsPerFullDisk = 20;
if (![count, seed].every((value) => Number.isInteger(value) && value >= 0))
  throw new RangeError('bench:faults -- [faults] [seed]: both are whole numbers from 0');

const cleanUps: (() => Promise<void>)[] = [];
const cleanUp = async () => {
  for (let next = cleanUps.pop(); next !== undefined; next = cleanUps.pop()) await next();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

const hung: readonly Kind[] = process.platform === 'linux' ? ['hung'] : [];
console.log(`${count} faults, seed ${seed}`);
try {
  const folder = await mkdtemp(join(tmpdir(), 'platen-faults-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const kinds: readonly Kind[] = ['server', 'postmaster', 'backend', 'both', 'stop', ...hung];
  let broken = await runStage('Kills', join(folder, 'data'), count, kinds);
  const disk = await mountSmallDisk();
  if ('reason' in disk) console.log(`\nDisk full: left out, ${disk.reason}.`);
  else {
    cleanUps.push(() => disk.close());
    broken += await runStage(
      'Disk full',
      join(disk.folder, 'data'),
      Math.ceil(count / killsPerFullDisk),
      ['full'],
      disk,
    );
  }
  process.exitCode = broken > 0 ? 1 : 0;
} finally {
  await cleanUp();
}

/** Runs faults on a site of their own and prints what they showed; resolves to how many promises were broken. */
async function runStage(
  title: string,
  data: string,
  count: number,
  kinds: readonly Kind[],
  disk?: SmallDisk,
): Promise<number> {
  const site = await openSite(data);
  cleanUps.push(() => site.close());
  const run = await runFaults(disk === undefined ? { site } : { site, disk }, planFaults(count, seed, kinds), {
    seed,
    onProgress: (run) => showProgress(title, count, run),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  printRun(title, run);
  return countBroken(run);
}

function showProgress(title: string, count: number, { faults, acknowledged }: FaultRun): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(
    `\r\u001b[K${title}: ${faults.length} of ${count}, ${acknowledged.toLocaleString('en')} reports acknowledged`,
  );
}
