import { Logger, runMigrations } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { StoreFailure, toErrorCode, toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { grantToApplication, readRole } from './application-role.ts';
import { connect } from './connect.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { locks } from './locks.ts';
import { isCurrent, migrate } from './migrate.ts';

export interface PrepareOptions {
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
    if (migrationUrl === undefined && (await isCurrent(application.db))) return;
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

const quiet = new Logger(() => () => undefined);

/** The failure of an external database, in one sentence that names the setting. */
export function explainForeign(error: unknown): unknown {
  if (error instanceof StoreFailure && toErrorCode(error.cause) === undefined) return error;
  const cause = error instanceof StoreFailure ? error.cause : error;
  return new StoreFailure(
    `The database named by PLATEN_DATABASE_URL or PLATEN_MIGRATION_DATABASE_URL cannot be used: ${toMessage(cause)}.`,
    { cause: error },
  );
}
