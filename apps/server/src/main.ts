import { logConsole } from './base/console-lines.ts';
import { StoreFailure } from './base/errors.ts';
import { createLogger } from './base/logger.ts';
import { startServer } from './server.ts';
import { findRisks, readSettings, SettingsError } from './settings/settings.ts';

const say = (text: string) => process.stderr.write(`${text}\n`);

try {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  logConsole(log);
  for (const risk of findRisks(process.env, settings)) log.warn({ risk }, 'a setting is risky');
  const server = await startServer(settings, log);

  let stopping = false;
  const stop = (why: string, now = true) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    server.stop(now).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', false));
  process.on('SIGINT', () => stop('SIGINT'));
  // The parent process is gone: no process may be left behind.
  process.on('disconnect', () => stop('parent gone'));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exitCode = 1;
    stop('unhandled failure');
  });
  process.send?.({ ready: server.url });
} catch (error) {
  if (error instanceof SettingsError || error instanceof StoreFailure) say(error.message);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
