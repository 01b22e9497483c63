import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { StoreFailure, toMessage } from '../../../base/errors.ts';

const manifestForm = z.object({
  format: z.literal(1),
  /** Major version of PostgreSQL that can read the data. */
  postgresql: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  /** Sizes in bytes; SHA-256 in hexadecimal digits; paths relative to the backup, with slashes. */
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
});

/** What a backup holds. Written last: a folder without it is no backup. */
export type Manifest = z.infer<typeof manifestForm>;
export type BackupFile = Manifest['files'][number];

export const manifestName = 'manifest.json';

/** Reads the manifest and compares every file with it. Throws `StoreFailure` that names what differs. */
export async function verifyBackup(
  folder: string,
  progress: (files: number, total: number) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const listed = new Set(manifest.files.map((file) => file.path));
  const extra = (await listFiles(folder)).find((file) => file !== manifestName && !listed.has(file));
  if (extra !== undefined)
    throw new StoreFailure(`The backup ${folder} holds ${extra}, which its manifest does not list.`);
  for (const [index, file] of manifest.files.entries()) {
    await verifyFile(folder, file);
    progress(index + 1, manifest.files.length);
  }
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, manifestName), 'utf8');
  } catch (error) {
    throw new StoreFailure(
      `${folder} is not a whole backup: its ${manifestName} cannot be read (${toMessage(error)}). A backup that was broken off has none.`,
    );
  }
  try {
    const manifest = manifestForm.parse(JSON.parse(text));
    const outside = manifest.files.find((file) => !isInside(file.path));
    if (outside === undefined) return manifest;
  } catch {
    // Reported below, like any other damage.
  }
  throw new StoreFailure(`The manifest of the backup ${folder} is damaged.`);
}

const isInside = (file: string) =>
  !path.posix.isAbsolute(file) && path.posix.normalize(file) === file && !file.startsWith('..');

async function verifyFile(folder: string, { path: name, size, sha256 }: BackupFile): Promise<void> {
  const file = path.join(folder, name);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new StoreFailure(`The backup ${folder} is damaged: ${name} is missing.`);
  if (found.size !== size)
    throw new StoreFailure(`The backup ${folder} is damaged: ${name} has ${found.size} bytes instead of ${size}.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  if (hash.digest('hex') !== sha256)
    throw new StoreFailure(`The backup ${folder} is damaged: the content of ${name} differs from its manifest.`);
}

/** All files below a folder, relative to it, with slashes. Links and other kinds are no part of a backup. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

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
