import { userInfo } from 'node:os';
import { StoreFailure } from '../base/errors.ts';
import { readSettings, SettingsError } from '../settings.ts';
import { isConnectionTrouble } from '../store/database-trouble.ts';
import { AdminError, type Outcome, UsageError } from './admin/command.ts';
import { openForTool } from './admin/open-for-tool.ts';
import { isOffline, runCommand, toRequest } from './admin/run-admin.ts';

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
    const { dataDirectory } = settings;
    const outcome = await runCommand(request, {
      db: store.db,
      actor: request.actor ?? `os:${userInfo().username}`,
      served: store.served,
      embedded: administrationUrl === undefined ? undefined : { administrationUrl, dataDirectory },
      offlineHours: settings.offlineHours,
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
