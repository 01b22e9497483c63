import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StoreFailure, toErrorCode, toMessage } from '../base/errors.ts';
import type { Database } from './database.ts';

/** The .sql files lie in the source tree; compiled code, in `dist/store`, finds them there too. */
const folder = [
  new URL('./migrations/', import.meta.url),
  new URL('../../src/store/migrations/', import.meta.url),
].find((url) => existsSync(url));

/** Brings the tables to this version. Several servers may start at once: one migrates, the others wait. */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => readMigrations() } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const hint = /corrupted migrations/.test(toMessage(error))
      ? ' The database was probably written by a newer Platen.'
      : '';
    if (toErrorCode(error) === '42501')
      throw new StoreFailure(
        `The tables are of another version and this role may not change them (${toMessage(error)}). Set PLATEN_MIGRATION_DATABASE_URL to connect as the role that owns them.`,
      );
    throw new StoreFailure(
      `The tables could not be brought to this version${failed === undefined ? '' : ` (step ${failed})`}: ${toMessage(error)}.${hint}`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether the tables are exactly those of this version; also a role that may not change them can tell. */
export async function isCurrent(db: Kysely<Database>): Promise<boolean> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (found[0]?.there !== true) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const wanted = Object.keys(readMigrations());
  return rows.length === wanted.length && rows.every(({ name }) => wanted.includes(name));
}

function readMigrations(): Record<string, Migration> {
  if (folder === undefined)
    throw new StoreFailure('The folder apps/server/src/store/migrations is missing: the installation is incomplete.');
  const base = folder;
  const names = readdirSync(base).filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name));
  return Object.fromEntries(
    names.map((name) => [
      name.slice(0, -4),
      {
        up: (db) =>
          sql
            .raw(readFileSync(new URL(name, base), 'utf8'))
            .execute(db)
            .then(() => undefined),
      },
    ]),
  );
}
