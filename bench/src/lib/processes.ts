import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Processor time that these processes, or their children that have ended, have used so far, seconds.
 * Processes that are gone count nothing. Linux only, elsewhere NaN.
 */
export async function cpuSeconds(
  pids: readonly number[],
  of: 'themselves' | 'children' = 'themselves',
): Promise<number> {
  const each = await Promise.all(pids.map((pid) => readSeconds(`/proc/${pid}/stat`, of)));
  return process.platform === 'linux' ? each.reduce((sum, value) => sum + value, 0) : Number.NaN;
}

/** The same of the main thread alone: of a server the one that answers calls. */
export const mainThreadSeconds = async (pid: number): Promise<number> =>
  process.platform === 'linux' ? await readSeconds(`/proc/${pid}/task/${pid}/stat`, 'themselves') : Number.NaN;

async function readSeconds(file: string, of: 'themselves' | 'children'): Promise<number> {
  const stat = await readFile(file, 'utf8').catch(() => '');
  // After the name, which may hold blanks, in brackets: state is field 3, utime and stime are 14 and 15,
  // those of the children 16 and 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = of === 'children' ? 13 : 11;
  return (Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0)) / ticksPerSecond;
}

/** Most memory that a process ever held, megabytes. Linux only, elsewhere NaN. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
