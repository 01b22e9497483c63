import { createHash } from 'node:crypto';
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
