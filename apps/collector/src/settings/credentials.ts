import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { SettingsError, toErrorMessage } from '../platform/errors.ts';
import { type Access, byCommunity, Secret } from '../snmp/access.ts';
import { authProtocols, privProtocols } from '../snmp/usm/protocols.ts';

const short = z.string().check(z.minLength(1), z.maxLength(256));
/** RFC 3414 section 5: usmUserName has at most 32 octets. */
const userName = z.string().check(z.minLength(1), z.maxLength(32));
/** RFC 3414 section 11.2. */
const minimumPasswordLength = 8;

/**
 * One entry of `credentials`: a community, or an SNMPv3 user. Passwords may be read from a file or the
 * environment.
 */
export const credential = z.strictObject({
  community: z.optional(short),
  user: z.optional(userName),
  authProtocol: z.optional(short),
  authPassword: z.optional(short),
  authPasswordFile: z.optional(short),
  privProtocol: z.optional(short),
  privPassword: z.optional(short),
  privPasswordFile: z.optional(short),
  contextName: z.optional(z.string().check(z.maxLength(32))),
});
export type Credential = z.infer<typeof credential>;

type Role = 'auth' | 'priv';

/** Passwords for users whose settings have none. */
export type EnvironmentPasswords = Partial<Record<Role, string | undefined>>;

const variables = { auth: 'PLATEN_SNMP_AUTH_PASSWORD', priv: 'PLATEN_SNMP_PRIV_PASSWORD' } as const;

/** Reads `PLATEN_SNMP_AUTH_PASSWORD` and `PLATEN_SNMP_PRIV_PASSWORD`; empty ones count as unset. */
export const toEnvironmentPasswords = (env: NodeJS.ProcessEnv): EnvironmentPasswords => ({
  auth: env[variables.auth] || undefined,
  priv: env[variables.priv] || undefined,
});

/**
 * Credentials in the order of the list. `path` names the list in error messages, which never contain a
 * password. Reads password files. Throws `SettingsError`.
 */
export function toAccessList(
  path: string,
  credentials: readonly Credential[],
  environment: EnvironmentPasswords,
): Access[] {
  if (credentials.length === 0)
    throw new SettingsError(`${path}: an empty list allows no access to any device; leave it out`);
  return credentials.map((entry, i) => toAccess(`${path}[${i}]`, entry, environment));
}

/** One entry of the list. Throws `SettingsError`. */
export function toAccess(path: string, entry: Credential, environment: EnvironmentPasswords): Access {
  const { community, user, contextName = '' } = entry;
  if (community !== undefined) {
    const other = Object.keys(entry).find((name) => name !== 'community');
    if (other !== undefined) throw new SettingsError(`${path}: 'community' and '${other}' exclude each other`);
    return byCommunity(community);
  }
  if (user === undefined) throw new SettingsError(`${path}: give 'community' or 'user'`);
  const auth = toProtected(path, 'auth', authProtocols, entry, environment);
  const priv = toProtected(path, 'priv', privProtocols, entry, environment);
  if (priv !== undefined && auth === undefined)
    throw new SettingsError(`${path}: privacy requires authentication: give 'authProtocol' and its password`);
  return {
    kind: 'user',
    userName: user,
    contextName,
    ...(auth === undefined ? {} : { auth }),
    ...(priv === undefined ? {} : { priv }),
  };
}

/** Protocol and password for authentication or privacy; undefined if the entry has neither. */
function toProtected<Name extends string>(
  path: string,
  role: Role,
  protocols: Readonly<Record<Name, unknown>>,
  entry: Credential,
  environment: EnvironmentPasswords,
): { protocol: Name; password: Secret } | undefined {
  const password = toPassword(path, role, entry);
  const text = entry[`${role}Protocol`];
  const names = Object.keys(protocols).join(', ');
  if (text === undefined) {
    if (password === undefined) return undefined;
    throw new SettingsError(`${path}: '${role}Protocol' is missing; one of ${names}`);
  }
  const protocol = findProtocol(protocols, text);
  if (protocol === undefined) throw new SettingsError(`${path}.${role}Protocol: '${text}' is none of ${names}`);
  return { protocol, password: password ?? toEnvironmentPassword(path, role, environment[role]) };
}

function toPassword(path: string, role: Role, entry: Credential): Secret | undefined {
  const [text, file] = [entry[`${role}Password`], entry[`${role}PasswordFile`]];
  if (text !== undefined && file !== undefined)
    throw new SettingsError(`${path}: '${role}Password' and '${role}PasswordFile' exclude each other`);
  if (text !== undefined) return toSecret(`${path}.${role}Password`, text);
  return file === undefined ? undefined : toSecret(`${path}.${role}PasswordFile`, readPassword(path, role, file));
}

function readPassword(path: string, role: Role, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new SettingsError(`${path}.${role}PasswordFile ${file}: ${toErrorMessage(error)}`);
  }
}

function toEnvironmentPassword(path: string, role: Role, text: string | undefined): Secret {
  if (text === undefined)
    throw new SettingsError(
      `${path}: no password: give '${role}Password', '${role}PasswordFile' or ${variables[role]}`,
    );
  return toSecret(variables[role], text);
}

/**
 * One object per distinct password, so that a password shared by many sites is turned into a key only once.
 */
const secrets = new Map<string, Secret>();

function toSecret(path: string, text: string): Secret {
  if (text.length < minimumPasswordLength)
    throw new SettingsError(`${path}: an SNMPv3 password has at least ${minimumPasswordLength} characters`);
  const secret = secrets.get(text) ?? new Secret(text);
  secrets.set(text, secret);
  return secret;
}

/** `SHA256`, `sha-256` and `SHA-256` are the same; `SHA` is SHA-1 and `AES` AES-128, as in most tools. */
function findProtocol<Name extends string>(protocols: Readonly<Record<Name, unknown>>, text: string): Name | undefined {
  const aliases: Readonly<Record<string, string>> = { SHA: 'SHA1', AES: 'AES128' };
  const toPlain = (name: string): string => name.toUpperCase().replaceAll(/[-_ ]/g, '');
  const wanted = aliases[toPlain(text)] ?? toPlain(text);
  for (const name in protocols) if (toPlain(name) === wanted) return name;
  return undefined;
}

/** Sources of the key; the first that is given is used. */
export interface KeySources {
  flag: string | undefined;
  environment: string | undefined;
  file: string | undefined;
  /** Of the enrolment of the data folder. */
  enrolment?: string | undefined;
}

/** Reads the collector key. No message contains it. Throws `SettingsError`. */
export async function readKey(sources: KeySources): Promise<string> {
  if (sources.flag !== undefined) return toKey(sources.flag, '--key');
  if (sources.environment !== undefined && sources.environment !== '')
    return toKey(sources.environment, 'PLATEN_COLLECTOR_KEY');
  if (sources.file === undefined && sources.enrolment !== undefined) return sources.enrolment;
  if (sources.file === undefined)
    throw new SettingsError(
      'no collector key: enrol with a code (enrol --help), or give --key-file FILE, PLATEN_COLLECTOR_KEY or --key KEY',
    );
  const { file } = sources;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`key file ${file}: ${toErrorMessage(error)}`);
  });
  return toKey(text, `key file ${file}`);
}

/** A key must fit into a header; the runtime's own error about an invalid one would print it. */
function toKey(text: string, source: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]{8,512}$/.test(key))
    throw new SettingsError(`${source}: not a collector key (8 to 512 visible ASCII characters in one line)`);
  return key;
}
