import type { Pool } from 'pg';
import type { Log } from '../base/logger.ts';
import { type Connection, connect } from './database.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { explainForeign, prepareTables } from './prepare-tables.ts';
import { sessionLimits } from './session-limits.ts';

export interface Store extends Connection {
  /**
   * Connection string of the database in use, as the application's role; may hold a password, never log it.
   */
  url: string;
  /** Whether `url` leads through a pooler by transaction. */
  isPooled: boolean;
  /** The same database without the pooler; as secret. */
  sessionUrl: string;
  /** Sessions of PostgreSQL itself, for the queue of the jobs. */
  sessions: Pool;
  /** The same as the role that owns the tables, where that is another. */
  migrationUrl: string | undefined;
  /** The same as superuser; undefined with a database that is not the embedded one. */
  administrationUrl: string | undefined;
  /** Process of the embedded PostgreSQL, undefined with another server. */
  postgresPid(): number | undefined;
}

export interface StoreOptions {
  databaseUrl?: string | undefined;
  /** The same database without a pooler; set: `databaseUrl` leads through one. */
  sessionDatabaseUrl?: string | undefined;
  /** For the role that owns the tables of an external database. */
  migrationDatabaseUrl?: string | undefined;
  dataDirectory: string;
  log: Log;
  /** 0: no limit, for tools that change many rows. */
  statementTimeoutMs?: number;
}

/**
 * Opens the database, starting the embedded PostgreSQL when no other is named, and migrates it. Throws
 * `StoreFailure` with a plain sentence.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDirectory, log, statementTimeoutMs } = options;
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDirectory, log }) : undefined;
  const url = databaseUrl ?? embedded?.url ?? '';
  const migrationUrl = embedded?.migrationUrl ?? options.migrationDatabaseUrl;
  const isPooled = options.sessionDatabaseUrl !== undefined;
  const sessionUrl = options.sessionDatabaseUrl ?? url;
  try {
    await prepareTables({ url: sessionUrl, migrationUrl, log });
  } catch (error) {
    await embedded?.close();
    throw embedded === undefined ? explainForeign(error) : error;
  }
  const connection = connect(url, {
    log,
    isPooled,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  if (databaseUrl !== undefined) await tryCalls(connection, log, isPooled);
  const direct = isPooled ? connect(sessionUrl, { log, maxSessions: sessionLimits.jobs }) : undefined;
  return {
    ...connection,
    url,
    isPooled,
    sessionUrl,
    sessions: direct?.pool ?? connection.pool,
    migrationUrl,
    administrationUrl: embedded?.administrationUrl,
    postgresPid: () => embedded?.pid(),
    async close() {
      await direct?.close();
      await connection.close();
      await embedded?.close();
    },
  };
}

/**
 * Tries the way of the calls, which may lead through a pooler. There the limits of time are those of the
 * pooler: without them a statement could run for ever.
 */
async function tryCalls({ pool, close }: Connection, log: Log, isPooled: boolean): Promise<void> {
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select name from pg_settings where setting = '0'
         and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    if (isPooled && rows.length > 0)
      log.warn(
        { missing: rows.map(({ name }) => name) },
        'the pooler of PLATEN_DATABASE_URL sets no limits of time; set them in its connect_query (deploy/pgbouncer.ini)',
      );
  } catch (error) {
    await close();
    throw explainForeign(error);
  }
}
