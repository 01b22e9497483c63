import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { v4, validate } from 'uuid';
import { toErrorCode } from '../base/errors.ts';

/** What a link without sign-in is for. */
type Purpose = 'stop' | 'confirm';

/**
 * Stores secrets so that the database alone does not give them away, and makes links that need no sign-in.
 */
export interface Secrets {
  readonly seal: (text: string) => string;
  /** Throws where it was sealed with another key, or changed. */
  readonly open: (sealed: string) => string;
  /** A text that only this key makes; `bound`: what must be the same when it comes back. */
  readonly toToken: (purpose: Purpose, id: string, bound: string) => string;
  /** Id of a token, unchecked; undefined: it has no form of one. */
  readonly idOf: (token: string) => string | undefined;
  readonly isToken: (token: string, purpose: Purpose, id: string, bound: string) => boolean;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const idBytes = 16;

/** A key of 32 bytes; separate keys are derived for sealing and for links. */
export function createSecrets(key: Buffer): Secrets {
  const derive = (name: string) => createHmac('sha256', key).update(`platen ${name}`).digest();
  const [sealing, links] = [derive('sealing'), derive('links')];
  // Names the key without giving it away, so that another key is not taken for damage.
  const keyId = hash('sha256', sealing, 'hex').slice(0, 8);
  const mac = (purpose: Purpose, id: string, bound: string) =>
    createHmac('sha256', links)
      .update(JSON.stringify([purpose, id, bound]))
      .digest()
      .subarray(0, 24);
  return {
    seal: (text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, sealing, iv);
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64url')}`;
    },
    open: (sealed) => {
      const [form, id, body = ''] = sealed.split('.');
      if (form !== 'v1') throw new Error('a stored secret has an unknown form');
      if (id !== keyId)
        throw new Error('a stored secret was sealed with another key: set the same PLATEN_SECRETS_KEY on all servers');
      const bytes = Buffer.from(body, 'base64url');
      const cipher = createDecipheriv(algorithm, sealing, bytes.subarray(0, ivBytes));
      cipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]).toString('utf8');
    },
    toToken: (purpose, id, bound) =>
      Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), mac(purpose, id, bound)]).toString('base64url'),
    idOf: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== idBytes + 24) return undefined;
      const hex = bytes.subarray(0, idBytes).toString('hex');
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return validate(id) ? id : undefined;
    },
    isToken: (token, purpose, id, bound) => {
      const given = Buffer.from(token, 'base64url').subarray(idBytes);
      const expected = mac(purpose, id, bound);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** The key of the settings, or without one that of the data directory, made on first use. */
export async function openSecrets(settings: {
  readonly secretsKey: Buffer | undefined;
  readonly dataDirectory: string;
}): Promise<Secrets> {
  return createSecrets(settings.secretsKey ?? (await ensureKey(settings.dataDirectory)));
}

async function ensureKey(dataDirectory: string): Promise<Buffer> {
  const file = path.join(dataDirectory, 'secrets', 'key');
  const found = await readKey(file);
  if (found !== undefined) return found;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await chmod(path.dirname(file), 0o700);
  const draft = `${file}.${v4()}`;
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  // A link fails if the file exists: of two processes that start at once, the first one's key is used.
  await link(draft, file).catch((error: unknown) => {
    if (toErrorCode(error) !== 'EEXIST') throw error;
  });
  await rm(draft);
  const made = await readKey(file);
  if (made === undefined) throw new Error(`${file} vanished while it was made`);
  return made;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (toErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new Error(`${file} is damaged: put it back from a backup, or remove it and enter all secrets again`);
  return key;
}
