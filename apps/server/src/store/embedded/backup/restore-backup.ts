import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StoreFailure, toErrorCode } from '../../../base/errors.ts';
import { majorVersion } from '../cluster.ts';
import { type Owner, readOwner } from '../owner.ts';
import { preparePlaces } from '../places.ts';
import { copyFile, makeFolders, syncFolder, syncFolders } from './copy-file.ts';
import { type Manifest, verifyBackup } from './manifest.ts';

export interface RestoreOptions {
  backup: string;
  /** New PLATEN_DATA; may exist only if it is empty. */
  dataDirectory: string;
  progress: (step: 'verified' | 'restored', files: number, total: number) => void;
}

/**
 * Verifies a backup and lays it out as the data of a server, which completes it from the copied log at its
 * first start.
 */
export async function restoreBackup({ backup, dataDirectory, progress }: RestoreOptions): Promise<Manifest> {
  await mustBeEmpty(dataDirectory);
  const manifest = await verifyBackup(backup, (files, total) => progress('verified', files, total));
  if (manifest.postgresql !== majorVersion)
    throw new StoreFailure(
      `The backup ${backup} is of PostgreSQL ${manifest.postgresql}, this Platen brings ${majorVersion}: restore it with the Platen that made it.`,
    );
  const owner = readOwner();
  const places = preparePlaces(dataDirectory, owner);
  const half = `${places.data}.restored`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  for (const [index, file] of manifest.files.entries()) {
    const inCluster = file.path.startsWith('data/');
    const to = inCluster ? path.join(half, file.path.slice('data/'.length)) : path.join(dataDirectory, file.path);
    const { sha256 } = await copyFile(path.join(backup, file.path), to);
    if (sha256 !== file.sha256) throw new StoreFailure(`${file.path} of the backup changed while it was restored.`);
    progress('restored', index + 1, manifest.files.length);
  }
  await makeFolders(path.join(backup, 'data'), half);
  await syncFolders(half);
  if (owner !== undefined) await giveTo(half, owner);
  await rename(half, places.data);
  await syncFolder(places.base);
  return manifest;
}

async function mustBeEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (toErrorCode(error) === 'ENOENT') return [];
    throw new StoreFailure(`${folder} cannot be used for the restored data: it is not a folder that can be read.`);
  });
  if (entries.length > 0)
    throw new StoreFailure(`${folder} is not empty: name a new folder for the restored data, nothing was changed.`);
}

/** As root PostgreSQL runs as another user, who must own its data. */
async function giveTo(folder: string, { uid, gid }: Owner): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, gid);
  await chown(folder, uid, gid);
}
