import type { Log } from '../base/logger.ts';
import { type Connection, connect } from './database.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { explainForeign, prepareTables } from './prepare-tables.ts';

export interface Store extends Connection {
  /**
   * Connection string of the database in use, as the application's role; may hold a password, never log it.
   */
  url: string;
  /** The same as the role that owns the tables, where that is another. */
  migrationUrl: string | undefined;
  /** The same as superuser; undefined with a database that is not the embedded one. */
  administrationUrl: string | undefined;
  /** Process of the embedded PostgreSQL, undefined with another server. */
  postgresPid(): number | undefined;
}

export interface StoreOptions {
  databaseUrl?: string | undefined;
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
  try {
    await prepareTables({ url, migrationUrl, log });
  } catch (error) {
    await embedded?.close();
    throw embedded === undefined ? explainForeign(error) : error;
  }
  const connection = connect(url, { log, ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }) });
  return {
    ...connection,
    url,
    migrationUrl,
    administrationUrl: embedded?.administrationUrl,
    postgresPid: () => embedded?.pid(),
    async close() {
      await connection.close();
      await embedded?.close();
    },
  };
}
