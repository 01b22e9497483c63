import { readFileSync } from 'node:fs';
import type { ModelPattern } from '@platen/catalogue/families/models';
import { readModelTable } from '@platen/catalogue/families/read-model-table';
import { parseAddress } from '@platen/contract/web-address';
import { toMessage } from '../base/errors.ts';

/** One setting: where it comes from, what it means, and how its text is checked. */
export interface Setting<T> {
  readonly env: string;
  readonly description: string;
  /** The text taken when the variable is absent or empty; undefined: there is none. */
  readonly default: string | undefined;
  readonly secret: boolean;
  /**
   * Turns the text into the value, or throws a sentence that says what is wrong. Never repeats the text of a
   * secret.
   */
  readonly read: (text: string) => T;
}

type Extra = { secret?: boolean };

/** A setting that always has a value. */
export function required<T>(
  env: string,
  description: string,
  fallback: string,
  read: (text: string) => T,
  extra: Extra = {},
): Setting<T> {
  return { env, description, default: fallback, secret: extra.secret ?? false, read };
}

/** A setting that may be absent. */
export function optional<T>(
  env: string,
  description: string,
  read: (text: string) => T,
  extra: Extra = {},
): Setting<T | undefined> {
  return { env, description, default: undefined, secret: extra.secret ?? false, read };
}

/** A whole number within bounds. */
export const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || value < minimum || value > maximum)
    throw new Error(`expected a whole number from ${minimum} to ${maximum}, got '${text}'`);
  return value;
};

export const oneOf =
  <const T extends readonly string[]>(choices: T) =>
  (text: string): T[number] => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new Error(`expected one of ${choices.join(', ')}, got '${text}'`);
    return found;
  };

export const plainText = (text: string) => text;

export const matching = (form: RegExp, meaning: string) => (text: string) => {
  if (!form.test(text)) throw new Error(`expected ${meaning}, got '${text}'`);
  return text;
};

/** Words separated by blanks. */
export const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** An http(s) address without a slash at its end. */
export function webAddress(text: string): string {
  const url = parseAddress(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`expected an address like https://portal.example, got '${text}'`);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new Error('expected an address without user name, query or fragment');
  return text.replace(/\/+$/, '');
}

/** An http(s) address without any path. */
export function webOrigin(text: string): string {
  const address = webAddress(text);
  if (new URL(address).origin !== address) throw new Error(`expected scheme, host and port only, got '${text}'`);
  return address;
}

/** Origins (`https://portal.example`), comma-separated. */
export function origins(text: string): readonly string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  for (const item of items)
    if (parseAddress(item)?.origin !== item)
      throw new Error(`expected origins like https://portal.example separated by commas, got '${item}'`);
  return items;
}

/**
 * A PostgreSQL address, also one by socket (`postgres://user@/platen?host=/run/postgresql`), which is no URL
 * of the web. The text may hold a password, so it is never repeated.
 */
export function databaseAddress(text: string): string {
  if (!/^postgres(ql)?:\/\/\S+$/.test(text))
    throw new Error('expected an address like postgres://user:password@host:5432/platen');
  return text;
}

/** PostgreSQL addresses, comma-separated. */
export const databaseAddresses = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(databaseAddress);

/**
 * Whether a database address leads to another machine and has no TLS setting: then the connection is not
 * encrypted.
 */
export function isClearLink(address: string): boolean {
  const named = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?(\[[^\]]*\]|[^:/?]*)/.exec(address)?.[1] ?? '';
  const asked = /[?&]host=([^&]*)/.exec(address)?.[1] ?? '';
  const host = decodeURIComponent(asked === '' ? named : asked).replace(/^\[|\]$/g, '');
  const local = host === '' || host.startsWith('/') || loopback.test(host);
  return !local && !/[?&](sslmode|ssl)=/.test(address);
}

/** Host names and addresses of this machine. */
export const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** `false`, `true`, or the addresses of the proxies. */
export function proxies(text: string): boolean | readonly string[] {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const items = text.split(',').map((item) => item.trim());
  const bad = items.find((item) => !/^(loopback|linklocal|uniquelocal|[0-9a-fA-F:.]+(\/\d{1,3})?)$/.test(item));
  if (bad !== undefined) throw new Error(`expected false, true, or addresses separated by commas, got '${bad}'`);
  return items;
}

/** Problems reported at once. */
const most = 20;

/**
 * A site's own table of models and families (OQ-103), from a JSON file of the form of the catalogue's
 * `models.json`. Throws one sentence per problem, with file, entry and what is wrong: a half-read table would
 * leave devices unnamed.
 */
export function readModelFamilies(file: string): readonly ModelPattern[] {
  const { models, problems } = readModelTable(parse(file));
  if (problems.length === 0) return models;
  const lines = problems.slice(0, most).map(({ key, what }) => `${file}${key === '' ? '' : `, ${key}`}: ${what}`);
  const more = problems.length - lines.length;
  throw new Error([...lines, ...(more > 0 ? [`${file}: and ${more} more`] : [])].join('\n    '));
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file}: cannot be read: ${toMessage(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${file}: is no JSON: ${toMessage(error)}`, { cause: error });
  }
}

/** 32 bytes as base64. */
export function sealingKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('expected 32 bytes as base64');
  return key;
}
