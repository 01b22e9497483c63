import { type Connection, connect } from './connect.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { StoreFailure, toErrorCode, toMessage } from './store-failure.ts';

export interface Store extends Connection {
  /** Connection string of the database in use; may hold a password, never log it. */
  url: string;
  /** Process of the embedded PostgreSQL, undefined with another server. */
  postgresPid(): number | undefined;
}

export interface StoreOptions {
  databaseUrl?: string | undefined;
  dataDirectory: string;
  log: Log;
  /** 0: no limit, for tools that change many rows. */
  statementTimeoutMs?: number;
}

/** Opens the database, starting the embedded PostgreSQL when no other is named, and migrates it. Throws `StoreFailure` with a plain sentence. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDirectory, log, statementTimeoutMs } = options;
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDirectory, log }) : undefined;
  const url = databaseUrl ?? embedded?.url ?? '';
  try {
    await prepare(url, log, embedded === undefined);
  } catch (error) {
    await embedded?.close();
    throw error;
  }
  const connection = connect(url, { log, ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }) });
  return {
    ...connection,
    url,
    postgresPid: () => embedded?.pid(),
    async close() {
      await connection.close();
      await embedded?.close();
    },
  };
}

/** Migrates in a session of its own, without the time limit of everyday statements. */
async function prepare(url: string, log: Log, foreign: boolean): Promise<void> {
  const { db, close } = connect(url, { log, maxSessions: 2, statementTimeoutMs: 0 });
  try {
    const done = await migrate(db);
    if (done.length > 0) log.info({ steps: done }, 'tables brought to this version');
  } catch (error) {
    if (!foreign || (error instanceof StoreFailure && toErrorCode(error.cause) === undefined)) throw error;
    const cause = error instanceof StoreFailure ? error.cause : error;
    throw new StoreFailure(`The database named by PLATEN_DATABASE_URL cannot be used: ${toMessage(cause)}.`, {
      cause: error,
    });
  } finally {
    await close();
  }
}
