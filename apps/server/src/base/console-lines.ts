import { format } from 'node:util';
import type { Log } from './log.ts';
import { withoutSecrets } from './logger.ts';

type Console = Pick<typeof console, 'log' | 'info' | 'debug' | 'warn' | 'error' | 'trace'>;

/**
 * Turns what libraries print to the console, and Node's own warnings, into log lines, so that every line of
 * the output is JSON and loses its secrets as the others do. Effects for the whole process: called once, at
 * its start.
 */
export function logConsole(log: Log, target: Console = console): void {
  const to =
    (level: 'info' | 'warn' | 'error') =>
    (...args: unknown[]) =>
      log[level]({ printed: withoutSecrets(format(...args)) }, 'printed by a library');
  target.log = to('info');
  target.info = to('info');
  target.debug = to('info');
  target.warn = to('warn');
  target.error = to('error');
  target.trace = to('error');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of the runtime'));
}
