import { createHash, randomUUID } from 'node:crypto';
import { link, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { freeReserve } from './reserve.ts';

const ownerSchema = z.object({ pid: z.int(), since: z.string(), socket: z.string() });
type Owner = z.infer<typeof ownerSchema>;

export class OutboxInUse extends Error {
  constructor(directory: string, owner: Owner) {
    super(`the outbox ${directory} is in use by another collector (process ${owner.pid}, since ${owner.since})`);
    this.name = 'OutboxInUse';
  }
}

export interface Lock {
  release(): Promise<void>;
}

/**
 * One collector a directory. The owner listens on a socket, which the system closes even after kill -9, so a dead owner is
 * known for certain; process numbers alone may be used again. `lock.N` names the owner: whoever finds N dead makes N+1,
 * which only one can (link fails where the name exists), and the highest number owns. Numbers never go back, so the file stays.
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  const path = await toSocketPath(directory);
  const server = await listen(path);
  const own: Owner = { pid: process.pid, since: new Date().toISOString(), socket: path };
  const draft = join(directory, `.lock-${randomUUID()}`);
  const release = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    await rm(path, { force: true });
  };
  try {
    await writeDraft(directory, draft, JSON.stringify(own));
    for (;;) {
      const numbers = await readNumbers(directory);
      const highest = numbers.at(-1) ?? 0;
      const owner = await readOwner(directory, highest);
      if (owner !== undefined && (await isAlive(owner.socket))) throw new OutboxInUse(directory, owner);
      const mine = highest + 1;
      const won = await link(draft, toLockPath(directory, mine)).then(
        () => true,
        (error: unknown) => {
          if (hasCode(error, 'EEXIST')) return false;
          throw error;
        },
      );
      if (!won || (await readNumbers(directory)).at(-1) !== mine) continue;
      for (const old of numbers) await rm(toLockPath(directory, old), { force: true });
      if (owner !== undefined && process.platform !== 'win32') await rm(owner.socket, { force: true });
      return { release };
    }
  } catch (error) {
    await release();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The process that has the directory at present; undefined when nobody has it. Changes nothing. */
export async function readRunning(directory: string): Promise<{ pid: number; since: string } | undefined> {
  const numbers = await readNumbers(directory).catch(() => []);
  const owner = await readOwner(directory, numbers.at(-1) ?? 0).catch(() => undefined);
  return owner !== undefined && (await isAlive(owner.socket)) ? { pid: owner.pid, since: owner.since } : undefined;
}

/** On a full disk the reserve makes room for it; the owner, if there is one, takes it anew when it can. */
async function writeDraft(directory: string, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 }).catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOSPC') && !hasCode(error, 'EDQUOT')) throw error;
    await freeReserve(directory);
    await writeFile(path, text, { mode: 0o600 });
  });
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
const toLockPath = (directory: string, number: number) => join(directory, `lock.${number}`);

async function readNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names
    .flatMap((name) => {
      const match = /^lock\.(\d{1,15})$/.exec(name);
      return match === null ? [] : [Number(match[1])];
    })
    .sort((a, b) => a - b);
}

/** Undefined when there is none, or a crash of the machine left an unreadable file: then nobody can own it. */
async function readOwner(directory: string, number: number): Promise<Owner | undefined> {
  const text = await readFile(toLockPath(directory, number), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  });
  try {
    const parsed = ownerSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** In the outbox where the system's limit on such names (108 octets on Linux) allows, else in the temporary folder. */
async function toSocketPath(directory: string): Promise<string> {
  const id = randomUUID().slice(0, 8);
  if (process.platform === 'win32') return `\\\\.\\pipe\\platen-collector-${id}`;
  const inside = join(await realpath(directory), `owner-${id}.sock`);
  if (Buffer.byteLength(inside) <= 100) return inside;
  const name = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  return join(tmpdir(), `platen-${name}.sock`);
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return server;
}

async function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Refused or missing: nobody listens. Anything else (no permission, too many waiting) means somebody does.
    socket.once('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT')));
  });
}
