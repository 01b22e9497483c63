import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';

const chunkBytes = 1024 * 1024;

/** Copies a file that may change meanwhile, hashes what it wrote and brings it to the disk. Mode 0600. */
export async function copyFile(from: string, to: string): Promise<{ size: number; sha256: string }> {
  const source = await open(from, 'r');
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      return await copyAll(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(source: FileHandle, target: FileHandle): Promise<{ size: number; sha256: string }> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const hash = createHash('sha256');
  let size = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, size);
    if (bytesRead === 0) break;
    const part = buffer.subarray(0, bytesRead);
    hash.update(part);
    await target.writeFile(part);
    size += bytesRead;
  }
  await target.sync();
  return { size, sha256: hash.digest('hex') };
}

/**
 * Brings the entries of a folder to the disk, so that a new or renamed file is found after a power failure.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same for a folder and all folders in it. */
export async function syncFolders(root: string): Promise<void> {
  for (const folder of await listFolders(root)) await syncFolder(path.join(root, folder));
  await syncFolder(root);
}

/** Makes the folders of one tree in another: those without files are part of a cluster too. */
export async function makeFolders(
  from: string,
  to: string,
  isWanted: (folder: string) => boolean = () => true,
): Promise<void> {
  for (const folder of (await listFolders(from)).filter(isWanted))
    await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 });
}

async function listFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
