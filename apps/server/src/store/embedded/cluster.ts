import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StoreFailure, toErrorCode, toMessage } from '../../base/errors.ts';
import type { Owner } from './places.ts';
import { clusterUser } from './roles.ts';

/** Major version of the pinned package; the files of another major cannot be read. */
export const majorVersion = '17';

/** PostgreSQL wants a plain environment: our own may hold PG… variables and secrets. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
export const asOwner = (owner: Owner | undefined) => (owner === undefined ? {} : { uid: owner.uid, gid: owner.gid });

/** Makes the database cluster on the first start; true when it was made now. */
export async function ensureCluster(bin: string, data: string, owner: Owner | undefined): Promise<boolean> {
  const versionFile = path.join(data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === majorVersion) return false;
    throw new StoreFailure(
      `The database at ${data} was written by PostgreSQL ${version}, this Platen brings ${majorVersion}. Start the Platen that wrote it, dump the data, and load it here; or set PLATEN_DATA to a new folder.`,
    );
  }
  if (existsSync(data))
    throw new StoreFailure(
      `The folder ${data} holds no PostgreSQL database (no PG_VERSION). Move it away, or set PLATEN_DATA to another folder.`,
    );
  // Renamed when complete: a start that was killed during initdb starts over.
  const half = `${data}.new`;
  rmSync(half, { recursive: true, force: true });
  const args = [
    '-D',
    half,
    '-U',
    clusterUser,
    '-E',
    'UTF8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
  ];
  const { exitCode, output } = await run(
    path.join(bin, 'initdb'),
    [...args, '--locale-provider=builtin', '--locale=C.UTF-8', '--builtin-locale=C.UTF-8', '--no-instructions'],
    owner,
  );
  if (exitCode !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new StoreFailure(`The database could not be made in ${data}: ${toReason(output)}`);
  }
  renameSync(half, data);
  return true;
}

/** The lines of PostgreSQL's output that say why, with a plain word first where we know one. */
export function toReason(output: string): string {
  const lines = output.split('\n').filter((line) => /error|fatal|panic|could not|no space|denied/i.test(line));
  const problem = (lines.length > 0 ? lines.slice(-4) : output.trim().split('\n').slice(-3)).join(' ').trim();
  if (/no space left on device/i.test(output)) return `the disk is full (${problem})`;
  if (/permission denied/i.test(output)) return `no permission (${problem})`;
  return problem === '' ? 'PostgreSQL gave no reason' : problem;
}

function run(file: string, args: string[], owner: Owner | undefined): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: '/',
      env: postgresEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...asOwner(owner),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', (error) => reject(toSpawnFailure(file, error)));
    child.on('close', (code, signalName) =>
      resolve({
        exitCode: code ?? 1,
        output: signalName === null ? output : `${output}\nerror: ended by ${signalName}`,
      }),
    );
  });
}

/** A program that cannot even be started. */
export function toSpawnFailure(file: string, error: Error): StoreFailure {
  const why =
    toErrorCode(error) === 'EPERM'
      ? 'this process may not change to another user (a container without the right SETUID?)'
      : toMessage(error);
  return new StoreFailure(
    `PostgreSQL (${file}) cannot be started: ${why}. Set PLATEN_DATABASE_URL to use another server.`,
    {
      cause: error,
    },
  );
}
