import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { StoreFailure, toErrorCode } from '../../base/errors.ts';
import { readCacheSetting } from './cache-size.ts';
import { asOwner, openSession, postgresEnvironment, toReason, toSpawnFailure } from './cluster.ts';
import type { Owner, Places } from './places.ts';
import { isAlive, isPostgres, signal, waitForExit } from './process.ts';

/** A PostgreSQL server that this process started. */
export interface Postmaster {
  pid: number;
  /** Settles when it has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  // Keeps recovery after a crash to seconds.
  max_wal_size: '1GB',
  // Pages written whole after a checkpoint are most of the WAL of a large fleet (0753).
  wal_compression: 'pglz',
  random_page_cost: '1.1',
  // Asks for the pages of a search at once, not one after the other (0962). Only Linux has the call.
  ...(process.platform === 'linux' && { effective_io_concurrency: '200' }),
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
};

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

/** The server that runs on this data directory by its own note, and the folder of its socket. */
export function readRunning(data: string): { pid: number; socket: string } | undefined {
  let text: string;
  try {
    text = readFileSync(pidFile(data), 'utf8');
  } catch (error) {
    if (toErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return isAlive(pid) && isPostgres(pid) ? { pid, socket: lines[4] ?? '' } : undefined;
}

/** A note left by a crash makes PostgreSQL refuse to start if its pid now belongs to another program. */
export function removeStaleNote(data: string): void {
  if (readRunning(data) === undefined) rmSync(pidFile(data), { force: true });
}

/**
 * Starts PostgreSQL and waits until it answers. The reason of a failure comes from its own log.
 * It runs in a session of its own, so that Ctrl-C reaches only us and we stop it after the last request.
 */
export async function startPostmaster(
  bin: string,
  places: Places,
  owner: Owner | undefined,
  extra: Readonly<Record<string, string>>,
  onSlow: (seconds: number) => void,
): Promise<Postmaster> {
  const log = openLog(places.logFile);
  const logStart = fstatSync(log).size;
  const options = Object.entries({
    ...settings,
    shared_buffers: readCacheSetting(places.data),
    unix_socket_directories: places.socket,
    ...extra,
  });
  const file = path.join(bin, 'postgres');
  const child = spawn(file, ['-D', places.data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', log, log],
    detached: true,
    ...asOwner(owner),
  });
  closeSync(log);
  let over: Error | 'ended' | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      over = toSpawnFailure(file, error);
      resolve();
    });
    child.once('exit', () => {
      over = 'ended';
      resolve();
    });
  });
  const started = Date.now();
  for (let reported = 0; ; ) {
    if (over instanceof Error) throw over;
    if (over === 'ended')
      throw new StoreFailure(`PostgreSQL did not start: ${toReason(readEnd(places.logFile, logStart))}`);
    if (await answers(places.socket)) break;
    const seconds = Math.floor((Date.now() - started) / 1000);
    if (seconds >= reported + 2) onSlow((reported = seconds));
    await wait(25);
  }
  const { pid } = child;
  if (pid === undefined) throw new StoreFailure('PostgreSQL has no process id');
  const watchdog = startWatchdog(pid, owner);
  // Its process id may soon be that of another program.
  void ended.then(() => watchdog.kill('SIGKILL'));
  return {
    pid,
    ended,
    async stop() {
      watchdog.kill('SIGKILL');
      await stopPostmaster(pid);
      await ended;
    },
  };
}

/**
 * 'Fast' shutdown: sessions are ended, a checkpoint written. Harder where that does not end (the log is
 * replayed at the next start).
 */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForExit(pid, 20_000)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForExit(pid, 5000)) return;
  signal(pid, 'SIGKILL');
  await waitForExit(pid, 5000);
}

/**
 * A shell that waits for the end of its input, which comes when this process dies, even by kill -9,
 * and then stops PostgreSQL, so that nothing is left running.
 */
function startWatchdog(pid: number, owner: Owner | undefined): ChildProcess {
  const child = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${pid}`], {
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...asOwner(owner),
  });
  // Without it all works too; only an orphan would then wait for the next start to be stopped.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return child;
}

async function answers(socket: string): Promise<boolean> {
  let session: Client;
  try {
    session = await openSession(socket, () => undefined);
  } catch {
    return false;
  }
  await session.end();
  return true;
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > 5_000_000) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function readEnd(file: string, from: number): string {
  const handle = openSync(file, 'r');
  try {
    const size = Math.min(fstatSync(handle).size - from, 65_536);
    const buffer = Buffer.alloc(Math.max(size, 0));
    readSync(handle, buffer, 0, buffer.length, from);
    return buffer.toString('utf8');
  } finally {
    closeSync(handle);
  }
}
