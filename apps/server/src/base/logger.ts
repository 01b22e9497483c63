import { format } from 'node:util';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** What the store needs of a logger; pino's fits. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Anything that looks like a credential, wherever it turns up in a text: bearer values, JSON web tokens,
 * passwords in addresses.
 */
const secrets: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [removed]'],
  [/\beyJ[\w-]{5,}\.[\w-]+\.?[\w-]*/g, '[token removed]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi, '$1[removed]@'],
  [/\b(code|access_token|refresh_token|id_token|id_token_hint|client_secret|password|key)=[^&\s"']+/gi, '$1=[removed]'],
];

/** The text without credentials. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((rest, [form, instead]) => rest.replaceAll(form, instead), text);

/** Fields that are never written, at any depth that our own lines reach. */
const hidden = ['authorization', 'cookie', 'password', 'token', 'key', 'secret', 'databaseUrl', 'headers'];
const paths = hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * Structured logs, one JSON line each, to standard output. Requests are written as method, path and route:
 * never headers, bodies or the query, where sign-in codes and people's search texts stand.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[removed]' },
    serializers: { err: toLoggedError },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Message, code and stack of an error and of its causes; no other properties, as they may hold parameters of
 * a query.
 */
function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const { type, message, stack } = stdSerializers.err(error);
  const code = 'code' in error ? String(error.code) : undefined;
  return { type, code, message: withoutSecrets(message), stack: withoutSecrets(stack) };
}

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
