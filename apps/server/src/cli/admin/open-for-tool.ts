import type { Log } from '../../base/log.ts';
import type { Settings } from '../../settings.ts';
import { type Connection, connect } from '../../store/connect.ts';
import { findUsed } from '../../store/embedded/start-embedded.ts';
import { openStore } from '../../store/open-store.ts';

/** The standard output belongs to the result. */
const log: Log = {
  info: (_, message) => console.error(message),
  warn: (fields, message) => console.error(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/** `served`: the database is that of a running Platen, which does the work that is asked for. */
export interface ToolConnection extends Connection {
  served: boolean;
  /** Connection string of the superuser of the embedded database; undefined with another server. */
  administrationUrl?: string | undefined;
}

/** The store of a running Platen, or the same database started for as long as the tool works. */
export async function openForTool(
  settings: Pick<Settings, 'databaseUrl' | 'migrationDatabaseUrl' | 'dataDirectory'>,
): Promise<ToolConnection> {
  const { databaseUrl, migrationDatabaseUrl, dataDirectory } = settings;
  const used = databaseUrl === undefined ? await findUsed(dataDirectory) : undefined;
  if (used !== undefined)
    return {
      ...connect(used.url, { log, maxSessions: 2, statementTimeoutMs: 0 }),
      served: true,
      administrationUrl: used.administrationUrl,
    };
  if (databaseUrl === undefined)
    console.error(`Platen is not running on ${dataDirectory}: its database is started for this command`);
  const store = await openStore({ databaseUrl, migrationDatabaseUrl, dataDirectory, log, statementTimeoutMs: 0 });
  return { ...store, served: false };
}
