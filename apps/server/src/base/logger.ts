import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

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
