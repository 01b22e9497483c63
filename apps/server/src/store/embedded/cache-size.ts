import { readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const mebibyte = 2 ** 20;
const least = 256 * mebibyte;
/** Of the memory: the rest is for the server, sessions, and the cache of the operating system. */
const largestShare = 1 / 4;

/**
 * Bytes of `shared_buffers`: what is stored, so far as a quarter of the memory holds it. Devices of a search
 * lie all over a large table; a page that the cache does not hold costs four times as much (0943).
 */
export const toCacheSize = (storedBytes: number, memoryBytes: number): number =>
  Math.max(least, Math.min(storedBytes, memoryBytes * largestShare));

/** Bytes of memory that this process may use: less than the machine has in a container with a limit. */
function readMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

/** Bytes of tables and indexes in a data directory of PostgreSQL; files that go meanwhile do not count. */
function readStored(data: string): number {
  let bytes = 0;
  for (const entry of readdirSync(path.join(data, 'base'), { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** `shared_buffers` for the data directory as it is now, in the notation of PostgreSQL. */
export const readCacheSetting = (data: string): string =>
  `${Math.round(toCacheSize(readStored(data), readMemory()) / mebibyte)}MB`;
