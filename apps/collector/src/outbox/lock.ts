import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../platform/errors.ts';
import { lockByPipe, type Owner, readPipeOwner } from './pipe-lock.ts';

export class OutboxInUse extends Error {
  constructor(directory: string, owner: Owner | undefined) {
    const who = owner === undefined ? '' : ` (process ${owner.pid}, since ${owner.since})`;
    super(`the outbox ${directory} is in use by another collector${who}`);
    this.name = 'OutboxInUse';
  }
}

export interface Lock {
  release(): Promise<void>;
}

/**
 * Allows one collector per directory. Each listens on a socket of its own in the directory, which the system
 * closes however the process ends, and owns the directory once all other sockets there are closed. Every
 * process looks at the others after it began to listen, so of two that start together at least one finds the
 * other: the later name gives up, the earlier one waits for that. Only the owner removes closed sockets.
 * Throws `OutboxInUse`. Why not a library: docs/decisions/0285.
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  if (process.platform === 'win32') {
    const lock = await lockByPipe(directory);
    if (lock === undefined) throw new OutboxInUse(directory, await readPipeOwner(directory));
    return lock;
  }
  const sockets = await openSockets(directory);
  const name = `${sockets.prefix}${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  let server: Server | undefined;
  const release = async () => {
    server?.close();
    await sockets.remove(name);
  };
  try {
    server = await listen(sockets.toPath(name), directory);
    const giveUpAt = performance.now() + 2000;
    for (;;) {
      const others = (await sockets.list()).filter((other) => other !== name);
      const areAlive = await Promise.all(others.map((other) => isAlive(sockets.toPath(other))));
      const first = others.find((_, i) => areAlive[i]);
      if (first === undefined) {
        // An owner that looked before this process listened may have removed its socket.
        if (!(await sockets.list()).includes(name)) throw new OutboxInUse(directory, undefined);
        for (const other of others) await sockets.remove(other);
        return { release };
      }
      if (first < name || performance.now() > giveUpAt) throw new OutboxInUse(directory, toOwner(first));
      await sleep(20);
    }
  } catch (error) {
    await release();
    throw error;
  } finally {
    await sockets.close();
  }
}

/** The process that uses the directory now; undefined if there is none. Changes nothing in the directory. */
export async function readRunning(directory: string): Promise<Owner | undefined> {
  if (process.platform === 'win32') return readPipeOwner(directory);
  const sockets = await openSockets(directory).catch(() => undefined);
  if (sockets === undefined) return undefined;
  try {
    for (const name of await sockets.list()) if (await isAlive(sockets.toPath(name))) return toOwner(name);
    return undefined;
  } finally {
    await sockets.close();
  }
}

/**
 * Socket names contain the start time in milliseconds, then the process; those of earlier versions do not.
 */
function toOwner(name: string): Owner | undefined {
  const [, time, pid] = /(\d{13})-(\d+)-/.exec(name) ?? [];
  return time === undefined ? undefined : { pid: Number(pid), since: new Date(Number(time)).toISOString() };
}

/**
 * A socket path may have 104 octets: that of a long directory goes through a link in the temporary folder.
 */
async function openSockets(directory: string) {
  const folder = await realpath(directory);
  const isWindows = process.platform === 'win32';
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const prefix = isWindows ? `platen-${hash}-` : 'owner-';
  const temporary = isWindows || Buffer.byteLength(folder) < 60 ? undefined : await mkdtemp(join(tmpdir(), 'platen-'));
  if (temporary !== undefined) await symlink(folder, join(temporary, 'outbox'));
  const root = isWindows ? '\\\\.\\pipe\\' : temporary === undefined ? `${folder}/` : `${temporary}/outbox/`;
  return {
    prefix,
    toPath: (name: string) => root + name,
    list: async () => (await readdir(root)).filter((name) => name.startsWith(prefix) && name.endsWith('.sock')).sort(),
    // Windows removes a named pipe with its process.
    remove: async (name: string) => (isWindows ? undefined : rm(join(folder, name), { force: true })),
    close: async () => (temporary === undefined ? undefined : rm(temporary, { recursive: true, force: true })),
  };
}

async function listen(path: string, directory: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  const start = async () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  await start().catch(async (error: unknown) => {
    // On a full disk the reserve provides room for the socket.
    if (!hasCode(error, 'ENOSPC') && !hasCode(error, 'EDQUOT')) throw error;
    await freeReserve(directory);
    await start();
  });
  return server.unref();
}

async function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Any other error (no permission, too many waiting) means that a process listens.
    socket.once('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT')));
  });
}

/** Room reserved for the socket of a start, so that a full disk can be emptied by delivering. */
const reserveBytes = 64 * 1024;
const toPath = (directory: string) => join(directory, 'reserve');

/** Creates the reserve if there is room; otherwise later. */
export async function takeReserve(directory: string): Promise<void> {
  const size = await stat(toPath(directory)).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size === reserveBytes) return;
  await writeFile(toPath(directory), Buffer.alloc(reserveBytes), { mode: 0o600 }).catch(async () =>
    rm(toPath(directory), { force: true }),
  );
}

async function freeReserve(directory: string): Promise<void> {
  await rm(toPath(directory), { force: true });
}
