import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { signal } from './process.ts';

/**
 * Ends the sessions that a killed PostgreSQL left in a data folder. Most notice at once that their postmaster
 * is gone; one that hangs (waiting for a lock whose holder has gone, or stopped) never does, and keeps a new
 * one from starting. Only where /proc shows processes (Linux). Returns their number.
 */
export function killLeftovers(data: string): number {
  const folder = realpathSync(data);
  const left = processes().filter((pid) => isLeftover(pid, folder));
  for (const pid of left) signal(pid, 'SIGKILL');
  return left.length;
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/**
 * A PostgreSQL process that works in this folder and whose parent is none. What cannot be looked at is not
 * ours.
 */
function isLeftover(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder && isNamed(pid, 'postgres') && !isNamed(parentOf(pid), 'postgres')
    );
  } catch {
    return false;
  }
}

const isNamed = (pid: number, name: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name;

/** Fourth field of stat; the second is the name in brackets, which may hold anything. */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
