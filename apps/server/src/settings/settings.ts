import { readFileSync, statSync } from 'node:fs';
import { toErrorCode, toMessage } from '../base/errors.ts';
import { isClearLink, loopback, type Setting } from './kinds.ts';
import { isClearStream } from './stream.ts';
import { settingsTable } from './table.ts';

type Table = typeof settingsTable;
type Read = { readonly [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never };
/** The checked settings, with what follows from them. */
export type Settings = Read & { readonly publicUrl: string; readonly drainMs: number };

/** Thrown once for all settings that are wrong. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Reads all settings from the environment. Throws `SettingsError`, which names every variable that is wrong.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const take = <T>(setting: Setting<T>): T | undefined => {
    try {
      const given = (setting.secret ? readSecret(env, setting.env) : env[setting.env])?.trim();
      const text = given === undefined || given === '' ? setting.default : given;
      return text === undefined ? undefined : setting.read(text);
    } catch (error) {
      problems.push(`${setting.env}: ${toMessage(error)}`);
      return undefined;
    }
  };
  const read = Object.fromEntries(Object.entries(settingsTable).map(([key, setting]) => [key, take<unknown>(setting)]));
  if (problems.length > 0) throw new SettingsError(problems);
  const settings = toSettings(read);
  const conflicts = findConflicts(settings);
  if (conflicts.length > 0) throw new SettingsError(conflicts);
  return settings;
}

/** What is risky in settings that are otherwise right; one sentence each, for the log. */
export function findRisks(env: Readonly<Record<string, string | undefined>>, settings: Settings): string[] {
  const { databaseReadUrls, stream } = settings;
  const links: (readonly [string, string | undefined])[] = [
    ['PLATEN_DATABASE_URL', settings.databaseUrl],
    ['PLATEN_DATABASE_SESSION_URL', settings.sessionDatabaseUrl],
    ['PLATEN_MIGRATION_DATABASE_URL', settings.migrationDatabaseUrl],
    ...databaseReadUrls.map((url) => ['PLATEN_DATABASE_READ_URLS', url] as const),
  ];
  const secrets = Object.values(settingsTable).filter(({ secret }) => secret);
  return [
    ...findExposedSecrets(
      env,
      secrets.map((setting) => setting.env),
    ),
    ...links.flatMap(([variable, address]) =>
      address !== undefined && isClearLink(address)
        ? [
            `${variable}: the link to the database of another machine has no TLS; add sslmode=verify-full, or sslmode=disable if the network is private`,
          ]
        : [],
    ),
    ...(stream !== undefined && isClearStream(stream)
      ? [
          'PLATEN_STREAM_URL: the link to the stream on another machine has no TLS; use tls:// unless the network is private',
        ]
      : []),
  ];
}

function toSettings(read: Record<string, unknown>): Settings {
  // Every key was read by its own setting just above; this is the parser's one promise to the type checker.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const settings = read as Read;
  return {
    ...settings,
    publicUrl: settings.publicUrl ?? `http://localhost:${settings.port}`,
    drainMs: settings.drainMs ?? (settings.environment === 'production' ? 3000 : 0),
  };
}

function findConflicts(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.migrationDatabaseUrl !== undefined && settings.databaseUrl === undefined)
    problems.push('PLATEN_MIGRATION_DATABASE_URL: set without PLATEN_DATABASE_URL');
  if (settings.sessionDatabaseUrl !== undefined && settings.databaseUrl === undefined)
    problems.push('PLATEN_DATABASE_SESSION_URL: set without PLATEN_DATABASE_URL');
  if (settings.databaseReadUrls.length > 0 && settings.databaseUrl === undefined)
    problems.push('PLATEN_DATABASE_READ_URLS: set without PLATEN_DATABASE_URL');
  problems.push(...findMailConflicts(settings));
  const others = settings.authority === undefined ? findLocalConflicts : findAuthorityConflicts;
  return [...problems, ...others(settings)];
}

/** Mail needs a sender, and a password or the mail of others no clear way over the network (DE-21). */
function findMailConflicts({ mailServer, mailFrom, mailReplyTo, mailTls }: Settings): string[] {
  if (mailServer === undefined)
    return [
      ...(mailFrom === undefined ? [] : ['PLATEN_MAIL_FROM: set without PLATEN_SMTP_URL']),
      ...(mailReplyTo === undefined ? [] : ['PLATEN_MAIL_REPLY_TO: set without PLATEN_SMTP_URL']),
    ];
  const isLocal = loopback.test(mailServer.host);
  const mayBeClear = mailTls !== 'required' && !mailServer.isSecure && !isLocal;
  return [
    ...(mailFrom === undefined ? ['PLATEN_MAIL_FROM: required with PLATEN_SMTP_URL'] : []),
    ...(mayBeClear && mailTls === 'none'
      ? ['PLATEN_SMTP_TLS: none is for a mail server on this machine; set required or opportunistic']
      : []),
    ...(mayBeClear && mailServer.signIn !== undefined
      ? ['PLATEN_SMTP_TLS: a password is sent to another machine with required only']
      : []),
  ];
}

/** With the development sign-in. */
function findLocalConflicts(settings: Settings): string[] {
  const problems: string[] = [];
  const open = settings.developmentSignIn === 'loopback' && !loopback.test(settings.host);
  if (open)
    problems.push(
      `PLATEN_HOST: ${settings.host} is open to others while the development sign-in with its published passwords is on; set PLATEN_AUTHORITY, or PLATEN_DEVELOPMENT_SIGN_IN=anywhere to allow it`,
    );
  if (settings.issuer !== undefined) problems.push('PLATEN_ISSUER: set without PLATEN_AUTHORITY');
  if (settings.requiredScopes.length > 0) problems.push('PLATEN_REQUIRED_SCOPE: set without PLATEN_AUTHORITY');
  return problems;
}

/**
 * With an external authority: access tokens must differ from id tokens, and its keys come over an encrypted
 * connection.
 */
function findAuthorityConflicts(settings: Settings): string[] {
  const { audience, clientId, requiredScopes } = settings;
  const problems: string[] = [];
  const { protocol, hostname } = new URL(toAuthority(settings));
  if (protocol !== 'https:' && !loopback.test(hostname.replace(/^\[(.*)\]$/, '$1')))
    problems.push('PLATEN_AUTHORITY: expected an https address; http is accepted on this machine only');
  if (audience === undefined)
    problems.push(
      'PLATEN_AUDIENCE: required with PLATEN_AUTHORITY; set the audience of the access tokens for the API, as registered at the authority (docs/sign-in.md)',
    );
  else if (audience === clientId && requiredScopes.length === 0)
    problems.push(
      'PLATEN_AUDIENCE: is the client id, which is also the audience of id tokens; register the API with an audience of its own, or set PLATEN_REQUIRED_SCOPE to a scope of the API (docs/sign-in.md)',
    );
  return problems;
}

/**
 * The address of the authority with tenant and policy filled in; of the development sign-in when none is set.
 */
export function toAuthority(settings: Settings): string {
  const { authority, tenant, policy, publicUrl } = settings;
  if (authority === undefined) return `${publicUrl}/identity/${tenant}/${policy}/v2.0`;
  return authority.replaceAll('{tenant}', tenant).replaceAll('{policy}', policy);
}

/**
 * Audience of access tokens, always set with an authority. Development id tokens carry the client id instead.
 */
export const toAudience = (settings: Settings): string => settings.audience ?? 'platen-api';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where container runtimes mount secrets; they are readable inside the container only, whatever their mode.
 */
const containerSecrets = '/run/secrets/';

/** Variable that names a file with the value of a secret setting. */
const toFileVariable = (variable: string) => `${variable}_FILE`;

/**
 * Text of a secret setting: from the variable itself or from the file that `<variable>_FILE` names.
 * Throws a sentence that names the variable and the file, never the content.
 */
function readSecret(env: Environment, variable: string): string | undefined {
  const file = readPath(env, variable);
  if (file === undefined) return env[variable];
  if ((env[variable] ?? '').trim() !== '')
    throw new Error(`both ${variable} and ${toFileVariable(variable)} are set; keep one of them`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${toFileVariable(variable)} names ${file}, which cannot be read (${toErrorCode(error) ?? 'unknown'})`,
      { cause: error },
    );
  }
  if (text.trim() === '') throw new Error(`${toFileVariable(variable)} names ${file}, which is empty`);
  return text;
}

/** One sentence for each secret file that every user of this machine may read. */
function findExposedSecrets(env: Environment, variables: readonly string[]): string[] {
  return variables.flatMap((variable) => {
    const file = readPath(env, variable);
    if (file === undefined || file.startsWith(containerSecrets)) return [];
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & 0o004) === 0
      ? []
      : [
          `${file}, named by ${toFileVariable(variable)}, is readable by every user of this machine: chmod 0400 ${file}`,
        ];
  });
}

function readPath(env: Environment, variable: string): string | undefined {
  const file = env[toFileVariable(variable)]?.trim();
  return file === undefined || file === '' ? undefined : file;
}
