import { readFileSync } from 'node:fs';
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

/** True when the process was gone before the time was over. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() >= deadline) return false;
    await wait(20);
  }
  return true;
}

/** Sends a signal; a process that has gone meanwhile is no error. */
export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (toErrorCode(error) !== 'ESRCH') throw error;
  }
}
