import { type Kysely, sql } from 'kysely';
import { StoreFailure } from '../base/errors.ts';
import type { Database } from './database.ts';

/** How the tables relate to the migrations that this version of Platen knows. */
export type Standing = 'older' | 'same' | 'newer';

/**
 * Compares the tables with the migrations that this version knows. `newer`: a newer version has migrated
 * them, and this one may still work with them (docs/decisions/0722). Throws `StoreFailure` where it may not.
 * Also a role that may not change tables can ask.
 */
export async function compareVersions(db: Kysely<Database>, known: readonly string[]): Promise<Standing> {
  const { rows: found } = await sql<{ migrated: boolean; limited: boolean }>`
    select to_regclass('kysely_migration') is not null as migrated,
      to_regclass('oldest_server') is not null as limited`.execute(db);
  if (found[0]?.migrated !== true) return 'older';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  const missing = known.filter((name) => !done.has(name));
  if (newer.length === 0) return missing.length === 0 ? 'same' : 'older';
  const oldest = found[0].limited ? await readOldest(db) : undefined;
  if (missing.length === 0 && oldest !== undefined && known.includes(oldest)) return 'newer';
  throw new StoreFailure(
    missing.length > 0
      ? `The tables are of another line of versions: they have ${newer.join(', ')}, but not ${missing.join(', ')}.`
      : `The tables were written by a newer Platen (${newer.join(', ')}) and this version does not know them well enough${
          oldest === undefined ? '' : `: it would have to know ${oldest}`
        }. Start the newer version.`,
  );
}

async function readOldest(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ knows: string }>`select knows from oldest_server`.execute(db);
  return rows[0]?.knows;
}
