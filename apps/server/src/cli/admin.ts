import { userInfo } from 'node:os';
import { StoreFailure } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { toPortalAddress } from '../settings/portal-address.ts';
import { readSettings, type Settings, SettingsError } from '../settings/settings.ts';
import { type Connection, connect } from '../store/database.ts';
import { findUsed } from '../store/embedded/start-embedded.ts';
import { isConnectionTrouble } from '../store/transactions.ts';
import { AdminError, type Outcome, UsageError } from './admin/command.ts';
import { isOffline, runCommand, toRequest } from './admin/run-admin.ts';

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
  settings: Pick<Settings, 'databaseUrl' | 'sessionDatabaseUrl' | 'migrationDatabaseUrl' | 'dataDirectory'>,
): Promise<ToolConnection> {
  const { sessionDatabaseUrl, migrationDatabaseUrl, dataDirectory } = settings;
  // Tools work longer than a pooler lets a statement run.
  const databaseUrl = sessionDatabaseUrl ?? settings.databaseUrl;
  const used = databaseUrl === undefined ? await findUsed(dataDirectory) : undefined;
  if (used !== undefined)
    return {
      ...connect(used.url, { log, maxSessions: 2, statementTimeoutMs: 0 }),
      served: true,
      administrationUrl: used.administrationUrl,
    };
  if (databaseUrl === undefined)
    console.error(`Platen is not running on ${dataDirectory}: its database is started for this command`);
  const { openStore } = await import('../store/open-store.ts');
  const store = await openStore({ databaseUrl, migrationDatabaseUrl, dataDirectory, log, statementTimeoutMs: 0 });
  return { ...store, served: false };
}

async function main(argv: readonly string[]): Promise<void> {
  const request = toRequest(argv);
  if ('help' in request) {
    console.log(request.help);
    return;
  }
  if (isOffline(request)) {
    print(request.json, await request.command.runOffline({ progress }, request.args));
    return;
  }
  const settings = readSettings(process.env);
  const store = await openForTool(settings);
  try {
    const { administrationUrl } = store;
    const { dataDirectory, databaseUrl, migrationDatabaseUrl = databaseUrl } = settings;
    const outcome = await runCommand(request, {
      db: store.db,
      actor: request.actor ?? `os:${userInfo().username}`,
      served: store.served,
      embedded: administrationUrl === undefined ? undefined : { administrationUrl, dataDirectory },
      openOwner:
        migrationDatabaseUrl === undefined
          ? undefined
          : () => connect(migrationDatabaseUrl, { log, maxSessions: 2, statementTimeoutMs: 0 }),
      portal: toPortalAddress(settings, null),
      offlineHours: settings.offlineHours,
      site: settings,
      progress,
    });
    print(request.json, outcome);
  } finally {
    await store.close();
  }
}

function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

function print(json: boolean, { value, lines }: Outcome): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  console.log(json ? JSON.stringify(value) : lines.join('\n'));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const expected =
    [AdminError, UsageError, SettingsError, StoreFailure].some((kind) => error instanceof kind) ||
    isConnectionTrouble(error);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
