import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Database } from './database.ts';
import { StoreFailure, toMessage } from './store-failure.ts';

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
    throw new StoreFailure(
      `The tables could not be brought to this version${failed === undefined ? '' : ` (step ${failed})`}: ${toMessage(error)}.${hint}`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
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
