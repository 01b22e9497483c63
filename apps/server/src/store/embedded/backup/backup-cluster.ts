import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { StoreFailure, toErrorCode } from '../../../base/errors.ts';
import { majorVersion } from '../cluster.ts';
import { type Owner, preparePlaces, readOwner } from '../places.ts';
import {
  type BackupFile,
  copyFile,
  listFiles,
  type Manifest,
  makeFolders,
  manifestName,
  syncFolder,
  syncFolders,
  verifyBackup,
} from './manifest.ts';

export interface BackupOptions {
  /** Connection string of the superuser of the embedded cluster. */
  administrationUrl: string;
  /** Folder of PLATEN_DATA. */
  dataDirectory: string;
  /** Folder to make; must not exist. */
  target: string;
  progress: (files: number, total: number, bytes: number) => void;
}

export interface BackupResult {
  files: number;
  bytes: number;
  /** Whether the database notices damaged pages by checksums. */
  checksums: boolean;
}

/**
 * Not part of a base backup (PostgreSQL 17, "Making a Base Backup Using the Low Level API"): created again at
 * start.
 */
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const leftOut = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp[^/]*|current_logfiles[^/]*)(\/|$)/;

/**
 * Copies the running cluster: pages that change meanwhile are made whole by the log, which is copied from the
 * start of the backup to its end and which a temporary replication slot keeps until then. The folder gets its
 * name when it is complete.
 */
export async function backupCluster({
  administrationUrl,
  dataDirectory,
  target,
  progress,
}: BackupOptions): Promise<BackupResult> {
  const half = `${target}.partial`;
  if (existsSync(target)) throw new StoreFailure(`${target} exists already: name a new folder for the backup.`);
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o700 });
  const session = new Client({ connectionString: administrationUrl, application_name: 'platen-backup' });
  // A session that breaks fails its next statement; without a listener it would end the process.
  session.on('error', () => undefined);
  await session.connect();
  try {
    const startedAt = new Date().toISOString();
    const { files, postgresql, checksums } = await copyCluster(session, half, progress);
    files.push(...(await copyKeys(dataDirectory, half)));
    const manifest: Manifest = { format: 1, postgresql, startedAt, endedAt: new Date().toISOString(), files };
    await syncFolders(half);
    await writeFile(path.join(half, manifestName), JSON.stringify(manifest, undefined, 1), {
      mode: 0o600,
      flush: true,
    });
    await syncFolder(half);
    await rename(half, target);
    await syncFolder(path.dirname(path.resolve(target)));
    return { files: files.length, bytes: files.reduce((sum, file) => sum + file.size, 0), checksums };
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  } finally {
    // Ends the backup mode and the slot of a backup that failed.
    await session.end().catch(() => undefined);
  }
}

async function copyCluster(session: Client, half: string, progress: BackupOptions['progress']) {
  const { data, checksums, postgresql } = await readFacts(session);
  await session.query("select pg_create_physical_replication_slot('platen_backup_' || pg_backend_pid(), true, true)");
  const started = await one<{ first: string }>(
    session,
    "select pg_walfile_name(pg_backup_start('platen', fast => true)) as first",
  );
  const names = (await listFiles(data)).filter((name) => !emptied.test(name) && !leftOut.test(name));
  // Last, as PostgreSQL's own tool does: it says up to where the log has been applied.
  names.sort((a, b) => Number(a === 'global/pg_control') - Number(b === 'global/pg_control'));
  const files: BackupFile[] = [];
  let bytes = 0;
  for (const [index, name] of names.entries()) {
    const file = await copyIfThere(path.join(data, name), half, `data/${name}`);
    if (file !== undefined) files.push(file);
    bytes += file?.size ?? 0;
    progress(index + 1, names.length, bytes);
  }
  const stopped = await one<{ last: string; label: string; map: string }>(
    session,
    'select pg_walfile_name(lsn) as last, labelfile as label, spcmapfile as map from pg_backup_stop(wait_for_archive => false)',
  );
  if (stopped.map.trim() !== '') throw new StoreFailure('The database has table spaces, which a backup cannot hold.');
  files.push(...(await copyLog(data, half, started.first, stopped.last)));
  files.push(await writeText(half, 'data/backup_label', stopped.label));
  await makeFolders(data, path.join(half, 'data'), (name) => !emptied.test(name) && !leftOut.test(name));
  return { files, checksums, postgresql };
}

async function readFacts(session: Client) {
  const { data, checksums, version } = await one<{ data: string; checksums: string; version: string }>(
    session,
    `select current_setting('data_directory') as data, current_setting('data_checksums') as checksums,
       current_setting('server_version_num') as version`,
  );
  return { data, checksums: checksums === 'on', postgresql: String(Math.floor(Number(version) / 10_000)) };
}

/**
 * The segments of the log from the first to the last, both included; the names of one timeline are in order.
 */
async function copyLog(data: string, half: string, first: string, last: string): Promise<BackupFile[]> {
  const folder = path.join(data, 'pg_wal');
  const all = await readdir(folder);
  const wanted = all.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!wanted.includes(first) || !wanted.includes(last))
    throw new StoreFailure('The log that the backup needs is not there; try again.');
  const copied: BackupFile[] = [];
  for (const name of [...wanted, ...all.filter((other) => other.endsWith('.history'))]) {
    const file = await copyIfThere(path.join(folder, name), half, `data/pg_wal/${name}`);
    if (file === undefined) throw new StoreFailure(`The log ${name} that the backup needs is gone; try again.`);
    copied.push(file);
  }
  return copied;
}

/**
 * The key of the development sign-in, so that sessions outlive a restore, and the one with which secrets of
 * channels are sealed; a site with its own provider and PLATEN_SECRETS_KEY has neither.
 */
async function copyKeys(dataDirectory: string, half: string): Promise<BackupFile[]> {
  const copied: BackupFile[] = [];
  for (const name of ['sign-in/keys.json', 'secrets/key']) {
    const file = await copyIfThere(path.join(dataDirectory, name), half, name);
    if (file !== undefined) copied.push(file);
  }
  return copied;
}

/** A file that was removed while the database ran is no part of the backup: its removal stands in the log. */
async function copyIfThere(from: string, half: string, name: string): Promise<BackupFile | undefined> {
  try {
    return { path: name, ...(await copyFile(from, path.join(half, name))) };
  } catch (error) {
    if (toErrorCode(error) === 'ENOENT' && !existsSync(from)) return undefined;
    throw error;
  }
}

async function writeText(half: string, name: string, text: string): Promise<BackupFile> {
  await writeFile(path.join(half, name), text, { mode: 0o600, flush: true });
  return { path: name, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

async function one<T extends object>(session: Client, statement: string): Promise<T> {
  const [row] = (await session.query<T>(statement)).rows;
  if (row === undefined) throw new StoreFailure('PostgreSQL gave no answer to the backup.');
  return row;
}

interface RestoreOptions {
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
