import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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

export async function freeReserve(directory: string): Promise<void> {
  await rm(toPath(directory), { force: true });
}
