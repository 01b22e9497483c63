import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import { type Kysely, type Migration, type MigrationResult, type MigrationResultSet, Migrator, sql } from 'kysely';
import { StoreFailure, toErrorCode, toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { connect, type Database } from './database.ts';
import { inTransaction, locks } from './transactions.ts';
import { compareVersions } from './versions.ts';

interface PrepareOptions {
  /** Connection string of the application. */
  url: string;
  /** Connection string of the role that owns the tables; without it the application's own role migrates. */
  migrationUrl?: string | undefined;
  log: Log;
}

/**
 * Brings the tables and the job queue to this version as their owner, and grants the application's role its
 * rights. One server at a time; the others wait. Works in sessions of its own, without the time limit of
 * everyday statements.
 */
export async function prepareTables({ url, migrationUrl, log }: PrepareOptions): Promise<void> {
  const options = { log, maxSessions: 3, statementTimeoutMs: 0 };
  const application = connect(url, options);
  const owner = migrationUrl === undefined ? application : connect(migrationUrl, options);
  try {
    const role = await readRole(application.db);
    if (role.superuser)
      log.warn(
        { role: role.name },
        'the role of PLATEN_DATABASE_URL is a superuser; give the server a role of its own (docs/operations.md)',
      );
    if (migrationUrl === undefined && (await isUsable(application.db))) return;
    // A newer server did all of this, and knows how.
    if ((await compareVersions(owner.db, listMigrations())) === 'newer') {
      log.info({}, 'the tables are of a newer version, with which this one works');
      return;
    }
    await withPreparationLock(owner.db, async () => {
      const done = await migrate(owner.db);
      if (done.length > 0) log.info({ steps: done }, 'tables brought to this version');
      await runMigrations({ pgPool: owner.pool, logger: quiet });
      const ownerRole = await readRole(owner.db);
      if (ownerRole.name !== role.name) await grantToApplication(owner.db, role.name);
    });
  } finally {
    await application.close();
    if (owner !== application) await owner.close();
  }
}

/**
 * Runs `work` while no other server prepares the same database. PostgreSQL refuses ("tuple concurrently
 * updated") to change the rights or columns of a table from two sessions at once, and the job queue's own
 * migrations take no lock.
 */
async function withPreparationLock(db: Kysely<Database>, work: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${locks.preparation})`.execute(trx);
    await work();
  });
}

/** SQLSTATE: a lock was not had in time; two transactions waited for each other. */
const lockTrouble = new Set<string | undefined>(['55P03', '40P01']);

const quiet = new Logger(() => () => undefined);

/** The failure of an external database, in one sentence that names the setting. */
export function explainForeign(error: unknown): unknown {
  if (error instanceof StoreFailure && toErrorCode(error.cause) === undefined) return error;
  const cause = error instanceof StoreFailure ? error.cause : error;
  const hint = /unsupported startup parameter/.test(toMessage(cause))
    ? ' An address that leads through a pooler also needs PLATEN_DATABASE_SESSION_URL, which leads past it.'
    : '';
  return new StoreFailure(
    `The database named by PLATEN_DATABASE_URL, PLATEN_DATABASE_SESSION_URL or PLATEN_MIGRATION_DATABASE_URL cannot be used: ${toMessage(cause)}.${hint}`,
    { cause: error },
  );
}

/** The .sql files lie in the source tree; what is built, in `dist` or `bundle`, finds them there too. */
const folder = [
  new URL('./migrations/', import.meta.url),
  new URL('../../src/store/migrations/', import.meta.url),
].find((url) => existsSync(url));

/**
 * How long a migration waits for a lock that a call or job holds. Calls that come after wait behind it, 10 s
 * at most, so it lets them pass and tries again.
 */
const lockMs = 2000;
const lockTries = 60;

/**
 * Brings the tables to this version. Several servers may start at once: one migrates, the others wait.
 * Returns the names of the migrations that were done; none where a newer version has migrated the tables.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  if ((await compareVersions(db, listMigrations())) === 'newer') return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => readMigrations() },
    // Of branches that were made at the same time; `compareVersions` knows which tables are newer.
    allowUnorderedMigrations: true,
  });
  const done: string[] = [];
  for (let tried = 1; ; tried += 1) {
    const { error, results = [] } = await migrateStep(migrator);
    const succeeded = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
    if (error === undefined) {
      if (succeeded.length === 0) return done;
      done.push(...succeeded);
      tried = 0;
    } else {
      if (!lockTrouble.has(toErrorCode(error)) || tried === lockTries) throw toMigrationFailure(error, results);
      await wait(lockMs / 2);
    }
  }
}

/**
 * One migration in a transaction of its own: it has the locks of few tables, so calls that go on have little
 * cause to deadlock with it (0810). On a new database, which has no calls, all at once, which is faster.
 */
async function migrateStep(migrator: Migrator): Promise<MigrationResultSet> {
  const isNew = (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined);
  return isNew ? await migrator.migrateToLatest() : await migrator.migrateUp();
}

function toMigrationFailure(error: unknown, results: readonly MigrationResult[]): StoreFailure {
  if (toErrorCode(error) === '42501')
    return new StoreFailure(
      `The tables are of another version and this role may not change them (${toMessage(error)}). Set PLATEN_MIGRATION_DATABASE_URL to connect as the role that owns them.`,
    );
  const failed = results.find((result) => result.status === 'Error')?.migrationName;
  return new StoreFailure(
    `The tables could not be brought to this version${failed === undefined ? '' : ` (step ${failed})`}: ${toMessage(error)}.`,
    { cause: error },
  );
}

/** Whether this version can work with the tables; also a role that may not change them can tell. */
const isUsable = async (db: Kysely<Database>): Promise<boolean> =>
  (await compareVersions(db, listMigrations())) !== 'older';

const listMigrations = (): string[] => Object.keys(readMigrations()).sort();

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
            .raw(`set local lock_timeout = ${lockMs};\n${readFileSync(new URL(name, base), 'utf8')}`)
            .execute(db)
            .then(() => undefined),
      },
    ]),
  );
}

/** The role of a connection. */
export interface Role {
  name: string;
  superuser: boolean;
}

export async function readRole(db: Kysely<Database>): Promise<Role> {
  const { rows } = await sql<Role>`
    select current_user as name, rolsuper as superuser from pg_roles where rolname = current_user`.execute(db);
  return rows[0] ?? { name: '', superuser: false };
}

/**
 * Columns of the record of changes that the erasure of a person overwrites (OQ-126); nothing else of it ever
 * changes.
 */
const erasable = ['actor', 'subject', 'detail'];
const jobSchema = 'graphile_worker';

/**
 * Grants a role what the application needs: to read and write rows. It may neither make nor drop tables
 * (partitions: by function), and in the record of changes only add entries. `db`: a connection of the owner.
 * Repeatable.
 */
export async function grantToApplication(db: Kysely<Database>, name: string): Promise<void> {
  const role = sql.id(name);
  await inTransaction(db, async (trx) => {
    // The first partition of a table changes its entry in the catalogue, as a grant does: one of the two
    // would fail.
    await sql`select pg_advisory_xact_lock(${locks.partitions})`.execute(trx);
    const { rows } = await sql<{ schema: string; own: boolean; database: string }>`
      select nspname as schema, nspname = current_schema() as own, current_database() as database
      from pg_namespace where nspname in (current_schema(), ${jobSchema})`.execute(trx);
    for (const { schema, own, database } of rows) {
      if (own) {
        await sql`revoke create on schema ${sql.id(schema)} from public`.execute(trx);
        await sql`revoke temporary on database ${sql.id(database)} from public`.execute(trx);
      }
      await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(trx);
      await grantTables(trx, schema, role);
    }
    await grantRecord(trx, role);
    await admitToJobs(trx, name);
  });
}

/**
 * Rows of every table but the record of changes and the migrator's; partitions are reached through their
 * parents.
 */
async function grantTables(trx: Kysely<Database>, schema: string, role: ReturnType<typeof sql.id>): Promise<void> {
  const { rows } = await sql<{ name: string; kind: 'rows' | 'view' | 'sequence' | 'migrations' }>`
    select relname as name, case when relkind = 'v' then 'view' when relkind = 'S' then 'sequence'
      when relname like 'kysely\\_%' or relname = 'oldest_server' then 'migrations' else 'rows' end as kind
    from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and not relispartition and relname <> 'audit_entry'`.execute(trx);
  const rights = {
    rows: sql`select, insert, update, delete`,
    view: sql`select`,
    sequence: sql`usage`,
    migrations: sql`select`,
  };
  for (const { name, kind } of rows) {
    const what = kind === 'sequence' ? sql`sequence` : sql`table`;
    await sql`grant ${rights[kind]} on ${what} ${sql.id(schema, name)} to ${role}`.execute(trx);
  }
}

async function grantRecord(trx: Kysely<Database>, role: ReturnType<typeof sql.id>): Promise<void> {
  const columns = sql.join(erasable.map((column) => sql.id(column)));
  await sql`revoke all on audit_entry from ${role}`.execute(trx);
  await sql`grant select, insert, update (${columns}) on audit_entry to ${role}`.execute(trx);
}

/** The queue's tables admit their owner only (row-level security); jobs run as the application. */
async function admitToJobs(trx: Kysely<Database>, name: string): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = to_regnamespace(${jobSchema}) and relkind = 'r' and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = ${name})`.execute(trx);
  for (const { table } of rows)
    await sql`create policy ${sql.id(name)} on ${sql.id(jobSchema, table)} to ${sql.id(name)} using (true) with check (true)`.execute(
      trx,
    );
}
