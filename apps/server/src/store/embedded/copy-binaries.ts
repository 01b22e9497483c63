import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Owner } from './owner.ts';
import type { PostgresPackage } from './package.ts';
import { isAlive } from './process.ts';

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

/** A copy of another version, or half a copy whose maker is gone. */
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
