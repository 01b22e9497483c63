import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret, UserAccess } from '../access.ts';
import { type AuthProtocol, authProtocols, type PrivProtocol, privProtocols } from './protocols.ts';

/** The keys of one user at one engine. */
export interface UserKeys {
  auth?: { protocol: AuthProtocol; key: Buffer };
  priv?: { protocol: PrivProtocol; key: Buffer };
}

const stretchedOctets = 1_048_576;
/** Stretching hashes 1 MiB; a thousand devices with one password must not cost a thousand times that. */
const stretched = new WeakMap<Secret, Map<AuthProtocol, Buffer>>();

/** The user's keys at this engine (RFC 3414 section 2.6). */
export function toUserKeys({ auth, priv }: UserAccess, engineId: Uint8Array): UserKeys {
  if (auth === undefined) return {};
  const { protocol } = auth;
  const keys: UserKeys = {
    auth: { protocol, key: localise(stretchOnce(auth.password, protocol), engineId, protocol) },
  };
  if (priv !== undefined) {
    const key = localise(stretchOnce(priv.password, protocol), engineId, protocol);
    keys.priv = { protocol: priv.protocol, key: toPrivKey(key, engineId, protocol, priv.protocol) };
  }
  return keys;
}

function stretchOnce(password: Secret, protocol: AuthProtocol): Buffer {
  const known = stretched.get(password) ?? new Map<AuthProtocol, Buffer>();
  const key = known.get(protocol) ?? stretch(Buffer.from(password.reveal(), 'utf8'), protocol);
  stretched.set(password, known.set(protocol, key));
  return key;
}

/**
 * Ku: the hash of the password repeated to 1 MiB (RFC 3414 section A.2). An empty password has none: all
 * zeros are hashed.
 */
export function stretch(password: Uint8Array, protocol: AuthProtocol): Buffer {
  const repeated = Buffer.alloc(stretchedOctets, password.length === 0 ? 0 : password);
  return createHash(authProtocols[protocol].hash).update(repeated).digest();
}

/** Kul: Ku bound to one engine (RFC 3414 section 2.6). */
export function localise(key: Uint8Array, engineId: Uint8Array, protocol: AuthProtocol): Buffer {
  return createHash(authProtocols[protocol].hash).update(key).update(engineId).update(key).digest();
}

/** A localised key of the length the cipher needs. */
export function toPrivKey(key: Buffer, engineId: Uint8Array, auth: AuthProtocol, priv: PrivProtocol): Buffer {
  const { keyOctets, extension } = privProtocols[priv];
  let long = key;
  let last = key;
  while (long.length < keyOctets) {
    last =
      extension === 'reeder'
        ? localise(stretch(last, auth), engineId, auth)
        : createHash(authProtocols[auth].hash).update(long).digest();
    long = Buffer.concat([long, last]);
  }
  return long.subarray(0, keyOctets);
}

type AuthKey = NonNullable<UserKeys['auth']>;
type PrivKey = NonNullable<UserKeys['priv']>;

/**
 * The digest of a whole message whose digest field contains zeros (RFC 3414 section 6.3.1, RFC 7860 section
 * 4.2).
 */
export function toDigest({ protocol, key }: AuthKey, message: Uint8Array): Buffer {
  const { hash, digestOctets } = authProtocols[protocol];
  return createHmac(hash, key).update(message).digest().subarray(0, digestOctets);
}

/** Whether a message has its digest at `at`, compared in constant time. */
export function isAuthentic(auth: AuthKey, message: Uint8Array, digest: Uint8Array, at: number): boolean {
  if (digest.length !== authProtocols[auth.protocol].digestOctets) return false;
  const blank = Buffer.from(message);
  blank.fill(0, at, at + digest.length);
  return timingSafeEqual(toDigest(auth, blank), digest);
}

let nextSalt = randomBytes(8).readBigUInt64BE();

/** Encrypts with a salt that is never used twice; `salt` goes into the message's privacy parameters. */
export function encrypt(
  { protocol, key }: PrivKey,
  boots: number,
  time: number,
  plain: Uint8Array,
): { salt: Buffer; secret: Buffer } {
  nextSalt = BigInt.asUintN(64, nextSalt + 1n);
  const salt = Buffer.alloc(8);
  const { cipher } = privProtocols[protocol];
  if (cipher === 'des') {
    salt.writeUInt32BE(boots >>> 0);
    salt.writeUInt32BE(Number(nextSalt & 0xffff_ffffn), 4);
    const padded = Buffer.alloc(Math.ceil(plain.length / 8) * 8);
    padded.set(plain);
    const des = createCipheriv('des-ede3-cbc', toTripleKey(key), toDesIv(key, salt)).setAutoPadding(false);
    return { salt, secret: Buffer.concat([des.update(padded), des.final()]) };
  }
  salt.writeBigUInt64BE(nextSalt);
  const aes = createCipheriv(cipher, key, toAesIv(boots, time, salt));
  return { salt, secret: Buffer.concat([aes.update(plain), aes.final()]) };
}

/**
 * The plain octets, for DES with padding; undefined for an invalid salt or length. A wrong key yields
 * garbage.
 */
export function decrypt(
  { protocol, key }: PrivKey,
  boots: number,
  time: number,
  salt: Uint8Array,
  secret: Uint8Array,
): Buffer | undefined {
  if (salt.length !== 8) return undefined;
  const { cipher } = privProtocols[protocol];
  if (cipher === 'des') {
    if (secret.length === 0 || secret.length % 8 !== 0) return undefined;
    const des = createDecipheriv('des-ede3-cbc', toTripleKey(key), toDesIv(key, salt)).setAutoPadding(false);
    return Buffer.concat([des.update(secret), des.final()]);
  }
  const aes = createDecipheriv(cipher, key, toAesIv(boots, time, salt));
  return Buffer.concat([aes.update(secret), aes.final()]);
}

/**
 * Single DES is no longer available; triple DES with three equal keys is the same (RFC 3414 section 8.1.1.1).
 */
const toTripleKey = (key: Buffer): Buffer => Buffer.concat([key, key, key].map((whole) => whole.subarray(0, 8)));
const toDesIv = (key: Buffer, salt: Uint8Array): Buffer =>
  Buffer.from(salt.map((octet, i) => octet ^ (key[8 + i] ?? 0)));

/** RFC 3826 section 3.1.2.1. */
function toAesIv(boots: number, time: number, salt: Uint8Array): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeUInt32BE(boots >>> 0);
  iv.writeUInt32BE(time >>> 0, 4);
  iv.set(salt, 8);
  return iv;
}
