import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readJson, writeWhole } from '../platform/data-files.ts';
import { hasCode } from '../platform/errors.ts';

const ownerFile = z.object({ pid: z.int(), since: z.string() });
export type Owner = z.infer<typeof ownerFile>;
const ownerFileName = 'owner.json';

/**
 * Windows has no sockets in folders that Node can listen on, but named pipes, which end with their process as
 * well and cannot be opened twice. One for each folder, by the hash of its real path.
 */
export const toPipe = (hash: string): string => String.raw`\\.\pipe\platen-collector-${hash}`;

async function toAddress(directory: string, toName: typeof toPipe): Promise<string> {
  const path = await realpath(directory);
  return toName(createHash('sha256').update(path.toLowerCase()).digest('hex').slice(0, 32));
}

/** Owns the folder until `release` or the end of the process; undefined: another process does. */
export async function lockByPipe(
  directory: string,
  toName = toPipe,
): Promise<{ release(): Promise<void> } | undefined> {
  await mkdir(directory, { recursive: true });
  const address = await toAddress(directory, toName);
  // Not every system that runs programs of Windows refuses a second pipe of one name.
  if (await isOpen(address)) return undefined;
  const server = createServer((socket) => socket.destroy());
  const isOwned = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(false) : reject(error)));
    server.listen(address, () => resolve(true));
  });
  if (!isOwned) return undefined;
  server.unref();
  await writeWhole(
    join(directory, ownerFileName),
    JSON.stringify({ pid: process.pid, since: new Date().toISOString() }),
  );
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Who uses the folder now; undefined: no process does. */
export async function readPipeOwner(directory: string, toName = toPipe): Promise<Owner | undefined> {
  const address = await toAddress(directory, toName).catch(() => undefined);
  if (address === undefined || !(await isOpen(address))) return undefined;
  const parsed = ownerFile.safeParse(await readJson(join(directory, ownerFileName)));
  return parsed.success ? parsed.data : { pid: 0, since: 'an unknown time' };
}

function isOpen(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
