import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The tests that run together hold some two: a database of 0.1 GB for each server, and WAL. */
const neededBytes = 8 * 2 ** 30;
const nameOf = (pid) => `platen-${pid}`;

/**
 * A folder for the files of a run of the tests that lies in memory, or undefined where there is none that is
 * large enough and allows programs. What a killed process leaves there is the same as on a disk.
 */
export function makeMemoryFolder() {
  if (!existsSync(memory)) return undefined;
  removeAbandoned();
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, freemem()) < neededBytes) return undefined;
  const folder = join(memory, nameOf(process.pid));
  mkdirSync(folder);
  // For root the databases belong to another user, who must reach them.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return runsPrograms(folder) ? folder : undefined;
}

function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** Of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(memory)) {
    const pid = /^platen-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}
