import { userInfo } from 'node:os';
import { isConnectionTrouble } from '../http/database-trouble.ts';
import { readSettings, SettingsError } from '../settings.ts';
import { StoreFailure } from '../store/store-failure.ts';
import { AdminError, UsageError } from './admin/command.ts';
import { openForTool } from './admin/open-for-tool.ts';
import { runCommand, toRequest } from './admin/run-admin.ts';

async function main(argv: readonly string[]): Promise<void> {
  const request = toRequest(argv);
  if ('help' in request) {
    console.log(request.help);
    return;
  }
  const settings = readSettings(process.env);
  const store = await openForTool(settings);
  try {
    const { value, lines } = await runCommand(request, {
      db: store.db,
      actor: request.actor ?? `os:${userInfo().username}`,
      served: store.served,
      offlineHours: settings.offlineHours,
      progress: (line) => process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`),
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    console.log(request.json ? JSON.stringify(value) : lines.join('\n'));
  } finally {
    await store.close();
  }
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
