import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Access, byCommunity, Secret, type UserAccess } from '../snmp/access.ts';
import { type AuthProtocol, authProtocols, type PrivProtocol, privProtocols } from '../snmp/usm/protocols.ts';
import { SettingsError } from './settings-error.ts';

const short = z.string().check(z.minLength(1), z.maxLength(256));
/** RFC 3414 section 5: usmUserName has at most 32 octets; section 11.2: passwords have at least 8. */
const userName = z.string().check(z.minLength(1), z.maxLength(32));

/** One way to ask a device: a community, or a user of SNMPv3. Passwords may stand in a file or in the environment. */
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

/** Passwords of users that have none of their own in the settings. */
export interface EnvironmentPasswords {
  auth?: string | undefined;
  priv?: string | undefined;
}

/** Of the environment: `PLATEN_SNMP_AUTH_PASSWORD` and `PLATEN_SNMP_PRIV_PASSWORD`. */
export const toEnvironmentPasswords = (env: NodeJS.ProcessEnv): EnvironmentPasswords => ({
  auth: env.PLATEN_SNMP_AUTH_PASSWORD === '' ? undefined : env.PLATEN_SNMP_AUTH_PASSWORD,
  priv: env.PLATEN_SNMP_PRIV_PASSWORD === '' ? undefined : env.PLATEN_SNMP_PRIV_PASSWORD,
});

/**
 * The ways to ask, in the order of the list. `place` names the list in messages, which never hold a password.
 * Reads password files. Throws `SettingsError`.
 */
export function toAccessList(
  place: string,
  credentials: readonly Credential[],
  environment: EnvironmentPasswords,
): Access[] {
  if (credentials.length === 0) throw new SettingsError(`${place}: an empty list lets nobody in; leave it out`);
  return credentials.map((entry, i) => toAccess(`${place}[${i}]`, entry, environment));
}

/** One of them. Throws `SettingsError`. */
export function toAccess(place: string, entry: Credential, environment: EnvironmentPasswords): Access {
  const { community, user, contextName = '' } = entry;
  if (community === undefined && user === undefined) throw new SettingsError(`${place}: give 'community' or 'user'`);
  if (community !== undefined) {
    const other = Object.keys(entry).find((name) => name !== 'community');
    if (other !== undefined) throw new SettingsError(`${place}: 'community' and '${other}' do not go together`);
    return byCommunity(community);
  }
  const auth = toAuth(place, entry, environment);
  const priv = toPriv(place, entry, environment);
  if (priv !== undefined && auth === undefined)
    throw new SettingsError(`${place}: privacy needs authentication: give 'authProtocol' and its password`);
  return {
    kind: 'user',
    userName: user ?? '',
    contextName,
    ...(auth === undefined ? {} : { auth }),
    ...(priv === undefined ? {} : { priv }),
  };
}

function toAuth(place: string, entry: Credential, environment: EnvironmentPasswords): UserAccess['auth'] {
  const password = toPassword(place, 'auth', entry.authPassword, entry.authPasswordFile);
  if (entry.authProtocol === undefined) {
    if (password === undefined) return undefined;
    throw new SettingsError(`${place}: 'authProtocol' is missing; one of ${Object.keys(authProtocols).join(', ')}`);
  }
  const protocol = toAuthProtocol(place, entry.authProtocol);
  return { protocol, password: password ?? toEnvironmentPassword(place, 'auth', environment.auth) };
}

function toPriv(place: string, entry: Credential, environment: EnvironmentPasswords): UserAccess['priv'] {
  const password = toPassword(place, 'priv', entry.privPassword, entry.privPasswordFile);
  if (entry.privProtocol === undefined) {
    if (password === undefined) return undefined;
    throw new SettingsError(`${place}: 'privProtocol' is missing; one of ${Object.keys(privProtocols).join(', ')}`);
  }
  const protocol = toPrivProtocol(place, entry.privProtocol);
  return { protocol, password: password ?? toEnvironmentPassword(place, 'priv', environment.priv) };
}

function toPassword(
  place: string,
  what: 'auth' | 'priv',
  text: string | undefined,
  file: string | undefined,
): Secret | undefined {
  if (text !== undefined && file !== undefined)
    throw new SettingsError(`${place}: '${what}Password' and '${what}PasswordFile' do not go together`);
  if (text !== undefined) return toSecret(`${place}.${what}Password`, text);
  return file === undefined ? undefined : toSecret(`${place}.${what}PasswordFile`, readPassword(place, what, file));
}

function readPassword(place: string, what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new SettingsError(
      `${place}.${what}PasswordFile ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function toEnvironmentPassword(place: string, what: 'auth' | 'priv', text: string | undefined): Secret {
  const variable = `PLATEN_SNMP_${what.toUpperCase()}_PASSWORD`;
  if (text === undefined)
    throw new SettingsError(`${place}: no password: give '${what}Password', '${what}PasswordFile' or ${variable}`);
  return toSecret(variable, text);
}

/** One object for one text, so that a password that many sites share is stretched to a key once. */
const secrets = new Map<string, Secret>();

function toSecret(place: string, text: string): Secret {
  if (text.length < 8) throw new SettingsError(`${place}: a password of SNMPv3 has at least 8 characters`);
  const secret = secrets.get(text) ?? new Secret(text);
  secrets.set(text, secret);
  return secret;
}

/** `SHA256`, `sha-256` and `SHA-256` are the same; `SHA` is SHA-1, `AES` is AES-128, as most tools write them. */
const toPlainName = (text: string): string => text.toUpperCase().replaceAll(/[-_ ]/g, '');
const shortNames: Readonly<Record<string, string>> = { SHA: 'SHA1', AES: 'AES128' };

function toAuthProtocol(place: string, text: string): AuthProtocol {
  const name = shortNames[toPlainName(text)] ?? toPlainName(text);
  for (const [protocol] of Object.entries(authProtocols))
    if (toPlainName(protocol) === name && isAuthProtocol(protocol)) return protocol;
  throw new SettingsError(`${place}.authProtocol: '${text}' is none of ${Object.keys(authProtocols).join(', ')}`);
}

function toPrivProtocol(place: string, text: string): PrivProtocol {
  const name = shortNames[toPlainName(text)] ?? toPlainName(text);
  for (const [protocol] of Object.entries(privProtocols))
    if (toPlainName(protocol) === name && isPrivProtocol(protocol)) return protocol;
  throw new SettingsError(`${place}.privProtocol: '${text}' is none of ${Object.keys(privProtocols).join(', ')}`);
}

const isAuthProtocol = (text: string): text is AuthProtocol => text in authProtocols;
const isPrivProtocol = (text: string): text is PrivProtocol => text in privProtocols;
