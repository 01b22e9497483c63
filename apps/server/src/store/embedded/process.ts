import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { toErrorCode } from '../../base/errors.ts';

/** Whether a process with this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return toErrorCode(error) === 'EPERM';
  }
}

/**
 * Whether the process is a PostgreSQL server; true where the system does not show it. A pid may have been
 * reused.
 */
export function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return isAlive(pid);
  }
}

/** Whether the process ended within the time. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() >= deadline) return false;
    await wait(20);
  }
  return true;
}

/** Sends a signal; a process that has ended meanwhile is no error. */
export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (toErrorCode(error) !== 'ESRCH') throw error;
  }
}

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
