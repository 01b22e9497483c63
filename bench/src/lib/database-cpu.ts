import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc; the same on every Linux that Node runs on. */
const ticks = 100;

/**
 * Seconds of CPU that a PostgreSQL and its sessions, past and present, have used; undefined where /proc does
 * not tell.
 */
export function readDatabaseCpu(postmaster: number | undefined): number | undefined {
  if (postmaster === undefined) return undefined;
  try {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
    const own = readTicks(postmaster);
    return (
      (own.used + own.ended + children.map((pid) => readTicks(Number(pid)).used).reduce((a, b) => a + b, 0)) / ticks
    );
  } catch {
    return undefined;
  }
}

/** Fields 14 to 17 of proc_pid_stat(5): its own time, and that of children which have ended. */
function readTicks(pid: number): { used: number; ended: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (field: number) => Number(fields[field - 3] ?? 0);
  return { used: at(14) + at(15), ended: at(16) + at(17) };
}
